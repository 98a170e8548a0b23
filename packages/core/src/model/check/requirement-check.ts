// What a class requires of the requests that write its rows, by the routes of other classes: those that cannot meet it are
// mistakes.
import type { EntityModel } from '../api-model.js';
import { listBulkClasses } from '../bulk-classes.js';
import { createTargetLookup } from '../edge-targets.js';
import type { EdgeModel } from '../member-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** Reports routes that cannot meet what a class requires. `declared` are the entities with the edges of their own class alone. */
export function checkRequirements(
  declared: readonly EntityModel[],
  entities: readonly EntityModel[],
  problems: SchemaProblems,
): void {
  checkEdgesOfTaggedRows(declared, entities, problems);
  checkFiltersOfFamilies(entities, problems);
}

/**
 * Reports edges that set foreign keys in rows that require `If-Match`: a request has one such header, for the row that its
 * path names.
 */
function checkEdgesOfTaggedRows(
  declared: readonly EntityModel[],
  entities: readonly EntityModel[],
  problems: SchemaProblems,
): void {
  const targetOf = createTargetLookup(entities);
  for (const entity of declared)
    for (const edge of entity.edges) {
      const target = targetOf(edge);
      const open = listOpenOperations(entity, edge);
      if (!target.requiresIfMatch || open.length === 0) continue;
      if (declared.some((base) => isInherited(edge, entity, base))) continue;
      problems.add({
        entity: entity.name,
        member: edge.property,
        problem: `the edge sets foreign keys of ${target.name}, ${describeRequiring(target)} requires If-Match: no request can have the tags of those rows.`,
        remedy: `Add @ExcludeOperations(${open.map((operation) => constantNames[operation]).join(', ')}), so that only ${target.name} sets them, or @RequireIfMatch(false) to ${listRequiring(target).join(' and ')}.`,
      });
    }
}

/** The classes of a row that require `If-Match`. A parent of single-table inheritance requires what one of its children does. */
function listRequiring({ name, variants }: EntityModel): readonly string[] {
  const classes = variants?.classes.map(({ entity }) => entity) ?? [];
  const requiring = classes.filter((one) => one.requiresIfMatch).map((one) => one.name);
  return requiring.length > 0 ? requiring : [name];
}

function describeRequiring(target: EntityModel): string {
  const names = listRequiring(target);
  return names.join() === target.name ? 'which' : `of which ${names.join(' and ')}`;
}

const constantNames = { create: 'OperationCreate', update: 'OperationUpdate' } as const;

/** The operations of the entity whose bodies change rows that the edge leads to. */
function listOpenOperations(
  { operations }: EntityModel,
  { join, settable }: EdgeModel,
): readonly ('create' | 'update')[] {
  if (join.kind !== 'foreign') return [];
  return (['create', 'update'] as const).filter(
    (operation) => settable[operation] && operations.includes(operation),
  );
}

/** Whether a base class that is an entity itself has the edge: it is reported there. */
function isInherited({ property }: EdgeModel, entity: EntityModel, base: EntityModel): boolean {
  const { target } = entity;
  return (
    typeof target === 'function' &&
    typeof base.target === 'function' &&
    (target as { readonly prototype: unknown }).prototype instanceof base.target &&
    base.edges.some((edge) => edge.property === property)
  );
}

/**
 * Single-table inheritance: reports required filters of a class that a write of many rows through its parent does without.
 */
function checkFiltersOfFamilies(entities: readonly EntityModel[], problems: SchemaProblems): void {
  for (const { name, bulk, variants } of entities) {
    if (!bulk || !variants) continue;
    const written = (['update', 'delete'] as const)
      .filter((operation) => bulk.operations.includes(operation))
      .flatMap((operation) => listBulkClasses(variants, operation));
    for (const { entity } of new Set(written)) {
      const required = entity.bulk?.requiredFilters ?? [];
      const isMet =
        bulk.requiredFilters.length > 0 && bulk.requiredFilters.every((one) => required.includes(one));
      if (required.length === 0 || isMet) continue;
      problems.add({
        entity: name,
        annotation: '@Bulk',
        problem: `it writes rows of ${entity.name} without the filters that ${entity.name} requires.`,
        remedy: `Add the @RequireFilter of ${entity.name} to ${name}, or @Bulk('create') to one of them.`,
      });
    }
  }
}
