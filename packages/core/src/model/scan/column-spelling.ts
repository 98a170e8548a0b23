// How a column spells the values of its kind: rows are written by triggers, imports and other programs, too.
import type { DataSource, EntityMetadata } from 'typeorm';
import { engines, isDatabaseType, type Engine } from '../../vocabulary/database.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { Spelling } from '../stored-column.js';
import { getStorage, isInferred } from './column-type.js';
import { isIndexPart } from './scan-indexes.js';
import { hasTransformer } from './scan-kinds.js';

type ColumnMetadata = EntityMetadata['columns'][number];

/** Kinds whose columns accept more than the normal form of a value: texts for dates and UUIDs, numbers for booleans. */
const freeKinds: Readonly<Record<Engine, ReadonlySet<FieldKind>>> = {
  sqlite: new Set<FieldKind>(['datetime', 'date', 'time', 'uuid', 'boolean']),
  postgres: new Set<FieldKind>(),
  mariadb: new Set<FieldKind>(['uuid', 'boolean']),
  mysql: new Set<FieldKind>(['uuid', 'boolean']),
};

/** Engines whose times are spans. */
const spanEngines: ReadonlySet<Engine> = new Set<Engine>(['mariadb', 'mysql']);

/** Fractional digits of a second where none are declared: the table may be another program's, with as many as there can be. */
const secondDigits = 6;

/** Answers show milliseconds. */
const shownDigits = 3;

/** A column, and the tables and indexes around it. */
interface ColumnSource {
  readonly dataSource: DataSource;
  readonly metadata: EntityMetadata;
}

/** The spelling of a column. Booleans of an index are compared as they are, so that it serves; others are not shown. */
export function findSpelling(
  { dataSource, metadata }: ColumnSource,
  column: ColumnMetadata,
  columnKind: FieldKind | null,
): Spelling {
  const { options, driver } = dataSource;
  if (columnKind === null || !isDatabaseType(options.type)) return 'normal';
  const engine = engines[options.type];
  // A key names one row: two rows may share a millisecond.
  if (column.isPrimary && columnKind !== 'uuid') return 'normal';
  if (columnKind === 'datetime' && engine !== 'sqlite')
    return isInferred(column) || (column.precision ?? secondDigits) > shownDigits ? 'finer' : 'normal';
  if (columnKind === 'float' && isWidened(dataSource, column)) return 'single';
  if (columnKind === 'time' && spanEngines.has(engine)) return 'spans';
  if (!freeKinds[engine].has(columnKind) || hasTransformer(column)) return 'normal';
  // Expressions of the author have the form that he chose, but for the clock of SQLite.
  if (column.isVirtualProperty) return columnKind === 'datetime' ? 'free' : 'normal';
  // Looking up further texts of a key would lock the gaps between keys.
  if (columnKind === 'uuid' && engine !== 'sqlite' && column.isPrimary) return 'normal';
  if (columnKind === 'boolean') return isIndexPart(metadata, column) ? 'normal' : 'free';
  const isNative = columnKind === 'uuid' && driver.normalizeType(column) === 'uuid';
  return isNative ? 'normal' : 'free';
}

/** A column whose floats have the digits of single precision: see `createSingleCodec`. */
function isWidened(dataSource: DataSource, column: ColumnMetadata): boolean {
  const isDeclared =
    typeof column.type === 'string' && getStorage(dataSource).widenedSingles.has(column.type);
  return isDeclared && !column.isVirtualProperty && !hasTransformer(column);
}
