// Resolves single-table inheritance: for an entity with children in its table, the members of its own class, and those of all
// its classes.
import { FilterGroupArray, FilterGroupEqualExact } from '../../vocabulary/predicate.js';
import type { Annotations } from '../../annotation/annotations.js';
import type { ClassModel, EntityModel, VariantsModel } from '../api-model.js';
import type { EdgeModel } from '../member-model.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { ScannedFamily } from '../scan/scan-discriminators.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** The visible entities, each with its visible children: rows of other children are not served. */
export function narrowFamilies(shown: readonly ScannedEntity[]): readonly ScannedEntity[] {
  const byName = new Map(shown.map((entity) => [entity.name, entity]));
  const narrowValue = (entity: ScannedEntity | undefined, value: string | null) =>
    entity && isAbstract(entity) ? null : value;
  return shown.map((entity) => {
    const { family, columns, table } = entity;
    if (!family || !table.discriminator) return entity;
    const children = family.children.flatMap(({ name, value }) =>
      byName.has(name) ? { name, value: narrowValue(byName.get(name), value) } : [],
    );
    const own = narrowValue(entity, family.value);
    const values = [own, ...children.map(({ value }) => value)].flatMap((value) => value ?? []);
    return {
      ...entity,
      family: children.length === 0 ? null : { ...family, value: own, children },
      columns: columns.map((column) =>
        column.property === family.discriminator ? { ...column, values } : column,
      ),
      table: { ...table, discriminator: { ...table.discriminator, values, own } },
    };
  });
}

/** Whether it has no rows of its own class. */
export function isAbstract({ annotations }: ScannedEntity): boolean {
  return annotations.written.abstract ?? false;
}

/** The annotations of a member. By default, the discriminator of a parent can be filtered and sorted by. */
export function addDiscriminatorDefaults(
  { family }: ScannedEntity,
  property: string,
  written: Annotations,
): Annotations {
  if (family?.discriminator !== property) return written;
  return { filters: [FilterGroupEqualExact, FilterGroupArray], sortable: { nulls: 'lowest' }, ...written };
}

/** Adds the variants to each parent. Reports hidden discriminators. */
export function addVariants(
  entities: readonly EntityModel[],
  shown: readonly ScannedEntity[],
  problems: SchemaProblems,
): readonly EntityModel[] {
  const families = new Map(shown.map(({ name, family }) => [name, family]));
  const owns = new Map(
    entities.map((entity) => {
      const family = families.get(entity.name);
      return [entity.name, family ? narrowToOwnClass(entity, family) : entity];
    }),
  );
  const classOf = (name: string): ClassModel[] => {
    const entity = owns.get(name);
    const value = entity?.table.discriminator?.own ?? null;
    return entity && value !== null ? [{ value, entity }] : [];
  };
  return entities.map((entity) => {
    const family = families.get(entity.name);
    if (!family) return entity;
    const discriminator = entity.fields.find(({ property }) => property === family.discriminator);
    if (!discriminator?.readable) {
      problems.add(describeHiddenDiscriminator(entity, family.discriminator));
      return entity;
    }
    const own = owns.get(entity.name) ?? entity;
    const names = [entity.name, ...family.children.map(({ name }) => name)];
    return mergeVariants(entity, { discriminator, own, classes: names.flatMap(classOf) });
  });
}

function describeHiddenDiscriminator({ name }: EntityModel, member: string) {
  return {
    entity: name,
    member,
    problem: 'the discriminator cannot be hidden: it identifies the class of a row.',
    remedy: 'Show it, or leave the child classes out with @Skip().',
  };
}

/** The entity of the class alone, without its children. */
function narrowToOwnClass(entity: EntityModel, { value, discriminator }: ScannedFamily): EntityModel {
  const { table, fields } = entity;
  const values = value === null ? [] : [value];
  return {
    ...entity,
    table: { ...table, discriminator: table.discriminator && { ...table.discriminator, values } },
    fields: fields.map((field) =>
      field.property === discriminator
        ? { ...field, values, schema: { ...field.schema, enum: values } }
        : field,
    ),
  };
}

function mergeVariants(entity: EntityModel, variants: VariantsModel): EntityModel {
  const entities = variants.classes.map((one) => one.entity);
  const isObserved = (write: keyof EntityModel['observedWrites']) =>
    entities.some(({ observedWrites }) => observedWrites[write]);
  const fields = [entity, ...entities].flatMap((one) => one.fields);
  return {
    ...entity,
    fields: pickFirstPerKey(fields, ({ column }) => column),
    edges: mergeEdges(variants.own, entities),
    hasPolicies: entities.some(({ hasPolicies }) => hasPolicies),
    requiresIdempotencyKey: entity.requiresIdempotencyKey || entities.some(isCreatedWithKey),
    observedWrites: {
      create: isObserved('create'),
      update: isObserved('update'),
      delete: isObserved('delete'),
      restore: isObserved('restore'),
    },
    ...mergeConditions(entity, variants),
    variants,
  };
}

/** A body names the class after the headers are checked. */
function isCreatedWithKey({ requiresIdempotencyKey, mounted, operations }: EntityModel): boolean {
  return requiresIdempotencyKey && mounted && operations.includes('create');
}

/**
 * A parent of single-table inheritance: rows of a class that needs If-Match need it under the parent's path, too, and so have
 * tags there.
 */
function mergeConditions(
  entity: EntityModel,
  { classes }: VariantsModel,
): Pick<EntityModel, 'entityTag' | 'requiresIfMatch'> {
  const { entityTag } = entity;
  const requiresIfMatch = classes.some((one) => one.entity.requiresIfMatch);
  const mergedTag = requiresIfMatch ? (entityTag ?? { version: null }) : entityTag;
  return {
    entityTag: mergedTag,
    requiresIfMatch,
  };
}

function pickFirstPerKey<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const found = new Map<string, T>();
  for (const one of all) if (!found.has(keyOf(one))) found.set(keyOf(one), one);
  return [...found.values()];
}

/**
 * An edge of several classes is eager or includable if it is so for any class, up to the highest limit of those that load it.
 * Its endpoint is the parent's own.
 */
function mergeEdges(own: EntityModel, classes: readonly EntityModel[]): readonly EdgeModel[] {
  const all = classes.flatMap(({ edges }) => edges);
  return pickFirstPerKey(all, ({ property }) => property).map((edge) => {
    const same = all.filter(({ property }) => property === edge.property);
    const loading = same.filter(({ eager }) => eager);
    const limits = (loading.length > 0 ? loading : same).map(({ eagerLimit }) => eagerLimit);
    return {
      ...edge,
      eager: loading.length > 0,
      eagerLimit: limits.includes(-1) ? -1 : Math.max(...limits),
      includable: same.some(({ includable }) => includable),
      endpoint: own.edges.includes(edge) ? edge.endpoint : null,
      creation: edge.creation && {
        ...edge.creation,
        endpoint: edge.creation.endpoint && own.edges.includes(edge),
      },
      settable: {
        create: same.some(({ settable }) => settable.create),
        update: same.some(({ settable }) => settable.update),
      },
    };
  });
}
