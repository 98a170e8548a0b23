// Reports ambiguous names in requests and responses: of classes, of members, of the keys that change edges, of paths.
import type { Settings } from '../../options.js';
import type { EntityDraft } from '../resolve/entity-draft.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import type { EntityModel } from '../api-model.js';
import { suggestName } from '../problem/suggestion.js';

/** Keys that the API adds to responses, and the one that JavaScript reserves. */
const reserved: ReadonlySet<string> = new Set(['edges', 'truncated_edges', '__proto__']);

/** Reports classes of the same name: components, paths and edges could not distinguish them. */
export function checkClassNames(entities: readonly ScannedEntity[], problems: SchemaProblems): void {
  const seen = new Set<string>();
  for (const { name } of entities) {
    if (seen.has(name)) {
      problems.add({
        entity: name,
        problem: `two classes are named ${name}.`,
        remedy: 'Rename one of them, give it another name with @EntityName(), or leave one out with @Skip().',
      });
    }
    seen.add(name);
  }
}

/** Reports members whose names collide with each other or with the keys the API adds. */
export function checkMemberNames(draft: EntityDraft, problems: SchemaProblems): void {
  checkFieldNames(draft, problems);
  const owners = checkSharedNames(draft, problems);
  checkEdgeKeys(draft, owners, problems);
  checkEdgePaths(draft, problems);
}

function checkFieldNames({ name: entity, fields }: EntityDraft, problems: SchemaProblems): void {
  for (const { property, name } of fields) {
    if (!reserved.has(name)) continue;
    const problem = `the key '${name}' is reserved for the API.`;
    problems.add({
      entity,
      member: property,
      problem,
      remedy: 'Rename the property; its column can keep its name.',
    });
  }
}

/** Maps names in JSON to properties, also those of embedded objects. Reports two properties of the same name. */
function checkSharedNames(draft: EntityDraft, problems: SchemaProblems): ReadonlyMap<string, string> {
  const propertiesByName = new Map<string, string>();
  for (const member of [...draft.fields, ...draft.edges]) {
    for (const { name, property } of listWithParents(member)) {
      const owner = propertiesByName.get(name) ?? property;
      propertiesByName.set(name, owner);
      if (owner !== property) problems.add(describeSharedName(draft, { name, property }, owner));
    }
  }
  return propertiesByName;
}

/** `address.city` is also an `address`. */
function listWithParents(member: { readonly name: string; readonly property: string }) {
  const names = member.name.split('.');
  const properties = member.property.split('.');
  return names.map((_, at) => ({
    name: names.slice(0, at + 1).join('.'),
    property: properties.slice(0, at + 1).join('.'),
  }));
}

function describeSharedName(
  { name: entity }: EntityDraft,
  { name, property }: { readonly name: string; readonly property: string },
  owner: string,
) {
  return {
    entity,
    member: property,
    problem: `is named '${name}' in JSON, and so is ${owner}.`,
    remedy: 'Rename one of the two.',
  };
}

/** A member named `add_pets` would clash with the key that adds pets. */
function checkEdgeKeys(
  { name: entity, edges }: EntityDraft,
  owners: ReadonlyMap<string, string>,
  problems: SchemaProblems,
): void {
  const remedy = 'Rename the property; its column can keep its name.';
  for (const { name, property, unique, settable } of edges) {
    if (unique || !settable.update) continue;
    for (const key of [`add_${name}`, `remove_${name}`]) {
      const owner = owners.get(key);
      if (owner === undefined) continue;
      const problem = `the key '${key}' is reserved for updates of the edge ${property}.`;
      problems.add({ entity, member: owner, problem, remedy });
    }
  }
}

function checkEdgePaths({ name: entity, edges }: EntityDraft, problems: SchemaProblems): void {
  for (const { property: member, path, endpoint, creation } of edges) {
    if (!endpoint && !creation?.endpoint) continue;
    const removal = creation?.endpoint
      ? '@EdgeEndpoint(false) and @EdgeCreate(false)'
      : '@EdgeEndpoint(false)';
    const remedy = `Rename the property, or remove its endpoint with ${removal}.`;
    if (!isPathSegment(path)) {
      problems.add({ entity, member, problem: `'${path}' is not a valid path segment.`, remedy });
    }
  }
}

/** Whether a text is a path segment that needs no encoding: no slash, nothing percent-encoded, not only dots. */
export function isPathSegment(text: string): boolean {
  return /^[\w~-][\w.~-]*$/.test(text);
}

/** Reports names in the option `paths` that no class has. `classes` includes skipped ones. */
export function checkPathOption(
  { paths }: Settings,
  classes: readonly string[],
  problems: SchemaProblems,
): void {
  for (const name of Object.keys(paths)) {
    if (classes.includes(name)) continue;
    problems.add({
      entity: 'options',
      member: `paths.${name}`,
      problem: `no entity is named ${name}.`,
      remedy: `${suggestName(name, classes)}Use the name of a class: ${classes.join(', ')}.`,
    });
  }
}

/** Reports invalid path segments, and paths that two collections share. */
export function checkPaths(entities: readonly EntityModel[], problems: SchemaProblems): void {
  const byPath = new Map<string, string>();
  for (const { name, path } of entities) {
    const twin = byPath.get(path);
    byPath.set(path, name);
    const remedy = `Set another path with the option paths: { ${name}: '...' }.`;
    if (twin !== undefined && twin !== name)
      problems.add({ entity: name, problem: `has the same path '/${path}' as ${twin}.`, remedy });
    if (!isPathSegment(path))
      problems.add({ entity: name, problem: `its path '/${path}' is not a valid path segment.`, remedy });
  }
}
