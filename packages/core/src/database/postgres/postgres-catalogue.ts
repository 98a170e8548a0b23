// The indexes of PostgreSQL: read from pg_index, and created.
import {
  groupRows,
  readText,
  type Catalogue,
  type CatalogueColumn,
  type CatalogueIndex,
  type IndexKey,
  type ReadCatalogue,
} from '../../advice/catalogue.js';
import { createKeyChooser, type TrigramSupport } from './postgres-index-keys.js';

/** Finds tables as statements do: through the search path. */
const tables = `FROM unnest(CAST($1 AS text[]), CAST($2 AS text[])) AS named(path, quoted)
JOIN pg_class AS held ON held.oid = to_regclass(named.quoted) AND held.relkind IN ('r', 'p')`;

/** Collations that compare bytes: `b` is the built-in provider, `c` that of the operating system. */
const byteOrder = `CASE WHEN used.oid = 100
  THEN COALESCE(to_jsonb(here) ->> 'datlocprovider', 'c') = 'b' OR (COALESCE(to_jsonb(here) ->> 'datlocprovider', 'c') = 'c' AND here.datcollate IN ('C', 'POSIX'))
  ELSE used.collprovider = 'b' OR (used.collprovider = 'c' AND used.collcollate IN ('C', 'POSIX')) END`;

const selectColumns = `SELECT named.path, part.attname, kind.typname, CAST(part.attcollation AS text), CAST(COALESCE(${byteOrder}, false) AS int)
${tables}
JOIN pg_attribute AS part ON part.attrelid = held.oid AND part.attnum > 0 AND NOT part.attisdropped
JOIN pg_type AS kind ON kind.oid = part.atttypid
LEFT JOIN pg_collation AS used ON used.oid = part.attcollation
JOIN pg_database AS here ON here.datname = current_database()`;

const selectKeys = `SELECT named.path, entry.relname, method.amname, CAST(found.indisunique AS int), pg_get_expr(found.indpred, found.indrelid),
  part.attname, pg_get_indexdef(found.indexrelid, place, true), CAST(found.indoption[place - 1] AS int),
  CAST(found.indcollation[place - 1] AS text), class.opcname, CAST(class.opcdefault AS int)
${tables}
JOIN pg_index AS found ON found.indrelid = held.oid AND found.indisvalid
JOIN pg_class AS entry ON entry.oid = found.indexrelid
JOIN pg_am AS method ON method.oid = entry.relam
CROSS JOIN generate_series(1, CAST(found.indnkeyatts AS int)) AS place
JOIN pg_opclass AS class ON class.oid = found.indclass[place - 1]
LEFT JOIN pg_attribute AS part ON part.attrelid = found.indrelid AND part.attnum = found.indkey[place - 1]
ORDER BY named.path, entry.relname, place`;

const selectTrigrams = `SELECT CAST(installed_version IS NOT NULL AS int), (
  SELECT CASE WHEN pg_opclass_is_visible(class.oid) THEN NULL ELSE home.nspname END
  FROM pg_opclass AS class JOIN pg_namespace AS home ON home.oid = class.opcnamespace
  WHERE class.opcname = 'gin_trgm_ops' LIMIT 1)
FROM pg_available_extensions WHERE name = 'pg_trgm'`;

/** Reads the indexes of tables. Invalid ones do not count. */
export const readPostgresCatalogue: ReadCatalogue = async (read, named, quote) => {
  const names = [named.map(({ path }) => path), named.map(({ quoted }) => quoted)];
  const columnRows = groupRows(await read(selectColumns, names), getPath);
  const keyRows = groupRows(await read(selectKeys, names), getPath);
  const trigrams = toTrigramSupport(await read(selectTrigrams, []));
  const byPath = [...columnRows].map(([path, rows]) => {
    const indexes = groupRows(keyRows.get(path) ?? [], ([, name]) => String(name));
    const columns = new Map(rows.map(toColumn));
    return [path, { columns, indexes: [...indexes.values()].map(toIndex), appended: [] }] as const;
  });
  return {
    tables: new Map(byPath),
    chooseKeys: createKeyChooser(quote, trigrams),
    compileIndex: createIndexCompiler(quote, trigrams),
  };
};

function getPath([path]: readonly unknown[]): string {
  return String(path);
}

function toTrigramSupport([row]: readonly (readonly unknown[])[]): TrigramSupport | null {
  if (!row) return null;
  const [installed, schema] = row;
  return { installed: Number(installed) === 1, schema: typeof schema === 'string' ? schema : null };
}

function toColumn([, name, type, collation, isByteOrder]: readonly unknown[]): [string, CatalogueColumn] {
  const byteOrdered = Number(isByteOrder) === 1;
  return [
    String(name),
    { type: String(type), collation: String(collation), byteOrder: byteOrdered, whole: true },
  ];
}

const methods: ReadonlyMap<string, CatalogueIndex['method']> = new Map([
  ['btree', 'tree'],
  ['hash', 'hash'],
]);

function toIndex(rows: readonly (readonly unknown[])[]): CatalogueIndex {
  const [, name, method, unique, predicate] = rows[0] ?? [];
  return {
    name: String(name),
    method: methods.get(String(method)) ?? 'inverted',
    keys: rows.map(toKey),
    uniqueKeys: Number(unique) === 1 ? rows.length : null,
    predicate: typeof predicate === 'string' ? predicate : null,
  };
}

/** Bits of an index's options: descending, and NULL first. */
const descendingBit = 1;
const nullsFirstBit = 2;

function toKey([
  ,
  ,
  ,
  ,
  ,
  column,
  definition,
  options,
  collation,
  operators,
  isDefault,
]: readonly unknown[]): IndexKey {
  const bits = Number(options);
  return {
    column: readText(column) ?? '',
    expression: column === null ? String(definition) : null,
    descending: (bits & descendingBit) !== 0,
    nullsFirst: (bits & nullsFirstBit) !== 0,
    collation: String(collation),
    operators: classifyOperators(String(operators), Number(isDefault) === 1),
    length: null,
  };
}

function classifyOperators(name: string, isDefault: boolean): IndexKey['operators'] {
  if (/^(?:text|varchar|bpchar)_pattern_ops$/.test(name)) return 'pattern';
  if (/^(?:gin|gist)_trgm_ops$/.test(name)) return 'trigram';
  return isDefault ? 'order' : 'other';
}

function createIndexCompiler(
  quote: (identifier: string) => string,
  trigrams: TrigramSupport | null,
): Catalogue['compileIndex'] {
  return ({ name, table, keys }) => {
    const inverted = keys[0]?.operators === 'trigram';
    const extension =
      inverted && trigrams?.installed === false ? 'CREATE EXTENSION IF NOT EXISTS pg_trgm; ' : '';
    const method = inverted ? ' USING gin' : '';
    const written = keys.map((key) => compileKey(key, quote, trigrams));
    return `${extension}CREATE INDEX ${quote(name)} ON ${table}${method} (${written.join(', ')});`;
  };
}

function compileKey(
  { column, expression, descending, nullsFirst, operators }: IndexKey,
  quote: (identifier: string) => string,
  trigrams: TrigramSupport | null,
): string {
  const value = expression ?? quote(column);
  if (operators === 'trigram') {
    const schema = trigrams?.schema ?? null;
    return `${value} ${schema === null ? '' : `${quote(schema)}.`}gin_trgm_ops`;
  }
  if (operators === 'pattern') return `${value} text_pattern_ops`;
  const nulls = nullsFirst === descending ? '' : ` NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
  return `${value}${descending ? ' DESC' : ''}${nulls}`;
}
