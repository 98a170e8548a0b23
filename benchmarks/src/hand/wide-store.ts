// Rows of 30 columns by hand.
import { wideColumns, type WideKind } from '../data/wide-columns.js';
import { envelope, offsetOf, type Envelope, type Page } from './page.js';
import { both, type Connection } from './prepare.js';

export type WideJson = Record<string, unknown>;
type Decode = (value: unknown) => unknown;

export interface WideStore {
  readonly list: (page: Page) => Promise<Envelope<WideJson>>;
}

export function wideStore(connection: Connection): WideStore {
  const columns = wideColumns.map(({ name }) => name).join(', ');
  const page = connection.prepare<WideJson>(
    'wides',
    `SELECT id, ${columns} FROM wides ORDER BY id LIMIT ?1 OFFSET ?2`,
  );
  const count = connection.prepare<{ total: number }>(
    'wides_count',
    'SELECT CAST(count(*) AS integer) AS total FROM wides',
  );
  const wideJson = connection.database === 'sqlite' ? decoded : asIs;
  return {
    list: async (asked) => {
      const [rows, [counted]] = await both(page(asked.perPage, offsetOf(asked)), count());
      return envelope(asked, counted?.total ?? 0, rows.map(wideJson));
    },
  };
}

/** PostgreSQL's driver answers booleans and dates, which `JSON.stringify` prints as wanted. */
function asIs(row: WideJson): WideJson {
  row.edges = {};
  return row;
}

/** SQLite has neither booleans nor dates. */
const decoders: Readonly<Partial<Record<WideKind, Decode>>> = {
  boolean: (value) => value === 1,
  instant: (value) => `${String(value).replace(' ', 'T')}Z`,
};

const decodedColumns = wideColumns.flatMap(({ name, kind }) => {
  const decode = decoders[kind];
  return decode ? [{ name, decode }] : [];
});

function decoded(row: WideJson): WideJson {
  for (const { name, decode } of decodedColumns) row[name] = decode(row[name]);
  row.edges = {};
  return row;
}
