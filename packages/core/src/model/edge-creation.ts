// The target of an edge, as its rows are created by way of the edge.
import type { EntityModel } from './api-model.js';
import type { EdgeModel } from './member-model.js';
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** The target of an edge whose create bodies do not name what the edge determines: the edges of its foreign key. */
export function narrowToEdge(target: EntityModel, { creation }: EdgeModel): EntityModel {
  const join = creation?.inverse?.join;
  const columns = new Set(join?.kind === 'own' ? join.columns : []);
  const back = creation?.back ?? null;
  return columns.size > 0 || back !== null ? omitEdges(target, { columns, back }) : target;
}

/** What an edge determines: columns, and the unique edge back. */
interface DeterminedParts {
  readonly columns: ReadonlySet<string>;
  readonly back: string | null;
}

function omitEdges(entity: EntityModel, parts: DeterminedParts): EntityModel {
  const isOmitted = ({ property, join, settable, creation }: EdgeModel) =>
    (settable.create || creation?.nested === true) &&
    (property === parts.back ||
      (join.kind === 'own' && join.columns.every((column) => parts.columns.has(column))));
  const names = new Set(entity.edges.filter(isOmitted).map(({ name }) => name));
  const { body, edges, variants } = entity;
  if (names.size === 0 && !variants) return entity;
  return {
    ...entity,
    edges: edges.map((edge) => (isOmitted(edge) ? leaveOut(edge) : edge)),
    body: { ...body, create: omitProperties(body.create, names) },
    variants: variants && {
      ...variants,
      own: omitEdges(variants.own, parts),
      classes: variants.classes.map((one) => ({ ...one, entity: omitEdges(one.entity, parts) })),
    },
  };
}

/** The edge as one that a create body names neither by an id nor by an object. */
function leaveOut(edge: EdgeModel): EdgeModel {
  const { settable, creation } = edge;
  return {
    ...edge,
    settable: { ...settable, create: false },
    creation: creation && { ...creation, nested: false },
  };
}

/** The edges by which a create of the entity, or of one of its classes, creates other entities. */
export function listNestedEdges({ edges, variants }: EntityModel): readonly EdgeModel[] {
  const all = [...edges, ...(variants?.classes ?? []).flatMap(({ entity }) => entity.edges)];
  return all.filter((edge, at) => edge.creation?.nested && findProperty(all, edge) === at);
}

function findProperty(edges: readonly EdgeModel[], { property }: EdgeModel): number {
  return edges.findIndex((edge) => edge.property === property);
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
