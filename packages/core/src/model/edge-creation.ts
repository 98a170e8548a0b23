// The target of an edge, as its rows are created by way of the edge.
import type { EntityModel } from './api-model.js';
import type { EdgeModel } from './member-model.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** The target of an edge whose create bodies do not name what the edge determines: the edges of its foreign key. */
export function narrowToEdge(target: EntityModel, { creation }: EdgeModel): EntityModel {
  const join = creation?.inverse?.join;
  return join?.kind === 'own' ? omitEdges(target, new Set(join.columns)) : target;
}

function omitEdges(entity: EntityModel, columns: ReadonlySet<string>): EntityModel {
  const isOmitted = ({ join, settable }: EdgeModel) =>
    settable.create && join.kind === 'own' && join.columns.every((column) => columns.has(column));
  const names = new Set(entity.edges.filter(isOmitted).map(({ name }) => name));
  const { body, edges, variants } = entity;
  if (names.size === 0 && !variants) return entity;
  return {
    ...entity,
    edges: edges.map((edge) =>
      isOmitted(edge) ? { ...edge, settable: { ...edge.settable, create: false } } : edge,
    ),
    body: { ...body, create: omitProperties(body.create, names) },
    variants: variants && {
      ...variants,
      own: omitEdges(variants.own, columns),
      classes: variants.classes.map((one) => ({ ...one, entity: omitEdges(one.entity, columns) })),
    },
  };
}

function omitProperties(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const { properties = {}, required = [], ...others } = schema;
  const left = required.filter((name) => !names.has(name));
  return {
    ...others,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name))),
    ...(left.length > 0 ? { required: left } : {}),
  };
}
