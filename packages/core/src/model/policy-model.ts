// Which policies decide about the rows of which entities, and the columns and relations their conditions may name:
// those of every entity of the data source, whether the API shows it or not.
import type { FieldKind } from '../vocabulary/field-kind.js';
import type { RowPolicy } from '../vocabulary/row-policy.js';
import type { TableModel } from './api-model.js';
import type { JoinModel } from './join-model.js';
import { checkClasses, isOrExtends, sharesTable } from './class-kinship.js';
import type { ScannedEntity } from './scan-entities.js';
import type { SchemaProblems } from './schema-problems.js';
import type { ValueCodec } from './value-codec.js';

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
  /** Where its names are looked up. */
  readonly table: PolicyTable;
  /** Only rows of these kinds: the policy is one for a child class (single-table inheritance). Null for all rows. */
  readonly kinds: { readonly column: string; readonly values: readonly string[] } | null;
}

/** The policies of an API. */
export interface PolicyModel {
  /** What decides about the rows of an entity; empty where nothing does. */
  of(entity: { readonly name: string }): readonly AppliedPolicy[];
  /** Throws for a name that no entity has. */
  tableOf(name: string): PolicyTable;
}

/** Finds out which policy is for which entities. A policy for a class that no entity is or extends is a problem. */
export function resolvePolicies(
  scanned: readonly ScannedEntity[],
  policies: readonly RowPolicy[],
  problems: SchemaProblems,
): PolicyModel {
  const tables = new Map(scanned.map((entity) => [entity.name, policyTable(entity)]));
  const tableOf = (name: string): PolicyTable => {
    const table = tables.get(name);
    if (!table) throw new Error(`There is no entity ${name}.`);
    return table;
  };
  checkClasses('policies', policies, scanned, problems);
  const applied = new Map(
    scanned.map((entity) => [
      entity.name,
      policies.flatMap((policy) => appliedTo(entity, policy, scanned, tableOf)),
    ]),
  );
  return { of: ({ name }) => applied.get(name) ?? [], tableOf };
}

function policyTable({ name, table, columns, relations }: ScannedEntity): PolicyTable {
  return {
    name,
    table,
    key: columns.filter((column) => column.primary),
    // An expression is no column that a condition can name.
    columns: new Map(columns.flatMap((column) => (column.expression ? [] : [[column.property, column]]))),
    edges: new Map(relations.map(({ property, target, join }) => [property, { target, join }])),
  };
}

/** As a policy for the entity's own rows, or for those of its children that the policy is for. */
function appliedTo(
  entity: ScannedEntity,
  policy: RowPolicy,
  scanned: readonly ScannedEntity[],
  tableOf: PolicyModel['tableOf'],
): AppliedPolicy[] {
  if (isOrExtends(entity, policy.entity)) return [{ policy, table: tableOf(entity.name), kinds: null }];
  return scanned
    .filter((child) => sharesTable(child, entity) && isOrExtends(child, policy.entity))
    .map(({ name, table }) => ({ policy, table: tableOf(name), kinds: table.discriminator }));
}
