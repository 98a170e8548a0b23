// What is stored is what is shown: for each type that a class declares over each type that a column has, and each value
// that the column takes, the API shows what TypeORM's `find()` gives or the text that the database has for it, or fails
// and names entity, column and key.
import { createApi, Schema, SchemaObjectAny, type Api } from '@decorest/core';
import { Column, Entity, PrimaryColumn, type ColumnOptions, type DataSource } from 'typeorm';
import { ServerLog } from '../support/server-log.js';
import { databaseNames, openDatabase, speaksMysql, type DatabaseName } from '../support/test-database.js';
import { declaredTypes, literals, storedTypes } from './stored-value-cases.js';
import { textOf } from '../support/answer-text.js';

jest.setTimeout(300_000);

interface Pair {
  readonly database: DatabaseName;
  readonly declared: string;
  readonly stored: string;
  readonly table: string;
  readonly entity: new () => { id: number; v: unknown };
}

const servers = databaseNames.filter((name) => name !== 'sqlite3');
const numbers = new Set(
  'tinyint year int bigint float double real decimal'.split(' ').concat('double precision'),
);
const integers = new Set(['tinyint', 'year', 'int', 'bigint']);
const asNumbers = new Set(['int', 'float', 'double']);
const texts = new Set(['varchar', 'text', 'char']);
const jsons = new Set(['json', 'jsonb', 'simple-json']);

function pairsOf(name: (typeof servers)[number]): Pair[] {
  return storedTypes[name].flatMap((stored, row) =>
    declaredTypes[name].map((type, column) => {
      const table = `stored${row}`;
      return {
        database: name,
        declared: String(type),
        stored,
        table,
        entity: classOf(`S${row}x${column}`, table, type),
      };
    }),
  );
}

/** The table is made by other means, as that of an existing database. */
function classOf(name: string, table: string, type: ColumnOptions['type']): Pair['entity'] {
  const made = { [name]: class {} }[name] as Pair['entity'];
  Entity(table, { synchronize: false })(made);
  PrimaryColumn({ type: 'int' })(made.prototype as object, 'id');
  const values = String(type).endsWith('enum') ? { enum: ['a', 'b'] } : {};
  Column({ type, nullable: true, ...values } as ColumnOptions)(made.prototype as object, 'v');
  if (jsons.has(String(type))) Schema(SchemaObjectAny)(made.prototype as object, 'v');
  return made;
}

/** Creates the table of a type with a row for each value that it takes; returns the ids. */
async function fill(dataSource: DataSource, name: DatabaseName, table: string, type: string) {
  if (name === 'postgres') await dataSource.query('CREATE EXTENSION IF NOT EXISTS citext');
  if (speaksMysql(name)) await dataSource.query("SET SESSION sql_mode = ''");
  await dataSource.query(`CREATE TABLE ${table} (id int PRIMARY KEY, v ${type} NULL)`);
  const ids: number[] = [];
  for (const [id, literal] of literals.entries())
    await dataSource.query(`INSERT INTO ${table} VALUES (${id}, ${literal})`).then(
      () => ids.push(id),
      () => undefined,
    );
  return ids;
}

/** The value as the database spells it. */
async function databaseText(dataSource: DataSource, name: DatabaseName, table: string, id: number) {
  const type = speaksMysql(name) ? 'CHAR' : 'TEXT';
  const [row] = await dataSource.query<{ t: string | null }[]>(
    `SELECT CAST(v AS ${type}) AS t FROM ${table} WHERE id = ${id}`,
  );
  return row?.t ?? null;
}

test.each(servers)('%s', async (name) => {
  const pairs = pairsOf(name);
  const database = await openDatabase(
    name,
    pairs.map(({ entity }) => entity),
  );
  const { dataSource } = database;
  try {
    const ids = new Map<string, number[]>();
    for (const { table, stored } of pairs)
      if (!ids.has(table)) ids.set(table, await fill(dataSource, name, table, stored));
    const log = new ServerLog();
    const api = createApi(dataSource, { logger: log });
    const wrong: string[] = [];
    const count = { shown: 0, refused: 0 };
    for (const pair of pairs)
      for (const id of ids.get(pair.table) ?? []) {
        const found = await dataSource
          .getRepository(pair.entity)
          .findOneBy({ id })
          .then(
            (entity) => entity?.v,
            () => unreadable,
          );
        const text = await databaseText(dataSource, name, pair.table, id);
        const fault = await faultOf(api, log, pair, id, { found, text }, count);
        if (fault !== null) wrong.push(`${pair.declared} over ${pair.stored}, ${literals[id]}: ${fault}`);
      }
    expect(wrong).toEqual([]);
    process.stdout.write(`${name}: ${count.shown} values shown, ${count.refused} refused\n`);
    expect(count.shown).toBeGreaterThan(1_000);
    expect(count.refused).toBeGreaterThan(1_000);
  } finally {
    await database.close();
  }
});

const unreadable = Symbol('TypeORM cannot read it');

interface Oracle {
  readonly found: unknown;
  readonly text: string | null;
}

/** What is wrong with the answer, or null. */
async function faultOf(
  api: Api,
  log: ServerLog,
  pair: Pair,
  id: number,
  oracle: Oracle,
  count: { shown: number; refused: number },
): Promise<string | null> {
  const model = api.model.entities.find((entity) => entity.name === pair.entity.name);
  const answer = await api.handle({ method: 'GET', path: `/${model?.path}/${id}` });
  const { status } = answer;
  if (status === 500) {
    count.refused++;
    return mustShow(pair, oracle) ? `refused ${shown(oracle.found)}` : unnamed(log.failure, pair, id);
  }
  count.shown++;
  const value = (JSON.parse(textOf(answer)) as { v: unknown }).v;
  return status === 200 && isRight(pair, value, oracle)
    ? null
    : `${status} ${shown(value)}, found ${shown(oracle.found)}`;
}

/** Numbers under numeric types, texts under types of text, and NULL have a form of their kind. */
function mustShow({ database, declared }: Pair, { found, text }: Oracle): boolean {
  if (text === null) return true;
  // SQLite compares a text in the place of a number as a text.
  if (database === 'sqlite' && asNumbers.has(declared) && typeof found === 'string') return false;
  // A DECIMAL has no exponent, and filters take none.
  if (speaksMysql(database) && declared === 'decimal' && /e/i.test(text)) return false;
  if (texts.has(declared)) return typeof found === 'string';
  // Filters take no fraction for an integer, and JSON numbers are exact up to 2^53.
  if (integers.has(declared) && !isWhole.test(String(found))) return false;
  const isExact =
    (declared === 'bigint' && typeof found === 'string') || Number.isSafeInteger(Number(String(found)));
  if (integers.has(declared) && !isExact) return false;
  return (
    numbers.has(declared) && (Number.isFinite(found) || (typeof found === 'string' && isNumber.test(found)))
  );
}

const isWhole = /^-?\d+(\.0+)?$/;
const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** The log names the row, and shows nothing of the value. */
function unnamed(failure: unknown, { entity, table }: Pair, id: number): string | null {
  const { name, message } = failure as { name?: string; message?: string };
  const start = `${entity.name}: the value of column ${table}.v is not of kind `;
  const isNamed = message?.startsWith(start) && message.endsWith(`, in the row with id ${id}.`);
  return name === 'StoredValueError' && isNamed ? null : `the log says ${JSON.stringify(failure)}`;
}

function isRight({ declared, stored }: Pair, value: unknown, { found, text }: Oracle): boolean {
  if (isSame(value, found)) return true;
  if (text === null) return false;
  // What the database calls no date is none for TypeORM either: an invalid Date, or one of the year before 1900.
  if (text.startsWith('0000-00-00')) return value === null || value === '0000-00-00';
  if (value === null) return jsons.has(declared) && text === 'null';
  if (jsons.has(declared)) return isSame(value, parsed(text));
  // TypeORM reads every Buffer as true, and each text, such as `0.00`.
  if (typeof value === 'boolean')
    return value === (/^\0*$/.test(text) || Number(text) === 0 ? false : flags.get(text));
  if (declared === 'date' && dateTime.test(text)) return text.startsWith(`${spelled(value)} `);
  if (stored === 'boolean') return value === text[0];
  // The driver's texts of a FLOAT have six digits; single precision is about seven.
  if (stored === 'float') return Math.abs(Number(value) / Number(found) - 1) < 1e-5;
  // A number that is a single, too, is shown with the digits of a single.
  if (declared === 'float' && typeof value === 'number') return Math.fround(value) === Number(text);
  // The driver leaves out a fraction of zeros.
  if (stored === 'time(3)') return text.startsWith(spelled(value));
  if (/^(datetime|timestamp)/.test(declared))
    return (
      value === new Date(`${text.replace(' ', 'T')}Z`).toISOString() || value === new Date(text).toISOString()
    );
  return spelled(value) === text || (isNumber.test(spelled(value)) && Number(value) === Number(text));
}

function spelled(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : JSON.stringify(first);
}

const dateTime = /^\d{4}-\d{2}-\d{2} \d/;

const flags = new Map([
  ...['1', 't', 'true'].map((text) => [text, true] as const),
  ...['0', 'f', 'false'].map((text) => [text, false] as const),
]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return unreadable;
  }
}

/** The value of JSON for a value of JavaScript. */
function isSame(value: unknown, found: unknown): boolean {
  if (found === undefined) return value === null;
  if (found instanceof Date) return !Number.isNaN(found.getTime()) && value === found.toISOString();
  if (Buffer.isBuffer(found)) return value === found.toString('base64');
  if (typeof found === 'number' || typeof found === 'string')
    return (
      String(value) === String(found) || (found !== '' && value !== null && Number(value) === Number(found))
    );
  return JSON.stringify(value) === JSON.stringify(found);
}

function shown(value: unknown): string {
  return value instanceof Date ? `a Date ${value.getTime()}` : `${typeof value} ${JSON.stringify(value)}`;
}
