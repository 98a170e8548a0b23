// Resolves the routes of a model: one per operation and per edge endpoint, in the order of the document.
import type { Settings } from '../../options.js';
import type { Operation } from '../../vocabulary/operation.js';
import { addArticle } from '../../vocabulary/wording.js';
import type { ApiModel, EntityModel } from '../api-model.js';
import { hasEndpoint } from '../edge-endpoint.js';
import { createTargetLookup } from '../edge-targets.js';
import type { CollectionModel, EdgeModel } from '../member-model.js';
import { resolveCaching } from './caching-model.js';
import { createBulkRoutes } from './bulk-routes.js';
import { describeFurtherOperation, describeOperation } from './doc-model.js';
import { createEdgeCreateRoutes, listNestedJson, listNestedTargets } from './edge-create-route.js';
import { resolveKeyUse } from './idempotency-model.js';
import {
  assignOperationIds,
  nameEdgeOperation,
  nameOperation,
  nameOperationOfMany,
  type RouteDraft,
} from './operation-ids.js';
import type { ProblemsOf } from './problem-model.js';
import {
  aggregateSegment,
  type OwnRoute,
  type Route,
  type RouteKind,
  type RouteMethod,
} from '../route-model.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { findPolicyEntities } from './policy-model.js';
import { toRestoreRoute } from './restore-route.js';
import { toPlural } from './wire-name.js';

/** The parts of a route that follow from its operation. */
interface RouteFacts {
  readonly kind: RouteKind;
  readonly method: RouteMethod;
  readonly path: (entity: EntityModel) => string;
  readonly summary: (entity: string) => string;
}

const routeFacts: Readonly<Record<Operation, RouteFacts>> = {
  list: {
    kind: 'list',
    method: 'GET',
    path: getCollectionPath,
    summary: (entity) => `List ${toPlural(entity)}`,
  },
  create: {
    kind: 'create',
    method: 'POST',
    path: getCollectionPath,
    summary: (entity) => `Create ${addArticle(entity)}`,
  },
  read: {
    kind: 'read',
    method: 'GET',
    path: getItemPath,
    summary: (entity) => `Read ${addArticle(entity)}`,
  },
  update: {
    kind: 'update',
    method: 'PATCH',
    path: getItemPath,
    summary: (entity) => `Update ${addArticle(entity)}`,
  },
  delete: {
    kind: 'delete',
    method: 'DELETE',
    path: getItemPath,
    summary: (entity) => `Delete ${addArticle(entity)}`,
  },
};

const routeOrder: readonly Operation[] = ['list', 'create', 'read', 'update', 'delete'];

interface RouteContext {
  readonly settings: Settings;
  readonly problemsOf: ProblemsOf;
  readonly problems: SchemaProblems;
}

/** All routes of the model. Reports operations that share an id. */
export function resolveRoutes(
  model: ApiModel,
  { settings: { addEdgesToTags, idempotency, sessionSettings }, problemsOf, problems }: RouteContext,
): readonly Route[] {
  const byName = new Map(model.entities.map((entity) => [entity.name, entity]));
  const tagsOfEdges = ({ edges }: EntityModel) =>
    addEdgesToTags
      ? edges.flatMap(({ eager, target }) => (eager ? (byName.get(target)?.doc.tags ?? []) : []))
      : [];
  const drafts = model.entities.flatMap((entity) => [
    ...routeOrder
      .filter((operation) => entity.operations.includes(operation))
      .map((operation) => createEntityRoute(entity, operation, tagsOfEdges(entity))),
    ...(entity.restorable ? [toRestoreRoute(createEntityRoute(entity, 'update', tagsOfEdges(entity)))] : []),
    ...createBulkRoutes(entity, (operation) => createEntityRoute(entity, operation, tagsOfEdges(entity))),
    ...createAggregateRoutes(entity, tagsOfEdges(entity)),
    ...entity.edges.flatMap((edge) => [
      ...createEdgeRoutes(entity, edge, byName.get(edge.target)),
      ...createEdgeCreateRoutes(entity, edge, byName.get(edge.target)),
    ]),
  ]);
  const routes = assignOperationIds(drafts, problems);
  const targetOf = createTargetLookup(model.entities);
  const hasPolicies = (name: string) => byName.get(name)?.hasPolicies === true;
  const mayForbid = (route: OwnRoute) =>
    route.entity.hasHooks ||
    route.subject.hasHooks ||
    listNestedTargets(route, targetOf).some(({ hasHooks }) => hasHooks) ||
    [...findPolicyEntities(route, targetOf)].some(hasPolicies);
  const secured = routes.map((route) => ({ ...route, mayForbid: mayForbid(route) }));
  return secured.map((route) => ({
    ...route,
    caching: resolveCaching(route, route.mayForbid || sessionSettings !== null),
    errors: problemsOf(route),
    idempotencyKey: idempotency ? resolveKeyUse(route, targetOf) : null,
    nestedJson: listNestedJson(route, targetOf),
  }));
}

function getCollectionPath(entity: EntityModel): string {
  return `/${entity.path}`;
}

function getItemPath(entity: EntityModel): string {
  return `/${entity.path}/{id}`;
}

function createEntityRoute(
  entity: EntityModel,
  operation: Operation,
  moreTags: readonly string[],
): RouteDraft {
  const facts = routeFacts[operation];
  return {
    kind: facts.kind,
    method: facts.method,
    path: facts.path(entity),
    entity,
    edge: null,
    subject: entity,
    ...(operation === 'list' ? pickCollection(entity) : noCollection),
    operation,
    ...describeOperation(entity.doc, operation, {
      id: operation === 'list' ? nameOperationOfMany(operation) : nameOperation(operation),
      summary: facts.summary(entity.name),
    }),
    tags: [...new Set([...entity.doc.tags, ...moreTags])],
    mounted: entity.mounted,
  };
}

/** Aggregates need the list whose rows they group. */
function createAggregateRoutes(entity: EntityModel, moreTags: readonly string[]): RouteDraft[] {
  if (!entity.aggregate || !entity.operations.includes('list')) return [];
  const many = toPlural(entity.name);
  return [
    {
      ...createEntityRoute(entity, 'list', moreTags),
      kind: 'aggregate',
      collection: buildGroupCollection(entity.collection),
      path: `${getCollectionPath(entity)}/${aggregateSegment}`,
      ...describeFurtherOperation(entity.doc, 'aggregate', {
        id: nameOperationOfMany('aggregate'),
        summary: `Aggregate ${many}`,
      }),
    },
  ];
}

function createEdgeAggregateRoutes(list: RouteDraft): RouteDraft[] {
  const { kind, entity, edge, subject, path } = list;
  if (kind !== 'edge-list' || !edge || !subject.aggregate) return [];
  return [
    {
      ...list,
      kind: 'edge-aggregate',
      collection: buildGroupCollection(edge.collection),
      path: `${path}/${aggregateSegment}`,
      ...describeFurtherOperation(edge.doc, 'aggregate', {
        id: nameEdgeOperation('aggregate', edge.property),
        summary: `Aggregate the ${edge.property} of ${addArticle(entity.name)}`,
      }),
    },
  ];
}

/** By default an edge endpoint needs the parent's read (unique) or list (non-unique). */
function createEdgeRoutes(
  entity: EntityModel,
  edge: EdgeModel,
  subject: EntityModel | undefined,
): RouteDraft[] {
  const operation: Operation = edge.unique ? 'read' : 'list';
  if (!subject || !hasEndpoint(entity, edge)) return [];
  const route: RouteDraft = {
    kind: edge.unique ? 'edge-read' : 'edge-list',
    method: 'GET',
    path: `${getItemPath(entity)}/${edge.path}`,
    entity,
    edge,
    subject,
    ...(edge.unique ? noCollection : pickCollection(edge)),
    operation,
    ...describeOperation(edge.doc, operation, {
      id: nameEdgeOperation(operation, edge.property),
      summary: `${edge.unique ? 'Read' : 'List'} the ${edge.property} of ${addArticle(entity.name)}`,
    }),
    deprecated: entity.doc.deprecated || edge.doc.deprecated,
    mounted: entity.mounted && edge.mounted,
  };
  return [route, ...createEdgeAggregateRoutes(route)];
}

const noCollection = { collection: null, requiredFilters: [] } as const;

function pickCollection({
  collection,
  requiredFilters,
}: EntityModel | EdgeModel): Pick<Route, 'collection' | 'requiredFilters'> {
  return { collection, requiredFilters };
}

/** Groups have counted pages, whatever the collection itself offers. */
function buildGroupCollection(collection: CollectionModel): CollectionModel {
  return { ...collection, paginated: true, cursors: false, countModes: [], maxOffset: null, exports: [] };
}
