// Reports answers that a shared cache may keep although they depend on the request.
import type { ApiModel, EntityModel } from '../api-model.js';
import { createTargetLookup, type TargetOf } from '../edge-targets.js';
import type { Settings } from '../../options.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { findPolicyEntities } from '../resolve/policy-model.js';
import type { Route } from '../route-model.js';

const sharedDirective = /(?:^|[\s,])(?:public|s-maxage)\b/i;

/** Reports `public` and `s-maxage` where policies, hooks or row-level security decide what a request sees. */
export function checkSharedCaches(
  { entities }: ApiModel,
  routes: readonly Route[],
  { sessionSettings }: Pick<Settings, 'sessionSettings'>,
  problems: SchemaProblems,
): void {
  const shared = entities.filter(({ cacheControl }) => sharedDirective.test(cacheControl ?? ''));
  const targetOf = createTargetLookup(entities);
  const policyNames = new Set(entities.flatMap(({ name, hasPolicies }) => (hasPolicies ? name : [])));
  for (const entity of shared) {
    const reads = routes.filter(({ subject, method }) => subject === entity && method === 'GET');
    const route = reads.find(
      (one) =>
        sessionSettings !== null ||
        one.entity.hasHooks ||
        one.subject.hasHooks ||
        [...findReadEntities(one, targetOf)].some((name) => policyNames.has(name)),
    );
    if (!route) continue;
    problems.add({
      entity: entity.name,
      annotation: '@CacheControl',
      problem: `a shared cache would give the answers of GET ${route.path} to others, but policies, hooks or the database decide who sees them.`,
      remedy: "Use 'private, ...' or 'no-store' for this class.",
    });
  }
}

/** The names of the entities whose rows an answer shows, or by whose rows it is filtered or sorted. */
function findReadEntities(route: Route, targetOf: TargetOf<EntityModel>): ReadonlySet<string> {
  const { entity, subject } = route;
  // With either, requests reach further.
  if (subject.where || subject.includes.length > 0) return findPolicyEntities(route, targetOf);
  const eager = subject.edges.filter((edge) => edge.eager);
  const filtered = subject.filters.flatMap(({ targets }) => targets.flatMap(({ edge }) => edge ?? []));
  const sorted = [subject, ...eager.map(targetOf)].flatMap(({ sorts }) =>
    sorts.flatMap((sort) => ('edge' in sort ? sort.edge : [])),
  );
  const classes = [entity, subject].flatMap(({ variants }) => variants?.classes ?? []);
  return new Set([
    entity.name,
    subject.name,
    ...classes.map((one) => one.entity.name),
    ...[...eager, ...filtered, ...sorted].map(({ target }) => target),
  ]);
}
