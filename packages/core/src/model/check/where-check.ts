// Checks the names that `where` and @RequireFilter use: the keys of a `where` are unambiguous, and required filters exist.
import type { EntityModel } from '../api-model.js';
import { findFilterEdges } from '../filter-edges.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { suggestName } from '../problem/suggestion.js';
import { quantifiers } from '../../vocabulary/quantifier.js';

/** Reports filters that are named like a quantifier of an edge, such as `all.has`. */
export function checkQuantifierNames(entities: readonly EntityModel[], problems: SchemaProblems): void {
  if (entities.every(({ where }) => where === null)) return;
  for (const entity of entities) {
    const names = new Set(entity.filters.map(({ name }) => name));
    const keys = findFilterEdges(entity).flatMap(({ edge }) =>
      quantifiers.map((quantifier) => `${quantifier}.${edge.name}`),
    );
    for (const key of keys.filter((each) => names.has(each)))
      problems.add({
        entity: entity.name,
        annotation: '@Filter',
        problem: `in a 'where', '${key}' would be both a filter and a quantifier of an edge.`,
        remedy: 'Rename the edge, or the field or group.',
      });
  }
}

/** Reports required filters that the list does not have. */
export function checkRequiredFilters(entities: readonly EntityModel[], problems: SchemaProblems): void {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  for (const entity of entities) {
    reportUnknownFilters({ entity: entity.name, required: entity.requiredFilters }, entity, problems);
    for (const { property, target, requiredFilters } of entity.edges) {
      const of = byName.get(target);
      const at = { entity: entity.name, member: property, required: requiredFilters };
      if (of) reportUnknownFilters(at, of, problems);
    }
  }
}

function reportUnknownFilters(
  {
    required,
    ...at
  }: { readonly entity: string; readonly member?: string; readonly required: readonly string[] },
  { name, filters }: EntityModel,
  problems: SchemaProblems,
): void {
  const names = filters.map((filter) => filter.name);
  for (const unknown of required.filter((each) => !names.includes(each)))
    problems.add({
      ...at,
      annotation: '@RequireFilter',
      problem: `${name} has no filter '${unknown}'.`,
      remedy: `${suggestName(unknown, names)}Use the name of a query parameter, such as 'owner.id.eq'.`,
    });
}
