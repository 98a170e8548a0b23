// Gives each operation an id that no other has: the one that an author wrote, or its usual one, which gives way to others.
import type { OperationId } from '../../vocabulary/operation.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import type { EntityModel } from '../api-model.js';
import type { OwnRoute } from '../route-model.js';
import { isOrExtends } from './class-hierarchy.js';
import { toSnakeCase } from './wire-name.js';

/** The ids that an operation may have. */
export interface OperationIds {
  /** The id of an annotation. Classes that inherit the annotation have the same object. */
  readonly written: OperationId | null;
  readonly usual: string;
  /** Instead of the usual id where another operation has that one, too. */
  readonly distinct: string;
}

/** A route that has no id yet. */
export type RouteDraft = Omit<OwnRoute, 'operationId'> & { readonly ids: OperationIds };

/** The ids of an operation without an annotation. */
export type DefaultIds = Pick<OperationIds, 'usual' | 'distinct'>;

/** The ids of an operation on the rows of a class. */
export function nameOperation(verb: string, noun: string): DefaultIds {
  const id = `${verb}_${toSnakeCase(noun)}`;
  return { usual: id, distinct: id };
}

/** The ids of an operation on an edge. Only distinct ids have two underscores, so none of them is the usual id of a class or an edge. */
export function nameEdgeOperation(verb: string, entity: string, edge: string): DefaultIds {
  const [from, to] = [toSnakeCase(entity), toSnakeCase(edge)];
  return { usual: `${verb}_${from}_${to}`, distinct: `${verb}_${from}__${to}` };
}

/** Gives each route its id. Reports routes that have one id by two annotations. */
export function assignOperationIds(drafts: readonly RouteDraft[], problems: SchemaProblems): OwnRoute[] {
  const ids = resolveWrittenIds(drafts);
  const edgesByUsualId = countBy(
    drafts.filter((draft) => draft.edge && !draft.ids.written),
    ({ ids: { usual } }) => usual,
  );
  const choose = ({ edge, ids: { usual, distinct } }: RouteDraft) => {
    // Of edges that share their usual id, none keeps it: the order of classes decides nothing.
    const isShared = edge !== null && (edgesByUsualId.get(usual) ?? 0) > 1;
    return isShared || taken.has(usual) ? findFree(distinct, taken) : usual;
  };
  const taken = new Set(ids.values());
  const [ofEdges, ofClasses] = [drafts.filter(({ edge }) => edge), drafts.filter(({ edge }) => !edge)];
  for (const draft of [...ofClasses, ...ofEdges]) {
    if (ids.has(draft)) continue;
    const id = choose(draft);
    ids.set(draft, id);
    taken.add(id);
  }
  const routes = drafts.map((draft) => toRoute(draft, ids.get(draft)));
  reportDuplicates(routes, problems);
  return routes;
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
  return { ...route, operationId: operationId ?? ids.usual };
}

function countBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of values.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function findFree(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; taken.has(free); number++) free = `${id}_${number}`;
  return free;
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
