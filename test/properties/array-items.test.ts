// An item of an array of PostgreSQL is shown, checked, stored and found like the value of a column of its type alone.
import { AllowClientIDs, Filter, FilterHasAll, FilterHasAny, FilterIsEmpty, Schema } from '@decorest/core';
import fc from 'fast-check';
import { Column, Entity, PrimaryColumn, type ColumnOptions } from 'typeorm';
import { contentOf, entityOf } from '../support/collection.js';
import { DirectClient } from '../support/direct-client.js';
import { holds } from '../support/property.js';
import { openDatabase, type TestDatabase } from '../support/test-database.js';
import { textOf } from './wire-values.js';

/** A type, values for its columns, and whether its items are found by filters. */
interface Kind {
  readonly options: ColumnOptions;
  readonly values: fc.Arbitrary<unknown>;
  readonly isFound: boolean;
}

const labels = [
  'a,b',
  'q"q',
  "it's",
  '{x}',
  'back\\slash',
  ' blank ',
  'NULL',
  'null',
  'Grüße 🐈',
  '\\x41',
  '1',
];
const text = fc.oneof(textOf(6), fc.constantFrom(...labels, '', '{}', ',', '"', '\n', 'ab', '12345'));
const anything = fc.constantFrom(true, {}, 1.5, 'x', '', '***', 1e30, '2026-02-30', '25:00:00');
const digits = fc.constantFrom(
  '0',
  '12345678901234567890.123456789',
  '-1.50',
  '1.005',
  '9999.99',
  'NaN',
  '1e3',
);
const integers = fc.constantFrom(0, -1, 32_767, 32_768, 2_147_483_647, 2_147_483_648, -2_147_483_649);
const bigints = fc.constantFrom('0', '9223372036854775807', '9223372036854775808', '-9007199254740993', '01');
const floats = fc.constantFrom(0.1, -2.5, 1e21, 1e-7, 3.5e38, 16_777_217);
const days = fc.constantFrom('2026-01-31', '0001-01-01', '9999-12-31', '2026-02-29');
const times = fc.constantFrom('00:00:00', '23:59:59.5', '10:20:30.120', '24:00:00');
const instants = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '2026-07-01T12:00:00.123+02:00',
  '2026-01-01',
  '0000-01-01T00:00:00Z',
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 6 }).map((some) => Buffer.from(some).toString('base64')),
  fc.constantFrom('aGk', 'aGk=', '*'),
);
const uuids = fc.constantFrom(
  '0000000b-0000-4000-8000-00000000000a',
  '0000000B-0000-4000-8000-00000000000A',
  'b',
);
const json = fc.oneof(fc.jsonValue(), fc.constantFrom([], [[1], null], {}, 'null', '{1,2}', '"'));

const kinds: Readonly<Record<string, Kind>> = {
  int: { options: { type: 'int' }, values: integers, isFound: true },
  smallint: { options: { type: 'smallint' }, values: integers, isFound: true },
  bigint: { options: { type: 'bigint' }, values: bigints, isFound: true },
  real: { options: { type: 'real' }, values: floats, isFound: true },
  double: { options: { type: 'double precision' }, values: floats, isFound: true },
  numeric: { options: { type: 'numeric' }, values: digits, isFound: true },
  price: { options: { type: 'numeric', precision: 6, scale: 2 }, values: digits, isFound: true },
  boolean: { options: { type: 'boolean' }, values: fc.boolean(), isFound: true },
  text: { options: { type: 'text' }, values: text, isFound: true },
  varchar: { options: { type: 'varchar', length: 3 }, values: text, isFound: true },
  char: { options: { type: 'char', length: 4 }, values: text, isFound: true },
  citext: { options: { type: 'citext' }, values: text, isFound: true },
  uuid: { options: { type: 'uuid' }, values: uuids, isFound: true },
  labels: {
    options: { type: 'enum', enum: labels, enumName: 'label' },
    values: fc.oneof(text, fc.constantFrom(...labels)),
    isFound: true,
  },
  numbers: {
    options: { type: 'enum', enum: [0, 1, 10], enumName: 'number_label' },
    values: fc.constantFrom(0, 1, 10, 2, '1'),
    isFound: true,
  },
  date: { options: { type: 'date' }, values: days, isFound: true },
  time: { options: { type: 'time' }, values: times, isFound: true },
  timestamp: { options: { type: 'timestamp' }, values: instants, isFound: false },
  timestamptz: { options: { type: 'timestamptz' }, values: instants, isFound: false },
  seconds: { options: { type: 'timestamptz', precision: 0 }, values: instants, isFound: false },
  bytea: { options: { type: 'bytea' }, values: bytes, isFound: false },
  jsonb: { options: { type: 'jsonb' }, values: json, isFound: false },
  json: { options: { type: 'json' }, values: json, isFound: false },
};

/** One column of the type, and one of its arrays. */
function makeClass(name: string, { options, isFound }: Kind): new () => object {
  const made = { [name]: class {} }[name] as new () => object;
  Entity(`of_${name}`)(made);
  AllowClientIDs()(made);
  PrimaryColumn({ type: 'int' })(made.prototype as object, 'id');
  Column({ ...options, nullable: true })(made.prototype as object, 'one');
  Column({ ...options, array: true, nullable: true })(made.prototype as object, 'many');
  if (String(options.type).startsWith('json')) Schema({})(made.prototype as object, 'one');
  if (isFound) Filter(FilterHasAny, FilterHasAll, FilterIsEmpty)(made.prototype as object, 'many');
  return made;
}

let database: TestDatabase;
let client: DirectClient;

beforeAll(async () => {
  const classes = Object.entries(kinds).map(([name, kind]) => makeClass(name, kind));
  database = await openDatabase('postgres', classes);
  client = DirectClient.of(database.dataSource, {});
});
afterAll(() => database.close());

async function insertItems(name: string, id: number, items: readonly unknown[]): Promise<void> {
  await database.dataSource.query(
    `INSERT INTO "of_${name}" (id, many) SELECT ${id}, array_agg(one) FROM "of_${name}" WHERE id = ANY($1)`,
    [items],
  );
}

describe.each(Object.keys(kinds))('%s', (name) => {
  const { values, isFound } = kinds[name]!;
  test('is like one value', async () => {
    const at = `/${client.model.entities.find((entity) => entity.name === name)?.path ?? ''}`;
    let id = 1;
    await holds(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: values }, anything), async (value) => {
        if (value === null) return;
        const one = await client.post(at, { id: ++id, one: value });
        const many = await client.post(at, { id: ++id, many: [value, null, value] });
        expect([many.status, value]).toEqual([one.status, value]);
        if (one.status !== 201) {
          const [pointer] = pointersOf(many.json);
          expect(pointer).toBe('/many/0');
          return;
        }
        const shown = entityOf(one).one;
        expect(entityOf(many).many).toEqual([shown, null, shown]);
        const [same] = await database.dataSource.query<{ same: boolean }[]>(
          `SELECT CAST(a.one AS text) IS NOT DISTINCT FROM CAST(b.many[3] AS text) AND b.many[2] IS NULL AS same
             FROM "of_${name}" a, "of_${name}" b WHERE a.id = ${id - 1} AND b.id = ${id}`,
        );
        expect(same).toEqual({ same: true });
        // As another program writes it, with bounds of its own.
        await insertItems(name, ++id, [id - 2]);
        await database.dataSource.query(`UPDATE "of_${name}" SET many[-1] = many[1] WHERE id = ${id}`);
        expect(entityOf(await client.get(`${at}/${id}`)).many).toEqual([shown, null, shown]);
        const patched = await client.patch(`${at}/${id}`, { many: entityOf(many).many });
        expect(entityOf(patched).many).toEqual([shown, null, shown]);
        if (!isFound || shown === '') return;
        const query = `many.any=${encodeURIComponent(String(shown))}&many.all=${encodeURIComponent(String(shown))}`;
        const found = contentOf(await client.get(`${at}?${query}&sort=-id`)).map((row) => row.id);
        expect(found).toEqual(expect.arrayContaining([id]));
      }),
      25,
    );
  });
});

function pointersOf(problem: unknown): unknown[] {
  return (problem as { errors?: { pointer?: string }[] }).errors?.map(({ pointer }) => pointer) ?? [];
}
