// Every column type of each database: what it takes, returns and refuses.
import { entityOf } from '../../support/collection.js';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';
import { festival } from '../../support/fixtures/festival.js';
import { expectProblem, places } from '../../support/problem.js';

const path = '/sound-checks';

/** Values that come back as they went in. */
const everywhere = {
  smallint: [0, -32768, 32767],
  int: [0, -2147483648, 2147483647],
  bigint: ['0', '-9223372036854775808', '9223372036854775807', '9007199254740993'],
  decimal: ['0.125', '-1234567.891', '9999999.999'],
  double: [0, 0.1, -5e-324, 1.7e308, 12],
  real: [0, 0.5, -1.25, 3],
  boolean: [true, false],
  varchar: ['', 'ten chars.', 'äß€', '\u{1F3B8}', "';--", '\\'],
  text: ['', 'two\nlines', '\u2028', '"quoted"', 'x'.repeat(5000)],
  uuid: ['6f9619ff-8b86-4011-b42d-00c04fc964ff'],
  simpleEnum: ['FINE', 'LOUD'],
  simpleArray: [[], ['a'], ['a', 'b c', 'ü']],
  simpleJson: [{}, { a: [1, null, { b: 'ü' }] }],
  json: [[], [1, 2, 3]],
  date: ['2027-07-01', '0001-01-01', '9999-12-31', '2024-02-29'],
  time: ['00:00:00', '21:30:15', '23:59:59'],
  datetime: ['2027-07-01T12:34:56.789Z', '1969-12-31T23:59:59.999Z', '2024-02-29T00:00:00.000Z'],
  bytes: ['', 'AA==', 'aGVsbG8=', '/+8='],
} as const;

const takenBySqlite = {
  ...everywhere,
  int: [...everywhere.int, 1_767_323_045_000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  tinyint: [0, -128, 127],
  mediumint: [0, 8388607],
  float: [0.1, 1e-9],
  clob: ['long'],
} as const;

const takenByMysql = {
  ...everywhere,
  tinyint: [0, -128, 127],
  mediumint: [0, 16777215],
  float: [0, 0.1, -1.5, 36.6, 16777216, 1e-9, 3.4e38],
  char: ['abc'],
  enum: ['FINE'],
  preciseTime: ['00:00:00', '21:30:15.5', '23:59:59.999999'],
  timestamp: ['2027-07-01T12:34:56.789Z'],
  wholeSeconds: ['2027-07-01T12:34:56.000Z'],
  varbinary: ['AQIDBA=='],
  year: [1901, 2155],
} as const;

const taken = {
  sqlite: takenBySqlite,
  sqlite3: takenBySqlite,
  postgres: {
    ...everywhere,
    char: ['abc'],
    enum: ['FINE'],
    timestamptz: ['2027-07-01T12:34:56.789Z'],
    ints: [[], [1, -2, 3]],
    texts: [[], ['a', 'with, comma', 'NULL', '"q"', '{}']],
    jsonb: [{}, { a: { b: [true, null] } }],
  },
  mariadb: takenByMysql,
  mysql: takenByMysql,
} as const;

/** Values that are refused, each with the field as its place. */
const refusedEverywhere = {
  smallint: [32768, 1.5, '1', true],
  int: [2147483648, -2147483649, '1'],
  bigint: [1, '9223372036854775808', '01', '1.0', '+1', ''],
  decimal: [1.5, '1.2345', '12345678.1', '1e3', '.5', ''],
  double: ['1.5', true],
  boolean: [0, 1, 'true'],
  varchar: ['eleven char', 1],
  text: [1, 'nul \u0000'],
  uuid: ['6f9619ff', 1],
  simpleEnum: ['Fine', 1],
  simpleArray: ['a', [1], ['a,b'], ['a', '']],
  simpleJson: ['a', [1], 1],
  json: [{}, ['a']],
  date: ['2027-02-29', '2027-7-1', '2027-07-01T00:00:00Z', 20270701],
  time: ['24:00:00', '9:30', 930],
  datetime: ['2027-07-01', '2027-07-01 12:00:00', '2027-02-30T00:00:00Z', 1],
  bytes: ['not base64!', 'abc', 1],
} as const;

const refusedByMysql = {
  ...refusedEverywhere,
  tinyint: [128, -129],
  mediumint: [-1, 16777216],
  float: [3.5e38, '1'],
  char: ['abcd'],
  enum: ['QUIET'],
  time: [...refusedEverywhere.time, '21:30:15.5'],
  wholeSeconds: ['2027-07-01T12:34:56.789Z'],
  varbinary: ['AQIDBAU='],
  year: [1900, 2156],
} as const;

const refusedBySqlite = {
  ...refusedEverywhere,
  tinyint: [128, -129],
  int: [2 ** 53, -(2 ** 53), '1'],
} as const;

const refused = {
  sqlite: refusedBySqlite,
  sqlite3: refusedBySqlite,
  postgres: {
    ...refusedEverywhere,
    char: ['abcd'],
    enum: ['QUIET'],
    ints: [1, ['a'], [1.5]],
    texts: ['a', [1]],
  },
  mariadb: refusedByMysql,
  mysql: refusedByMysql,
} as const;

type Values = Readonly<Record<string, readonly unknown[]>>;

function cases(values: Values): (readonly [field: string, value: unknown])[] {
  return Object.entries(values).flatMap(([field, each]) => each.map((value) => [field, value] as const));
}

async function create(stage: DirectStage, body: object) {
  const answer = await stage.client.post(path, body);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return entityOf(answer);
}

onEachDatabase(festival, (stage) => {
  describe('every column kind', () => {
    test.each(cases(taken[stage.name]))('%s: %j comes back as it went in', async (field, value) => {
      const created = await create(stage, { [field]: value });
      expect(created[field]).toEqual(value);
      const target = `${path}/${String(created.id)}`;
      expect(entityOf(await stage.client.get(target))[field]).toEqual(value);
      expect((await stage.client.patch(target, { [field]: null })).json).toHaveProperty(field, null);
      expect((await stage.client.patch(target, { [field]: value })).json).toHaveProperty(field, value);
    });

    test.each(cases(refused[stage.name]))('%s: %j is refused', async (field, value) => {
      stage.database.statements.clear();
      const faults = expectProblem(await stage.client.post(path, { [field]: value }), 400, 'invalid_request');
      expect(places(faults).length).toBeGreaterThan(0);
      for (const place of places(faults)) expect(`${place}/`).toContain(`/${field}/`);
      expect(stage.database.statements.texts).toEqual([]);
    });

    test('every column of the sheet is a field, and null when absent', async () => {
      const { id, madeUuid, edges, ...rest } = await create(stage, {});
      expect(Object.keys(rest).sort()).toEqual(Object.keys(taken[stage.name]).sort());
      expect(new Set(Object.values(rest))).toEqual(new Set([null]));
      expect([id, madeUuid, edges]).toEqual([
        expect.any(Number),
        expect.stringMatching(/^[0-9a-f-]{36}$/),
        {},
      ]);
    });

    test('a generated column is read-only', async () => {
      const body = { madeUuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff' };
      expectProblem(await stage.client.post(path, body), 400, 'invalid_request');
    });

    test.each([
      ['bigint', ['9', '10', '-9007199254740993'], ['-9007199254740993', '9', '10']],
      ['decimal', ['9.501', '10.125', '-1.001'], ['-1.001', '9.501', '10.125']],
    ])('%s is sorted by value', async (field, given, sorted) => {
      const ids = [];
      for (const value of given) ids.push((await create(stage, { [field]: value })).id);
      const query = `sort=${field}&${ids.map((id) => `id.in=${String(id)}`).join('&')}`;
      const { json } = await stage.client.get(`${path}?${query}`);
      expect((json as { content: Record<string, unknown>[] }).content.map((row) => row[field])).toEqual(
        sorted,
      );
    });
  });

  test('a date-time with an offset is stored as the same moment, in UTC', async () => {
    const created = await create(stage, { datetime: '2027-07-01T14:00:00+02:00' });
    expect(created.datetime).toBe('2027-07-01T12:00:00.000Z');
  });
});
