// Requests that write many rows: their bodies, their answers, and the parameters that guard them.
import type { EntityModel, Route } from '@decorest/core';
import type { oas31 } from 'openapi3-ts';
import { replaceNamedEnums } from './body-enum.js';
import type { DocumentContext } from './document-context.js';
import { buildEntitySchema } from './entity-schema.js';
import { buildFilterParameters } from './filter-parameter.js';
import { intersectBodies, uniteBodies, type ClassBody } from './merged-body.js';
import { describeDefault } from './parameter-default.js';
import { keepParameters, type ParameterDraft } from './parameter-draft.js';
import { buildObject, toSchemaObject } from './schema-object.js';
import { buildWhereParameter } from './where-schema.js';

/** The answer to a create: as many entities as the body has. */
export function buildNewEntitiesSchema(entity: EntityModel, context: DocumentContext): oas31.SchemaObject {
  return { ...getItemBounds(context), items: buildEntitySchema(entity, context) };
}

/** A list of as many items as a request may have. */
export function getItemBounds({ model }: DocumentContext) {
  return { type: 'array', minItems: 1, maxItems: model.limits.bulk } as const;
}

/** The answer to an update or a delete. */
export function buildAffectedSchema({ components, model }: DocumentContext): oas31.ReferenceObject {
  return components.schema('Affected', () => ({
    ...buildObject([
      {
        name: 'affected',
        schema: {
          type: 'integer',
          minimum: 0,
          maximum: model.limits.bulk,
          description: 'Number of entities that the request changed or deleted.',
        },
      },
    ]),
    description: 'The result of a bulk request.',
  }));
}

/** The body of an update: keys to set in all entities that the filters find, or a list of entities. */
export function buildBulkUpdateSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  const many = buildManySchema(entity, context);
  if (!entity.bulk?.body?.item) return many;
  const { components } = context;
  const items = components.schema({ of: entity.name, part: 'UpdateItems' }, () => ({
    ...getItemBounds(context),
    items: buildItemSchema(entity, context),
  }));
  return components.schema({ of: entity.name, part: 'BulkUpdateBody' }, () => ({ oneOf: [many, items] }));
}

/** Single-table inheritance: the keys must be valid for each class that an entity found may have. */
function buildManySchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  return context.components.schema({ of: entity.name, part: 'BulkUpdate' }, () =>
    entity.variants
      ? replaceNamedEnums(entity, intersectBodies(listClassBodies(entity, 'many')), context)
      : buildOwnSchema(entity, 'many', context),
  );
}

function buildItemSchema(entity: EntityModel, context: DocumentContext): oas31.ReferenceObject {
  return context.components.schema({ of: entity.name, part: 'UpdateItem' }, () =>
    entity.variants
      ? replaceNamedEnums(entity, uniteBodies(listClassBodies(entity, 'item')), context)
      : buildOwnSchema(entity, 'item', context),
  );
}

/** The bodies of the classes, each without its subclasses. */
function listClassBodies({ variants }: EntityModel, form: 'many' | 'item'): readonly ClassBody[] {
  return (variants?.classes ?? []).flatMap(({ entity }) =>
    entity.mounted && entity.bulk?.operations.includes('update')
      ? [{ name: entity.name, schema: toSchemaObject(entity.bulk.body?.[form] ?? {}) }]
      : [],
  );
}

function buildOwnSchema(
  entity: EntityModel,
  form: 'many' | 'item',
  context: DocumentContext,
): oas31.SchemaObject {
  return replaceNamedEnums(entity, toSchemaObject(entity.bulk?.body?.[form] ?? {}), context);
}

/** The filters that select the entities to write, and the guards. */
export function buildSelectionParameters(route: Route, context: DocumentContext): ParameterDraft[] {
  const { components, model } = context;
  const buildAll = () =>
    components.parameter('All', () => ({
      name: 'all',
      in: 'query',
      description: 'Required to write all entities. Cannot be given together with filters.',
      schema: { type: 'boolean', const: true },
    }));
  const maxAffected = components.parameter('MaxAffected', () => ({
    name: 'max_affected',
    in: 'query',
    description:
      'Maximum number of entities that the filters may find: if they find more, none is written. A list of entities to write has no filters, and takes the default alone.',
    schema: {
      type: 'integer',
      minimum: 0,
      maximum: model.limits.bulk,
      ...describeDefault(route, 'max_affected', context),
    },
  }));
  return [
    ...keepParameters([
      ...(route.requiredFilters.length === 0 ? [buildAll()] : []),
      maxAffected,
      ...buildWhereParameter(route.subject, context),
    ]),
    ...buildFilterParameters(route, context),
  ];
}
