// Scans what fills the columns of a key that a statement leaves out, and columns that take no value of a statement.
import type { DataSource, EntityMetadata } from 'typeorm';
import { engines, isDatabaseType, type Engine } from '../../vocabulary/database.js';
import type { KeySource } from '../key-source.js';
import { getOwnColumns, type ColumnMetadata } from './scan-classes.js';
import type { EntitySource } from './scan-columns.js';

/** What fills the columns of the key: none for those that a body, a class or the server gives. */
export function scanKeySources(source: EntitySource): readonly KeySource[] {
  return getOwnColumns(source.metadata)
    .filter(({ isPrimary }) => isPrimary)
    .flatMap((column) => scanKeySource(source, column));
}

function scanKeySource({ dataSource, metadata }: EntitySource, column: ColumnMetadata): KeySource[] {
  const { databaseName, generationStrategy, asExpression } = column;
  const from = (by: KeySource['by'], expression: string | null = null): KeySource[] => [
    { column: databaseName, by, expression },
  ];
  if (asExpression !== undefined) return from('row');
  if (generationStrategy === 'increment' && hasCounters(dataSource)) return from('counter');
  if (column.isGenerated) return from('generator');
  const expression = dataSource.driver.normalizeDefault(column);
  if (expression === undefined) return [];
  if (typeof column.default !== 'function') return from('literal', expression);
  return from(namesColumn(expression, metadata) ? 'row' : 'function', expression);
}

/** The driver reports the value of AUTO_INCREMENT. */
const countersByEngine: Readonly<Record<Engine, boolean>> = {
  sqlite: false,
  postgres: false,
  mariadb: true,
  mysql: true,
};

function hasCounters({ options: { type } }: DataSource): boolean {
  return isDatabaseType(type) && countersByEngine[engines[type]];
}

/** Whether INSERT can return columns: always but on MySQL, and on MariaDB before 10.5. */
export function returnsNewRows({ dataSource }: EntitySource): boolean {
  return !hasCounters(dataSource) || dataSource.driver.isReturningSqlSupported('insert');
}

/** Whether an expression names a column of the table, outside of texts. A name before a parenthesis is that of a function. */
function namesColumn(expression: string, { columns }: EntityMetadata): boolean {
  const code = expression.replace(/'(?:[^'\\]|''|\\.)*'/gs, "''");
  const words = new Set(
    [...code.matchAll(/[A-Za-z_$][\w$]*(?![\w$]|\s*\()/g)].map(([word]) => word.toLowerCase()),
  );
  return columns.some(({ databaseName }) => words.has(databaseName.toLowerCase()));
}

/** The columns whose value PostgreSQL always generates, unless a statement says that it overrides it. */
export function scanAlwaysGenerated({ metadata }: EntitySource): readonly string[] {
  return getOwnColumns(metadata).flatMap(({ generatedIdentity, databaseName }) =>
    generatedIdentity === 'ALWAYS' ? databaseName : [],
  );
}
