// The keys that an index of PostgreSQL needs for a request.
import {
  createColumnKey,
  type Catalogue,
  type CatalogueColumn,
  type CatalogueTable,
  type IndexKey,
  type IndexUse,
  type NestedValue,
  type NeededColumn,
} from '../../advice/catalogue.js';

/** The extension pg_trgm: whether it is installed, and its schema if that is not on the search path. */
export interface TrigramSupport {
  readonly installed: boolean;
  readonly schema: string | null;
}

/** Types for which an index serves prefixes and parts of texts. */
const texts: ReadonlySet<string> = new Set(['text', 'varchar']);

/** Chooses keys, with the schema of the trigram operators; null where the server has none. */
export function createKeyChooser(
  quote: (identifier: string) => string,
  trigrams: TrigramSupport | null,
): Catalogue['chooseKeys'] {
  return (need, table) => {
    const [first] = need.columns;
    const column = first && table.columns.get(first.column);
    if (!first || !column) return 'The table has no such column.';
    const obstacle = first.inside && describeObstacle(first.inside, need.use);
    if (obstacle) return obstacle;
    switch (need.use) {
      case 'order':
        return need.columns.map((each) => createOrderKey(each, table));
      case 'equality':
      case 'range':
        return need.columns.map((each) => createPlainKey(each, table));
      case 'prefix':
        return choosePrefixKey(first, column);
      case 'fold':
        return chooseTextKey(first, column, { expression: `lower(${quote(first.column)})` });
      case 'part':
        return trigrams
          ? chooseTextKey(first, column, { operators: 'trigram' })
          : 'Finding parts of texts needs the extension pg_trgm, which this server does not have.';
    }
  };
}

/** Collations of the results of expressions: none, and that of the database. */
const noCollation = '0';
const defaultCollation = '100';

/** An index expression must be immutable; the text of an instant depends on a setting. */
function describeObstacle({ kind, storage }: NestedValue, use: IndexUse): string | null {
  if (storage === 'json text' || (kind !== 'string' && kind !== 'integer'))
    return 'There is advice only for texts and integers in json and jsonb columns.';
  const isPlain = use === 'equality' || use === 'range' || use === 'order';
  return isPlain ? null : 'There is no advice for parts and prefixes of texts inside JSON.';
}

/** A key with PostgreSQL's defaults: NULL is highest. */
function createPlainKey(
  { column, inside }: NeededColumn,
  { columns }: CatalogueTable,
  facts: Partial<IndexKey> = {},
): IndexKey {
  const ofExpression = inside?.kind === 'string' ? defaultCollation : noCollation;
  const collation = inside ? ofExpression : (columns.get(column)?.collation ?? null);
  const expression = inside?.sql ?? null;
  return createColumnKey(
    { column, descending: false },
    { expression, nullsFirst: false, collation, ...facts },
  );
}

/** NULL sorts as in ORDER BY, which states it for nullable columns. */
function createOrderKey(needed: NeededColumn, table: CatalogueTable): IndexKey {
  const { descending, nullable } = needed;
  const nullsFirst = nullable ? needed.nullsFirst : descending;
  return createPlainKey(needed, table, { descending, nullsFirst });
}

/** If texts are ordered by their bytes, a default index keeps all texts with a prefix together. */
function choosePrefixKey(needed: NeededColumn, column: CatalogueColumn): readonly IndexKey[] | string {
  return chooseTextKey(needed, column, column.byteOrder ? {} : { operators: 'pattern' });
}

function chooseTextKey(
  { column }: NeededColumn,
  { type, collation }: CatalogueColumn,
  facts: Partial<IndexKey>,
): readonly IndexKey[] | string {
  if (!texts.has(type)) return `PostgreSQL has no index that serves this predicate on the type ${type}.`;
  return [createColumnKey({ column, descending: false }, { nullsFirst: false, collation, ...facts })];
}
