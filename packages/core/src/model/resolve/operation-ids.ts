// Gives each operation an id that no other has: the one that an author wrote, or its usual one, which gives way to others.
import type { OperationId } from '../../vocabulary/operation.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import type { EntityModel } from '../api-model.js';
import type { OwnRoute } from '../route-model.js';
import { isOrExtends } from './class-hierarchy.js';
import { assignNouns } from './default-names.js';
import { toPlural, toSnakeCase } from './wire-name.js';

/** What the id of an operation says without an annotation: `list_pets`, `read_pet_owner`. */
export interface DefaultId {
  readonly verb: string;
  /** Whether it names many rows of a class. */
  readonly isMany: boolean;
  /** The property of the edge whose rows it concerns; null for those of the class. */
  readonly edge: string | null;
}

/** The ids that an operation may have. */
export interface OperationIds {
  /** The id of an annotation. Classes that inherit the annotation have the same object. */
  readonly written: OperationId | null;
  readonly byDefault: DefaultId;
}

/** A route that has no id yet. */
export type RouteDraft = Omit<OwnRoute, 'operationId'> & { readonly ids: OperationIds };

/** The id of an operation on one row of a class. */
export function nameOperation(verb: string): DefaultId {
  return { verb, isMany: false, edge: null };
}

/** The id of an operation on many rows of a class. */
export function nameOperationOfMany(verb: string): DefaultId {
  return { verb, isMany: true, edge: null };
}

/** The id of an operation on an edge. */
export function nameEdgeOperation(verb: string, edge: string): DefaultId {
  return { verb, isMany: false, edge };
}

/** Gives each route its id. Reports routes that have one id by two annotations. */
export function assignOperationIds(drafts: readonly RouteDraft[], problems: SchemaProblems): OwnRoute[] {
  const ids = resolveWrittenIds(drafts);
  const waiting = drafts.filter((draft) => !ids.has(draft)).map(createSpelling(drafts));
  const taken = new Set([...ids.values()].map(foldId));
  const isFree = (id: string): boolean => !taken.has(foldId(id));
  const assign = ({ draft }: Spelling, id: string): void => {
    ids.set(draft, id);
    taken.add(foldId(id));
  };
  const [ofClasses, ofEdges] = [
    waiting.filter(({ draft }) => !draft.edge),
    waiting.filter(({ draft }) => draft.edge),
  ];
  for (const spelling of ofClasses) if (isFree(spelling.usual)) assign(spelling, spelling.usual);
  // Of edges that share their usual id, none keeps it: the order of classes decides nothing.
  const edgesByUsualId = countBy(ofEdges, ({ usual }) => foldId(usual));
  for (const spelling of ofEdges)
    if (isFree(spelling.usual) && edgesByUsualId.get(foldId(spelling.usual)) === 1)
      assign(spelling, spelling.usual);
  const others = waiting.filter(({ draft }) => !ids.has(draft));
  for (const spelling of others.sort((a, b) => (a.place < b.place ? -1 : 1)))
    assign(spelling, findFree(spelling, isFree));
  const routes = drafts.map((draft) => toRoute(draft, ids.get(draft)));
  reportDuplicates(routes, problems);
  return routes;
}

/** The spellings of an operation without a written id. */
interface Spelling {
  readonly draft: RouteDraft;
  readonly usual: string;
  /** Instead of the usual id where another operation has that one, too: with more words for each further one. */
  readonly distinct: (words: string) => string;
  /** Orders operations, whatever the order of classes is. */
  readonly place: string;
}

function createSpelling(drafts: readonly RouteDraft[]): (draft: RouteDraft) => Spelling {
  const nouns = assignNouns({
    declared: 'class',
    names: drafts.map(({ entity }) => entity.name),
    toDefault: (name) => foldId(toSnakeCase(toPlural(name))),
  });
  return (draft) => {
    const { entity, method, ids } = draft;
    const { verb, edge, isMany } = ids.byDefault;
    const noun = nouns.get(entity.name) ?? entity.name;
    const from = toSnakeCase(isMany ? toPlural(noun) : noun);
    const place = `${entity.name} ${method} ${draft.path}`;
    if (edge === null)
      return { draft, usual: `${verb}_${from}`, distinct: (words) => `${verb}_the_${words}${from}`, place };
    const to = toSnakeCase(edge);
    const distinct = (words: string) => `${verb}_${to}_of_${words}${from}`;
    return { draft, usual: `${verb}_${from}_${to}`, distinct, place };
  };
}

/** The ids of annotations. Of classes that inherit one, those that are not the base of all others add their name to it. */
function resolveWrittenIds(drafts: readonly RouteDraft[]): Map<RouteDraft, string> {
  const heirsOf = new Map<OperationId, EntityModel[]>();
  for (const { ids, entity } of drafts)
    if (ids.written) heirsOf.set(ids.written, [...(heirsOf.get(ids.written) ?? []), entity]);
  const found = new Map<RouteDraft, string>();
  for (const draft of drafts) {
    const { written } = draft.ids;
    if (!written) continue;
    const isBase = isBaseOf(draft.entity, heirsOf.get(written) ?? []);
    found.set(draft, isBase ? written.id : `${written.id}_${toSnakeCase(draft.entity.name)}`);
  }
  return found;
}

function isBaseOf({ target }: EntityModel, heirs: readonly EntityModel[]): boolean {
  return heirs.length === 1 || (target !== null && heirs.every((heir) => isOrExtends(heir, target)));
}

function toRoute({ ids, ...route }: RouteDraft, operationId: string | undefined): OwnRoute {
  return { ...route, operationId: operationId ?? ids.byDefault.verb };
}

function countBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of values.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function findFree({ distinct }: Spelling, isFree: (id: string) => boolean): string {
  let words = '';
  while (!isFree(distinct(words))) words += 'the_';
  return distinct(words);
}

/** What is left of an id in generated clients, where the method of `list_pets` is `listPets`. */
function foldId(id: string): string {
  return id.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function reportDuplicates(routes: readonly OwnRoute[], problems: SchemaProblems): void {
  const first = new Map<string, OwnRoute>();
  for (const route of routes) {
    const twin = first.get(route.operationId);
    // Routes that share a path are reported elsewhere.
    if (twin?.path === route.path && twin.method === route.method) continue;
    if (twin) problems.add(describeSharedId(twin, route));
    else first.set(route.operationId, route);
  }
}

function describeSharedId(twin: OwnRoute, route: OwnRoute) {
  return {
    entity: route.entity.name,
    ...(route.edge ? { member: route.edge.property } : {}),
    annotation: '@OperationID',
    problem: `${twin.method} ${twin.path} and ${route.method} ${route.path} have the same operation id '${route.operationId}'.`,
    remedy: 'Give one of them another id.',
  };
}
