// The parameter `where`, and its recursive schemas: one for each entity and each remaining depth of edges.
import {
  quantifiers,
  type EdgeModel,
  type EntityModel,
  type FilterModel,
  type Quantifier,
} from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { describeDistance } from './component-name.js';
import type { DocumentContext } from './document-context.js';
import { isWithinRow, listConditionEdges } from './edge-condition.js';
import { isDeprecatedFilter } from './filter-parameter.js';
import { buildFilterValueSchema } from './filter-value.js';
import type { Schema } from './schema-object.js';

/** The parameter `where` of an entity's lists; empty if they do not take it. */
export function buildWhereParameter(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject[] {
  const { where } = entity;
  if (!where) return [];
  return [
    context.components.parameter({ of: entity.name, part: 'condition' }, () => ({
      name: 'where',
      in: 'query',
      description: describeWhere(context),
      schema: buildConditionTextSchema(entity, context),
    })),
  ];
}

/** The schema of a text that holds JSON. openapi3-ts does not know the keyword. */
interface JsonTextSchema extends oas31.SchemaObject {
  readonly contentSchema: oas31.ReferenceObject;
}

/** A query has no form for objects that all clients agree on: a condition is the text of its JSON. */
export function buildConditionTextSchema(entity: EntityModel, context: DocumentContext): JsonTextSchema {
  return {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: buildWhereSchema(entity, context),
  };
}

function describeWhere({ model: { limits } }: DocumentContext): string {
  return [
    'A condition in addition to the filters: a JSON object of filters that must all match,',
    'with `and`, `or`, `not`, and `some.`, `none.` or `all.` before the name of an edge.',
    `At most ${limits.filters} filters and ${limits.comparisons} comparisons in one request, ${limits.whereDepth} levels of nested objects`,
    `and ${limits.whereLength} characters.`,
  ].join(' ');
}

/** The component schema of an entity's `where`. The entity's lists must take it. */
function buildWhereSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  if (!entity.where) throw new TypeError(`The lists of ${entity.name} take no where.`);
  return buildConditionSchema({ entity, edgesLeft: entity.where.depth, isRoot: true }, context);
}

/** The rows that an object tests. */
interface Subject {
  readonly entity: EntityModel;
  /** The remaining depth of edges. */
  readonly edgesLeft: number;
  /** Whether the object is outside of all quantifiers. */
  readonly isRoot: boolean;
}

function buildConditionSchema(subject: Subject, context: DocumentContext): oas31.ReferenceObject {
  const { entity, edgesLeft, isRoot } = subject;
  const part = isRoot ? 'Where' : `Where${describeDistance(edgesLeft)}`;
  return context.components.schema({ of: entity.name, part }, () => {
    const self = buildConditionSchema(subject, context);
    const conditions = context.edgeConditions(entity);
    const filters = entity.filters.filter((filter) =>
      edgesLeft > 0 ? !conditions.has(filter.name) : isWithinRow(filter),
    );
    const list = { type: 'array' as const, items: self, minItems: 1, maxItems: context.model.limits.filters };
    const leaves = filters.map((filter) => [filter.name, buildLeafSchema(entity, filter, context)] as const);
    return {
      type: 'object',
      description: `A condition on ${entity.name} entities: all members must hold.`,
      minProperties: 1,
      additionalProperties: false,
      properties: {
        and: { ...list, description: 'All of these conditions hold.' },
        or: { ...list, description: 'At least one of these conditions holds.' },
        not: { $ref: self.$ref, description: 'This condition does not hold.' },
        ...(edgesLeft > 0 && buildRelatedSchemas(subject, context)),
        ...Object.fromEntries(leaves),
      },
    };
  });
}

function buildLeafSchema(entity: EntityModel, filter: FilterModel, context: DocumentContext): Schema {
  const schema = buildFilterValueSchema(entity, filter, context);
  return isDeprecatedFilter(filter) ? { ...schema, deprecated: true } : schema;
}

/** The quantifiers of an edge, with their descriptions. */
const describeQuantified: Readonly<Record<Quantifier, (edge: string) => string>> = {
  some: (edge) => `At least one entity of \`${edge}\` meets this condition.`,
  none: (edge) => `No entity of \`${edge}\` meets this condition.`,
  all: (edge) => `All entities of \`${edge}\` meet this condition; also true if there are none.`,
};

function buildRelatedSchemas(
  { entity, edgesLeft }: Subject,
  context: DocumentContext,
): Record<string, Schema> {
  return Object.fromEntries(
    listConditionEdges(entity).flatMap((edge) => {
      const target = context.entity(edge.target);
      const { $ref } = buildConditionSchema(
        { entity: target, edgesLeft: edgesLeft - 1, isRoot: false },
        context,
      );
      return quantifiers.map((quantifier) => [
        `${quantifier}.${edge.name}`,
        { $ref, description: describeQuantified[quantifier](edge.name), ...describeDeprecation(edge) },
      ]);
    }),
  );
}

function describeDeprecation({ doc }: EdgeModel) {
  return doc.deprecated ? { deprecated: true } : {};
}
