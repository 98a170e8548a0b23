// Resolves which policies restrict the rows of which entities, and the columns and relations that their conditions may name:
// those of every entity of the data source, visible or not.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { RowPolicy } from '../../vocabulary/policy.js';
import type { DiscriminatorModel, EntityModel, TableModel } from '../api-model.js';
import type { TargetOf } from '../edge-targets.js';
import { findFilterEdges } from '../filter-edges.js';
import type { JoinModel } from '../join-model.js';
import type { IncludeModel } from '../query-model.js';
import { listNestedEdges } from '../edge-creation.js';
import { bodyOperations, showsRows, type Route, type RouteKind } from '../route-model.js';
import { checkClasses, isOrExtends, isChildInTableOf } from './class-hierarchy.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import type { Spelling, ValueCodec } from '../stored-column.js';

/** An entity as conditions see it. */
export interface PolicyTable {
  readonly name: string;
  readonly table: TableModel;
  /** The columns of the primary key, in its order. */
  readonly key: readonly PolicyColumn[];
  readonly columns: ReadonlyMap<string, PolicyColumn>;
  readonly edges: ReadonlyMap<string, PolicyEdge>;
}

/** A column that conditions can name. */
export interface PolicyColumn {
  /** Property path in the class, such as `displayName` or `address.city`. */
  readonly property: string;
  readonly column: string;
  /** The kind of the stored values; null for a type that cannot be compared. */
  readonly columnKind: FieldKind | null;
  readonly codec: ValueCodec;
  readonly spelling: Spelling;
  /** The values of an enum; null for other columns. */
  readonly values: readonly (string | number)[] | null;
}

/** A relation as conditions see it; `join` is null where it cannot be followed. */
export interface PolicyEdge {
  readonly target: string;
  readonly join: JoinModel | null;
}

/** A policy on the rows of one entity. */
export interface AppliedPolicy {
  readonly policy: RowPolicy;
  /** The table whose columns and relations its conditions name. */
  readonly table: PolicyTable;
  /** Restricts the policy to rows of child classes (single-table inheritance). Null for all rows. */
  readonly kinds: DiscriminatorModel | null;
}

/** The policies of an API. */
export interface PolicyModel {
  /** The policies that restrict the rows of an entity. */
  getPolicies(entity: { readonly name: string }): readonly AppliedPolicy[];
  /** The table of an entity. Throws for an unknown name. */
  getTable(name: string): PolicyTable;
}

/** Assigns policies to entities. Reports policies for classes that no entity is or extends. */
export function resolvePolicies(
  scanned: readonly ScannedEntity[],
  policies: readonly RowPolicy[],
  problems: SchemaProblems,
): PolicyModel {
  const tables = new Map(scanned.map((entity) => [entity.name, createPolicyTable(entity)]));
  const tableOf = (name: string): PolicyTable => {
    const table = tables.get(name);
    if (!table) throw new Error(`No entity is named ${name}.`);
    return table;
  };
  checkClasses({ option: 'policies', classes: policies }, scanned, problems);
  const applied = new Map(
    scanned.map((entity) => [
      entity.name,
      policies.flatMap((policy) => applyPolicy(entity, policy, { scanned, tableOf })),
    ]),
  );
  return { getPolicies: ({ name }) => applied.get(name) ?? [], getTable: tableOf };
}

function createPolicyTable({ name, table, columns, relations }: ScannedEntity): PolicyTable {
  return {
    name,
    table,
    key: columns.filter((column) => column.primary),
    // Conditions cannot name expressions.
    columns: new Map(columns.flatMap((column) => (column.expression ? [] : [[column.property, column]]))),
    edges: new Map(relations.map(({ property, target, join }) => [property, { target, join }])),
  };
}

/** The policy applied to all rows of the entity, or to the rows of those of its children that it is for. */
function applyPolicy(
  entity: ScannedEntity,
  policy: RowPolicy,
  {
    scanned,
    tableOf,
  }: { readonly scanned: readonly ScannedEntity[]; readonly tableOf: PolicyModel['getTable'] },
): AppliedPolicy[] {
  if (isOrExtends(entity, policy.entity)) return [{ policy, table: tableOf(entity.name), kinds: null }];
  return scanned
    .filter((child) => isChildInTableOf(child, entity) && isOrExtends(child, policy.entity))
    .map(({ name, table }) => ({ policy, table: tableOf(name), kinds: table.discriminator }));
}

/**
 * The names of a route's entities and of all that their edges lead to; of those that `include` may embed, and of those across
 * whose edges embedded ones may be sorted; and of those that a `where` may test.
 */
export function findPolicyEntities(
  { entity, subject, kind }: Pick<Route, 'entity' | 'subject' | 'kind'>,
  targetOf: TargetOf<EntityModel>,
): ReadonlySet<string> {
  const found = new Set(
    [entity, subject].flatMap((each) => [
      ...listClasses(each),
      ...each.edges.map(({ target }) => target),
      ...each.edges.flatMap((edge) => (edge.eager ? listOrdering(targetOf(edge)) : [])),
    ]),
  );
  if (bodyOperations[kind] === 'create') addNestedEntities(subject, { found, targetOf });
  if (showsRows[kind]) for (const include of subject.includes) addEmbedded(include, { found, targetOf });
  if (hasWhere[kind] && subject.where) addFilteredEntities(subject, subject.where.depth, { found, targetOf });
  return found;
}

/** Adds the entities that a create may create, and those that it may then refer to. */
function addNestedEntities(
  subject: EntityModel,
  { found, targetOf }: { readonly found: Set<string>; readonly targetOf: TargetOf<EntityModel> },
): void {
  for (const edge of listNestedEdges(subject)) {
    const target = targetOf(edge);
    for (const name of [...listClasses(target), ...target.edges.map((other) => other.target)])
      found.add(name);
  }
}

/** The entity across whose edge rows are sorted by default. */
function listOrdering({ sorts, defaultSort }: EntityModel): readonly string[] {
  return sorts.flatMap((sort) => (sort.key === defaultSort.key && 'edge' in sort ? sort.edge.target : []));
}

/**
 * Adds the entities that filters read on paths of up to `depth` edges, including those across edges that filters only test, alone
 * or in a group.
 */
function addFilteredEntities(
  entity: EntityModel,
  depth: number,
  context: { readonly found: Set<string>; readonly targetOf: TargetOf<EntityModel> },
): void {
  if (depth === 0) return;
  for (const { targets } of entity.filters)
    for (const { edge } of targets) if (edge) context.found.add(edge.target);
  for (const { edge } of findFilterEdges(entity))
    addFilteredEntities(context.targetOf(edge), depth - 1, context);
}

/** The kinds of routes that take `where`. */
const hasWhere: Readonly<Record<RouteKind, boolean>> = {
  list: true,
  'edge-list': true,
  aggregate: true,
  'edge-aggregate': true,
  read: false,
  'edge-read': false,
  create: false,
  'edge-create': false,
  update: false,
  delete: false,
  restore: false,
  'bulk-create': false,
  'bulk-update': true,
  'bulk-delete': true,
};

/** Adds the entities that a path embeds, and those across whose edges they may be sorted or filtered. */
function addEmbedded(
  { edges, limit }: IncludeModel,
  context: { readonly found: Set<string>; readonly targetOf: TargetOf<EntityModel> },
): void {
  const edge = edges.at(-1);
  if (!edge) return;
  const target = context.targetOf(edge);
  for (const name of listClasses(target)) context.found.add(name);
  if (limit === null) return;
  for (const sort of target.sorts) if ('edge' in sort) context.found.add(sort.edge.target);
  if (target.where) addFilteredEntities(target, target.where.depth, context);
}

/** The names of an entity and of its classes. */
function listClasses({ name, variants }: EntityModel): readonly string[] {
  return [name, ...(variants?.classes ?? []).map((one) => one.entity.name)];
}
