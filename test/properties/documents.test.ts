// Values inside JSON, and lists, against an oracle in memory: every type of JSON at every path, every kind of column.
import fc from 'fast-check';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import type { Fixture } from '../support/for-each-database.js';
import { holds, samples } from '../support/property.js';
import type { DatabaseName } from '../support/test-database.js';
import { folded } from './comparison.js';
import { documentEntities, lists, paths, predicatesByType, type PathType } from './document-entities.js';
import { wordsOf } from './filter-oracle.js';
import { textOf } from '../support/answer-text.js';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const texts = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'ß',
  'ss',
  'é',
  'e\u0301',
  '😀',
  '1',
  'true',
  'null',
  '[]',
  '%',
  '_',
  'a"b',
  'a\\b',
  "a'b",
  'z\u0001b',
  'a/b',
  'ä b',
  'Ä',
  'zz',
  '\uffff',
];
const integers = [
  0,
  1,
  -1,
  2,
  10,
  255,
  2 ** 31 - 1,
  -(2 ** 31),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
];
const numbers = [...integers, 0.1, -0.5, 1.5, 1e21, -1e21, 5e-7, 1e300, 9007199254740992, 1e18];
const instants = [
  '2024-02-29T12:00:00Z',
  '2024-02-29T14:00:00+02:00',
  '2024-02-29T12:00:00.5Z',
  '2024-02-29T12:00:00.500Z',
  '2024-02-29T12:00:00.5001Z',
  '1969-12-31T23:59:59.001Z',
  '0001-01-02T00:00:00Z',
  '9999-12-31T00:00:00Z',
  '2023-12-31T23:30:00-00:45',
];
const noInstants = [
  '2023-02-29T12:00:00Z',
  '2024-02-29',
  '2024-02-29 12:00:00Z',
  '2024-02-29T24:00:00Z',
  '2024-02-29T12:00:00',
  '2024-02-29T12:00:00.Z',
  '2024-13-01T00:00:00Z',
  '2024-02-29T12:00:00Zx',
  'x2024-02-29T12:00:00Z',
  '2024-02-29T12:60:00Z',
  '2024-02-29T12:00:00+24:00',
  '0000-01-01T00:00:00Z',
  '2024-04-31T00:00:00Z',
];

const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(...texts, ...instants, ...noInstants),
  fc.constantFrom<Json>(...numbers),
  fc.constantFrom<Json>(true, false, null, [], {}, [1], ['a'], { a: 1 }, [true]),
);

/** Objects with some of the keys, and now and then something else in their place. */
const documents: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: objectOf() },
  { weight: 1, arbitrary: anything.filter((value) => value !== null) },
);

function objectOf(): fc.Arbitrary<Json> {
  const deeper = fc.oneof(
    { weight: 5, arbitrary: record({ flag: fc.oneof(fc.boolean(), anything) }) },
    anything,
  );
  const inside = record({
    integer: fc.oneof(fc.constantFrom<Json>(...integers), anything),
    number: fc.oneof(fc.constantFrom<Json>(...numbers, 1e-300), anything),
    deeper,
  });
  return record({
    text: fc.oneof(fc.constantFrom<Json>(...texts), anything),
    in: fc.oneof({ weight: 5, arbitrary: inside }, anything),
    at: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<Json>(...instants) },
      fc.constantFrom<Json>(...noInstants),
      anything,
    ),
    "o'clock $[0]*": fc.oneof(fc.constantFrom<Json>(...texts), anything),
    'ключ 😀': fc.oneof(fc.constantFrom<Json>(...integers), anything),
  });
}

function record(members: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> {
  return fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Json>;
}

const scalars: Readonly<Record<(typeof lists)[keyof typeof lists], readonly Json[]>> = {
  string: texts,
  integer: integers,
  number: numbers,
  boolean: [true, false],
};

/** Mostly lists of one type; sometimes of several, or no list. No lists in lists: MySQL and MariaDB look into them. */
function listsOf(type: keyof typeof scalars): fc.Arbitrary<Json> {
  const item = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Json>(...scalars[type]) },
    fc.constantFrom<Json>('1', 1, true, 'true', null, { a: 1 }),
  );
  return fc.oneof(
    { weight: 8, arbitrary: fc.array(item, { maxLength: 4 }) },
    fc.constantFrom<Json>('a', 1, true, {}, { a: 'a' }),
  );
}

interface Row {
  readonly id: number;
  readonly [column: string]: Json;
}

const orNull = (some: fc.Arbitrary<Json>) => fc.option(some, { freq: 8, nil: null });
const joinable = texts.filter((text) => text !== '' && !text.includes(','));

const rows: readonly Row[] = samples(
  fc.record({
    simple: orNull(documents),
    json: orNull(documents),
    binary: orNull(documents),
    texts: orNull(listsOf('string')),
    integers: orNull(listsOf('integer')),
    numbers: orNull(listsOf('number')),
    flags: orNull(listsOf('boolean')),
    joined: orNull(fc.array(fc.constantFrom<Json>(...joinable), { maxLength: 3 })),
    words: orNull(fc.array(fc.constantFrom<Json>(...texts), { maxLength: 3 })),
    counts: orNull(
      fc.array(fc.constantFrom<Json>(...integers.filter((n) => Math.abs(n) <= 2 ** 31 && n !== 2 ** 31)), {
        maxLength: 3,
      }),
    ),
    folder: fc.constantFrom<Json>(null, 1, 2, 3),
  }),
  60,
).map((row, at) => ({ id: at + 1, ...row }));

const folders = samples(orNull(documents), 3, 7).map((json, at) => ({ id: at + 1, json }));

const fixture: Fixture = {
  entities: documentEntities,
  options: { maxItemsPerPage: 100, cursorPagination: true },
  fill: async (dataSource) => {
    await dataSource.getRepository('Folder').insert(folders.map(({ json }) => ({ json })));
    await dataSource
      .getRepository('Sheet')
      .insert(
        rows.map(({ folder, ...row }) => ({ ...row, folder: folder === null ? null : { id: folder } })),
      );
  },
};

const columns = ['simple', 'json', 'binary'] as const;

onEachDatabase(fixture, (stage) => {
  describe.each(Object.entries(paths))('%s', (path, type) => {
    test.each(predicatesByType[type])('%s', async (predicate) => {
      const asked = fc.record({
        column: fc.constantFrom('simple', 'json', 'binary', 'folder.json', 'any folder'),
        values: valuesOf(type, predicate),
      });
      await holds(
        fc.asyncProperty(asked, async ({ column, values }) => {
          const across = column === 'folder.json' || column === 'any folder';
          const name = `${across ? 'folder.json' : column}.${path}.${predicate}`;
          const found = await ids(
            stage,
            values.map((value) => [name, value]),
          );
          const expected = rows.filter((row) => {
            if (across && row.folder === null) return false;
            const whole = across ? (folders[Number(row.folder) - 1]?.json ?? null) : (row[column] ?? null);
            return passes({ stage: stage.name, type, predicate, values }, readPath(whole, path, type));
          });
          expect({ name, values, found }).toEqual({ name, values, found: expected.map(({ id }) => id) });
        }),
        60,
      );
    });

    test.each([...columns, 'folder.json'])('sort by %s', async (column) => {
      for (const minus of ['', '-']) {
        const found = await ids(stage, [['sort', `${minus}${column}.${path}`]]);
        const valueOf = (row: Row) =>
          readPath(
            column === 'folder.json'
              ? (folders[Number(row.folder) - 1]?.json ?? null)
              : (row[column] ?? null),
            path,
            type,
          );
        const sorted = [...rows].sort((a, b) => {
          const difference = order(type, valueOf(a), valueOf(b)) || a.id - b.id;
          return minus === '' ? difference : -difference;
        });
        expect(found).toEqual(sorted.map(({ id }) => id));
        expect(await walk(stage, `${minus}${column}.${path}`)).toEqual(found);
      }
    });
  });

  const listColumns = [
    ...Object.entries(lists),
    ['joined', 'string'],
    ['words', 'string'],
    ['counts', 'integer'],
  ] as const;

  describe.each(listColumns)('%s', (column, type) => {
    const within =
      column === 'counts' ? integers.filter((n) => n >= -(2 ** 31) && n < 2 ** 31) : scalars[type];
    const listed = fc.array(
      fc.constantFrom(
        ...[...within, ...(type === 'string' ? ['a,b', 'A b'] : [])].filter((value) => value !== ''),
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    );

    test.each(['any', 'all'] as const)('%s', async (predicate) => {
      await holds(
        fc.asyncProperty(listed, async (values) => {
          const found = await ids(
            stage,
            values.map((value) => [`${column}.${predicate}`, toText(value)]),
          );
          const expected = rows.filter((row) => {
            const list = row[column];
            if (!Array.isArray(list)) return false;
            const has = (value: Json) => list.some((item) => typeof item === typeof value && item === value);
            return predicate === 'any' ? values.some(has) : values.every(has);
          });
          expect({ values, found }).toEqual({ values, found: expected.map(({ id }) => id) });
        }),
        60,
      );
    });

    test('empty and null', async () => {
      const isEmpty = ({ [column]: list }: Row) => Array.isArray(list) && list.length === 0;
      const select = (test: (row: Row) => boolean) => rows.filter(test).map(({ id }) => id);
      expect(await ids(stage, [[`${column}.empty`, 'true']])).toEqual(select(isEmpty));
      expect(await ids(stage, [[`${column}.empty`, 'false']])).toEqual(select((row) => !isEmpty(row)));
      expect(await ids(stage, [[`${column}.null`, 'true']])).toEqual(select((row) => row[column] === null));
    });
  });
});

/** The ids of all sheets that are left. Goes past the client, which refuses answers that do not fit their schema. */
async function ids({ client }: DirectStage, parameters: [string, string][]): Promise<unknown[]> {
  const query = String(new URLSearchParams([...parameters, ['per_page', '100']]));
  const { status, body } = await client.api.handle({ method: 'GET', path: '/sheets', query, headers: {} });
  expect({ query, status, body: status === 200 ? null : body }).toEqual({ query, status: 200, body: null });
  const { content } = JSON.parse(textOf({ body })) as { content: readonly { id: unknown }[] };
  return content.map(({ id }) => id);
}

/** As a query spells it. */
function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Texts to ask for. */
function valuesOf(type: PathType, predicate: string): fc.Arbitrary<string[]> {
  if (predicate === 'null') return fc.constantFrom(['true'], ['false']);
  const known: Readonly<Record<PathType, readonly Json[]>> = {
    string: texts,
    integer: integers,
    number: [...numbers, 1e-300],
    boolean: [true, false],
    'date-time': instants,
  };
  const one = fc.constantFrom(...known[type].map(String));
  if (predicate === 'in' || predicate === 'notIn')
    return fc.array(
      one.filter((text) => text !== ''),
      { minLength: 1, maxLength: 4 },
    );
  if (predicate === 'words') return one.filter((text) => wordsOf(text).length > 0).map((text) => [text]);
  return one.map((text) => [text]);
}

type Scalar = string | number | boolean | null;

/** The value at the path; null where there is none of the type. An instant as a number. */
function readPath(document: Json, path: string, type: PathType): Scalar {
  let at: Json | undefined = document;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return null;
    at = Object.hasOwn(at, key) ? at[key] : undefined;
  }
  if (type === 'date-time') return typeof at === 'string' && instants.includes(at) ? Date.parse(at) : null;
  const wanted = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' }[type];
  return typeof at === wanted ? (at as Scalar) : null;
}

/** NULL is lowest; texts are in the order of their code points. */
function order(type: PathType, a: Scalar, b: Scalar): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (type === 'string') return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  return Number(a) < Number(b) ? -1 : Number(a) > Number(b) ? 1 : 0;
}

interface Asked {
  readonly stage: DatabaseName;
  readonly type: PathType;
  readonly predicate: string;
  readonly values: readonly string[];
}

function passes({ stage, type, predicate, values }: Asked, value: Scalar): boolean {
  const [text = ''] = values;
  if (predicate === 'null') return (value === null) === (text === 'true');
  if (value === null) return false;
  const parse = (given: string): Scalar => {
    if (type === 'string') return given;
    if (type === 'boolean') return given === 'true';
    return type === 'date-time' ? Date.parse(given) : Number(given);
  };
  const difference = order(type, value, parse(text));
  const fold = (given: Scalar) => folded(stage, String(given));
  const tests: Readonly<Record<string, () => boolean>> = {
    eq: () => difference === 0,
    neq: () => difference !== 0,
    gt: () => difference > 0,
    gte: () => difference >= 0,
    lt: () => difference < 0,
    lte: () => difference <= 0,
    in: () => values.some((one) => order(type, value, parse(one)) === 0),
    notIn: () => values.every((one) => order(type, value, parse(one)) !== 0),
    ieq: () => fold(value) === fold(text),
    has: () => String(value).includes(text),
    ihas: () => fold(value).includes(fold(text)),
    prefix: () => String(value).startsWith(text),
    suffix: () => String(value).endsWith(text),
    words: () => wordsOf(text).every((word) => fold(value).includes(fold(word))),
  };
  return tests[predicate]?.() ?? false;
}

/** The ids of all pages in an order, by their cursors; past the client, too. */
async function walk({ client }: DirectStage, sort: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let place: [string, string][] = []; ;) {
    const query = String(new URLSearchParams([['sort', sort], ['per_page', '7'], ...place]));
    const { status, body } = await client.api.handle({ method: 'GET', path: '/sheets', query, headers: {} });
    expect({ query, status, body: status === 200 ? null : body }).toEqual({ query, status: 200, body: null });
    const page = JSON.parse(textOf({ body })) as {
      content: readonly { id: unknown }[];
      next_cursor: string | null;
    };
    found.push(...page.content.map(({ id }) => id));
    if (page.next_cursor === null) return found;
    place = [['after', page.next_cursor]];
  }
}
