// Names that would mean two things on the wire: of classes, of members, of the keys that change edges.
import type { EdgeModel } from './api-model.js';
import type { EntityDraft } from './entity-draft.js';
import { isPathSegment } from './path-check.js';
import type { ScannedEntity } from './scan-entities.js';
import type { SchemaProblems } from './schema-problems.js';

/** Keys every entity may have in answers, and the one that JavaScript keeps for itself. */
const reserved: ReadonlySet<string> = new Set(['edges', 'truncated_edges', '__proto__']);

/** Reports classes of one name: components, paths and edges could not tell them apart. */
export function checkClassNames(entities: readonly ScannedEntity[], problems: SchemaProblems): void {
  const seen = new Set<string>();
  for (const { name } of entities) {
    if (seen.has(name)) {
      problems.add({
        entity: name,
        problem: `two classes are named ${name}.`,
        remedy: 'Rename one of them, or leave one out with @Skip().',
      });
    }
    seen.add(name);
  }
}

/** Reports members whose names collide with each other or with the keys the API adds. */
export function checkMemberNames(draft: EntityDraft, problems: SchemaProblems): void {
  checkFieldNames(draft, problems);
  const owners = checkSharedNames(draft, problems);
  for (const edge of draft.edges) checkEdgeKeys(draft, edge, owners, problems);
  checkEdgePaths(draft, problems);
}

function checkFieldNames({ name: entity, fields }: EntityDraft, problems: SchemaProblems): void {
  for (const { property, name } of fields) {
    if (!reserved.has(name)) continue;
    const problem = `the key '${name}' is kept for the API itself.`;
    problems.add({ entity, member: property, problem, remedy: 'Rename the property; its column may stay.' });
  }
}

/** Wire name -> property, for members and the objects that hold embedded ones. Two properties of one name are told. */
function checkSharedNames(draft: EntityDraft, problems: SchemaProblems): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const member of [...draft.fields, ...draft.edges]) {
    for (const { name, property } of withParents(member)) {
      const owner = owners.get(name) ?? property;
      owners.set(name, owner);
      if (owner !== property) problems.add(sharedName(draft, name, owner, property));
    }
  }
  return owners;
}

/** `address.city` is also an `address`. */
function withParents(member: { readonly name: string; readonly property: string }) {
  const names = member.name.split('.');
  const properties = member.property.split('.');
  return names.map((_, at) => ({
    name: names.slice(0, at + 1).join('.'),
    property: properties.slice(0, at + 1).join('.'),
  }));
}

function sharedName({ name: entity }: EntityDraft, name: string, owner: string, property: string) {
  return {
    entity,
    member: property,
    problem: `is '${name}' in JSON, and so is ${owner}.`,
    remedy: 'Rename one of the two.',
  };
}

/** A member named `add_pets` could not be told from the key that adds pets. */
function checkEdgeKeys(
  { name: entity }: EntityDraft,
  edge: EdgeModel,
  owners: ReadonlyMap<string, string>,
  problems: SchemaProblems,
): void {
  if (edge.unique || !edge.settable.update) return;
  for (const key of [`add_${edge.name}`, `remove_${edge.name}`]) {
    const owner = owners.get(key);
    if (owner === undefined) continue;
    const problem = `the key '${key}' changes the edge ${edge.property} in updates.`;
    problems.add({ entity, member: owner, problem, remedy: 'Rename the property; its column may stay.' });
  }
}

function checkEdgePaths({ name: entity, edges }: EntityDraft, problems: SchemaProblems): void {
  const byPath = new Map<string, string>();
  for (const { property: member, path, endpoint } of edges) {
    if (!endpoint) continue;
    const twin = byPath.get(path);
    byPath.set(path, member);
    const remedy = 'Rename the property, or take its endpoint away with @EdgeEndpoint(false).';
    if (twin !== undefined) {
      problems.add({ entity, member, problem: `has the same path '/${path}' as ${twin}.`, remedy });
    }
    if (!isPathSegment(path)) {
      problems.add({ entity, member, problem: `'${path}' is not one clean path segment.`, remedy });
    }
  }
}
