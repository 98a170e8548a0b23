// Scans the entities of a data source into plain records. Only the scan files read TypeORM's metadata; they decide nothing
// about the API.
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ClassAnnotations } from '../../annotation/annotations.js';
import type { JsonSchema } from '../../vocabulary/json-schema.js';
import type { TableModel } from '../api-model.js';
import {
  listBeforeInsert,
  scanClassDefaults,
  type ClassDefault,
  type ClassDefaults,
} from './class-defaults.js';
import { sortByDeclaration } from './declared-order.js';
import { scanAnnotations } from './scan-annotations.js';
import { scanColumn, type EntitySource, type ScannedColumn } from './scan-columns.js';
import { createRuleScan, type RuleScan } from './scan-rules.js';
import { scanWrittenColumn } from './scan-stored-column.js';
import { getEntityName } from './entity-name.js';
import { hasExcludeAll } from './scan-exclusions.js';
import { hasOneSpelling } from './key-spelling.js';
import { isIdempotencyEntity } from './idempotency-entity.js';
import { getOwnColumns, getOwnRelations, scanListeners, scanLoadListeners } from './scan-classes.js';
import {
  findUnstorableValue,
  scanDiscriminator,
  scanFamily,
  type ScannedFamily,
} from './scan-discriminators.js';
import { returnsNewRows, scanAlwaysGenerated, scanKeySources } from './scan-keys.js';
import { scanStoredTree, type StoredTree } from './scan-trees.js';
import { scanRelationIds, scanRelation, type ScannedRelation } from './scan-relations.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** One entity as TypeORM describes it. */
export interface ScannedEntity {
  readonly name: string;
  /** The class, or null for an entity made by an EntitySchema. */
  readonly target: (abstract new () => object) | null;
  readonly annotations: ClassAnnotations;
  readonly table: TableModel;
  readonly columns: readonly ScannedColumn[];
  readonly relations: readonly ScannedRelation[];
  /** Members whose values need further statements: ids of relations in other tables. */
  readonly omittedMembers: readonly string[];
  /** class-transformer hides all members without `@Expose`. */
  readonly excludesAll: boolean;
  /** Its checks, exclusions, unique keys and other indexes, in this order. */
  readonly constraints: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** What TypeORM calls with its loaded instances: `Pet.addAge`, `Audit.afterLoad`. */
  readonly loadListeners: readonly string[];
  /** Single-table inheritance: the classes that extend it; null if none does. */
  readonly family: ScannedFamily | null;
  /** The code that TypeORM runs before it inserts a row. */
  readonly beforeInsert: ReturnType<typeof listBeforeInsert>;
  /** The kind of tree whose shape TypeORM stores a second time, in further columns or a further table; null for none. */
  readonly storedTree: StoredTree | null;
  /** Why the entity cannot be a resource; null if it can. */
  readonly unsupported: { readonly why: string; readonly remedy?: string } | null;
}

/** Scans every entity of an initialised data source. `defaultSchema` describes the values of columns that declare none. */
export function scanEntities(
  dataSource: DataSource,
  defaultSchema: JsonSchema | null,
): readonly ScannedEntity[] {
  const defaults = scanClassDefaults(dataSource);
  const scanRules = createRuleScan();
  return dataSource.entityMetadatas
    .filter(
      (metadata) => !metadata.isJunction && !metadata.isClosureJunction && !isIdempotencyEntity(metadata),
    )
    .map((metadata) => scanEntity(dataSource, metadata, { defaults, defaultSchema, scanRules }));
}

/** What the entities of one scan share. */
interface ScanContext {
  readonly defaults: ClassDefaults;
  readonly defaultSchema: JsonSchema | null;
  readonly scanRules: RuleScan;
}

function scanEntity(
  dataSource: DataSource,
  metadata: EntityMetadata,
  { defaults, defaultSchema, scanRules }: ScanContext,
): ScannedEntity {
  const target = typeof metadata.target === 'function' ? metadata.target : null;
  const annotations = scanAnnotations(dataSource, metadata, defaultSchema);
  const ofClass = defaults.get(metadata) ?? new Map<string, ClassDefault>();
  const source = { dataSource, metadata, annotations, defaults: ofClass, scanRules };
  const relationIds = scanRelationIds(source);
  return {
    name: getEntityName(metadata),
    target: target as (abstract new () => object) | null,
    annotations,
    table: scanTable(source),
    columns: sortByDeclaration(metadata, [
      ...getOwnColumns(metadata)
        .filter((column) => column.isDiscriminator || !column.isVirtual)
        .map((column) => scanColumn(source, column)),
      ...relationIds.columns,
    ]),
    omittedMembers: relationIds.leftOut,
    relations: getOwnRelations(metadata).map((relation) => scanRelation(source, relation)),
    excludesAll: hasExcludeAll(metadata.target),
    constraints: scanConstraints(metadata),
    loadListeners: scanLoadListeners(dataSource, metadata),
    family: scanFamily(dataSource, metadata),
    beforeInsert: listBeforeInsert(dataSource, metadata),
    storedTree: scanStoredTree(metadata),
    unsupported: describeUnsupportedEntity(dataSource, metadata),
  };
}

function describeUnsupportedEntity(
  dataSource: DataSource,
  metadata: EntityMetadata,
): ScannedEntity['unsupported'] {
  const unstorable = findUnstorableValue(dataSource, metadata);
  if (unstorable !== null)
    return {
      why: `the column of the discriminator cannot hold its value '${unstorable}'.`,
      remedy:
        'Give the class another with @ChildEntity(...), or change the column in @TableInheritance(...).',
    };
  if (metadata.primaryColumns.length > 0) return null;
  return metadata.tableType === 'view'
    ? {
        why: 'the view has no key.',
        remedy:
          'Put @ViewColumn() @PrimaryColumn(), in this order, on the columns that identify a row, or leave the view out with @Skip().',
      }
    : { why: 'it has no primary key.' };
}

function scanConstraints({
  checks,
  exclusions,
  uniques,
  indices,
}: EntityMetadata): ScannedEntity['constraints'] {
  const [unique, others] = [true, false].map((isUnique) =>
    indices.filter((one) => one.isUnique === isUnique),
  );
  const keys = [...uniques, ...(unique ?? []), ...(others ?? [])];
  return [
    ...[...checks, ...exclusions].map(({ name }) => ({ name, columns: [] })),
    ...keys.map(({ name, columns }) => ({ name, columns: columns.map(({ databaseName }) => databaseName) })),
  ];
}

function scanTable(source: EntitySource): TableModel {
  const { dataSource, metadata } = source;
  const { updateDateColumn, versionColumn, deleteDateColumn } = metadata;
  return {
    path: metadata.tablePath,
    isView: metadata.tableType === 'view',
    hasExactKey: metadata.primaryColumns.every((column) => hasOneSpelling(dataSource, column)),
    columns: getOwnColumns(metadata)
      .filter((column) => column.isInsert || column.isUpdate)
      .map((column) => scanWrittenColumn(source, column)),
    listeners: scanListeners(dataSource, metadata),
    deletedAt: deleteDateColumn?.databaseName ?? null,
    discriminator: scanDiscriminator(dataSource, metadata),
    filledColumns: getOwnColumns(metadata).flatMap((column) => scanFilledColumn(source, column)),
    classDefaults: [...source.defaults.keys()],
    keySources: scanKeySources(source),
    returnsNewRows: returnsNewRows(source),
    alwaysGenerated: scanAlwaysGenerated(source),
    touchedColumns: [
      ...(updateDateColumn ? [{ column: updateDateColumn.databaseName, kind: 'date' as const }] : []),
      ...(versionColumn ? [{ column: versionColumn.databaseName, kind: 'version' as const }] : []),
    ],
  };
}

/** A column that TypeORM itself fills in a new row. */
function scanFilledColumn(
  { dataSource, metadata }: EntitySource,
  column: ColumnMetadata,
): TableModel['filledColumns'][number][] {
  const name = column.databaseName;
  if (column.isVersion) return [{ column: name, by: 'version' }];
  if (column.isDiscriminator && metadata.discriminatorValue !== undefined)
    return [{ column: name, by: 'discriminator' }];
  const uuid = column.generationStrategy === 'uuid' && !dataSource.driver.isUUIDGenerationSupported();
  return uuid ? [{ column: name, by: 'uuid' }] : [];
}
