// P14: what class-validator says of a property is what the API accepts, for each of its decorators and each kind of
// column; or the declaration is refused at the start.
import { createApi, Schema, SchemaError, SchemaObjectAny } from '@decorest/core';
import { validate } from 'class-validator';
import fc from 'fast-check';
import { Column, Entity, PrimaryGeneratedColumn, type ColumnOptions } from 'typeorm';
import { DirectClient } from '../support/direct-client.js';
import { samples } from '../support/property.js';
import {
  databaseNames,
  openDatabase,
  type DatabaseName,
  type TestDatabase,
} from '../support/test-database.js';
import { ruleCases, texts, type RuleCase } from './rule-cases.js';

/** A column of a kind, what bodies send and what the property then holds. */
interface KindCase {
  readonly column: (database: DatabaseName) => ColumnOptions;
  readonly values: readonly unknown[];
  readonly property?: (sent: never) => unknown;
}

const numbersAsText = ['0', '1', '3', '-3', '6', '-1', '12'];

const kinds: Readonly<Record<string, KindCase>> = {
  integer: { column: () => ({ type: 'int' }), values: [0, 1, 3, -3, 6, 7, 90, 181, 2020, -2147483648] },
  float: {
    column: (database) => ({ type: database === 'sqlite' ? 'double' : 'double precision' }),
    values: [0, 1, 3, -3, 4.5, 2.5, -2.5, 0.1, 0.12, 90, 180.5, 1e21, 5e-7],
  },
  bigint: {
    column: () => ({ type: 'bigint' }),
    values: [...numbersAsText, '9007199254740990', '-9007199254740990'],
  },
  decimal: {
    column: () => ({ type: 'decimal', precision: 30, scale: 8 }),
    values: [
      ...numbersAsText,
      '-0',
      '0.1',
      '0.10',
      '0.09999999',
      '0.10000001',
      '-5.00',
      '4.5',
      '2.5',
      '3.00',
      '-0.00',
    ],
  },
  boolean: { column: () => ({ type: 'boolean' }), values: [true, false] },
  string: {
    column: () => ({ type: 'text' }),
    values: [
      ...texts,
      ...samples(fc.string({ unit: 'binary', maxLength: 6 }), 15).filter(
        (text) => !text.includes('\0') && text.isWellFormed(),
      ),
      ...samples(
        fc.string({ unit: fc.constantFrom('a', 'b', '.', '@', '-', '😀', '☺', '\uFE0F', '1'), maxLength: 6 }),
        25,
      ),
    ],
  },
  uuid: {
    column: () => ({ type: 'uuid' }),
    values: ['123e4567-e89b-42d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
    property: (sent: string) => sent.toLowerCase(),
  },
  enum: { column: () => ({ type: 'simple-enum', enum: ['AMBER', 'ab', 'x'] }), values: ['AMBER', 'ab', 'x'] },
  date: { column: () => ({ type: 'date' }), values: ['2020-01-01', '1999-12-31'] },
  time: { column: () => ({ type: 'time' }), values: ['12:30:00', '00:00:00'] },
  datetime: {
    column: (database) => ({ type: database === 'postgres' ? 'timestamptz' : 'datetime', precision: 3 }),
    values: ['2020-01-01T00:00:00Z', '2019-12-31T23:59:59.999Z', '2021-06-01T12:00:00+02:00'],
    property: (sent: string) => new Date(sent),
  },
  json: { column: () => ({ type: 'simple-json' }), values: [{}, { a: 1 }, { a: [], b: null }] },
  bytes: {
    column: (database) => ({ type: database === 'postgres' ? 'bytea' : 'blob' }),
    values: ['', 'ZGF0YQ=='],
    property: (sent: string) => Buffer.from(sent, 'base64'),
  },
  array: {
    column: () => ({ type: 'simple-array' }),
    values: [[], ['ab'], ['ab', 'ab'], ['a', 'b'], ['abc', 'x', '3'], ['127.0.0.1'], ['☺️', 'a']],
  },
};

type Target = new () => object;

/** A class with a property of each kind under the rule, save where the rule was refused. */
function ruleClass(
  { name, rule }: RuleCase,
  database: DatabaseName,
  isLeftOut: (property: string) => boolean,
): Target {
  const target = { [name]: class {} }[name] as Target;
  const { prototype } = target as { prototype: object };
  PrimaryGeneratedColumn()(prototype, 'id');
  for (const [kind, { column }] of Object.entries(kinds)) {
    if (isLeftOut(kind)) continue;
    Column({ ...column(database), nullable: true })(prototype, kind);
    if (kind === 'json') Schema(SchemaObjectAny)(prototype, kind);
    rule()(prototype, kind);
  }
  Entity(`rule_${name.toLowerCase()}`)(target);
  return target;
}

/** The declarations that `createApi` refuses, as `Class.property`. */
async function refusedDeclarations(database: DatabaseName, cases: readonly RuleCase[]): Promise<Set<string>> {
  const opened = await openDatabase(
    database,
    cases.map((rule) => ruleClass(rule, database, () => false)),
  );
  try {
    createApi(opened.dataSource, {});
    return new Set();
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return new Set(error.problems.map(({ entity, member }) => `${entity}.${member ?? ''}`));
  } finally {
    await opened.close();
  }
}

const numericRules = new Set(['min', 'max', 'isPositive', 'isNegative', 'isDivisibleBy']);

/** Whether class-validator accepts the value of the property; numbers as text as the numbers that they are. */
async function isAccepted(target: Target, kind: string, value: unknown): Promise<boolean> {
  const instance = Object.assign(Object.create(target.prototype as object) as object, { [kind]: value });
  const check = { skipUndefinedProperties: true, forbidUnknownValues: false };
  // `@IsNumber` with a number of decimal places fails on numbers whose texts have an exponent and no point.
  const failed = [{ property: kind, constraints: { isNumber: '' } }];
  const errors = await Promise.resolve()
    .then(() => validate(instance, check))
    .catch(() => failed);
  const broken = errors.find(({ property }) => property === kind);
  const names = Object.keys(broken?.constraints ?? {});
  if (kind !== 'bigint' && kind !== 'decimal') return names.length === 0;
  if (names.some((name) => !numericRules.has(name))) return false;
  if (names.length === 0) return true;
  const asNumber = Object.assign(Object.create(target.prototype as object) as object, {
    [kind]: Number(value),
  });
  return !(await validate(asNumber, check)).some(({ property }) => property === kind);
}

/** SQLite sees every case; the others, on which the same code runs, every seventh. */
function casesOn(database: DatabaseName): readonly RuleCase[] {
  return ruleCases.filter((_, at) => database === 'sqlite' || at % 7 === 0);
}

describe.each(databaseNames)('%s', (database) => {
  const targets = new Map<string, Target>();
  let opened: TestDatabase;
  let client: DirectClient;
  let refused: Set<string>;

  beforeAll(async () => {
    const cases = casesOn(database);
    refused = await refusedDeclarations(database, cases);
    for (const rule of cases)
      targets.set(
        rule.name,
        ruleClass(rule, database, (kind) => refused.has(`${rule.name}.${kind}`)),
      );
    opened = await openDatabase(database, [...targets.values()]);
    client = DirectClient.of(opened.dataSource, {});
  });
  afterAll(() => opened.close());

  const create = (path: string, body: object) =>
    client.api.handle({
      method: 'POST',
      path,
      query: '',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    });

  test('values are accepted as class-validator accepts them', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const [name, target] of targets) {
      const path = client.model.entities.find((entity) => entity.name === name)?.path ?? '';
      for (const [kind, { values, property = (sent: unknown) => sent }] of Object.entries(kinds)) {
        if (refused.has(`${name}.${kind}`)) continue;
        for (const sent of values) {
          const { status, body } = await create(`/${path}`, { [kind]: sent });
          const accepted = await isAccepted(target, kind, property(sent as never));
          count++;
          // The lengths that a schema bounds count variation selectors: docs/decisions/0018-rules-of-class-validator.md.
          if (
            accepted &&
            status === 400 &&
            /MaxLength|^Length/.test(name) &&
            /[\uFE0E\uFE0F]/.test(String(sent))
          )
            continue;
          if (status !== (accepted ? 201 : 400))
            wrong.push(
              `${name}.${kind} ${JSON.stringify(sent)}: ${status}, not ${accepted ? 201 : 400} ${String(body)}`,
            );
        }
      }
    }
    process.stdout.write(`${database}: ${targets.size} rules, ${count} values\n`);
    expect(wrong).toEqual([]);
  });

  test('the examples that the document offers are accepted', async () => {
    const refusals: string[] = [];
    let members = 0;
    for (const { path } of client.model.entities) {
      const { requestBody } = client.document.paths?.[`/${path}`]?.post ?? {};
      const content = requestBody && 'content' in requestBody ? requestBody.content : {};
      const example = content['application/json']?.example as object | undefined;
      const { status, body } = await create(`/${path}`, example ?? {});
      if (status !== 201) refusals.push(`${path} ${JSON.stringify(example)}: ${String(body)}`);
      members += Object.keys(example ?? {}).length;
    }
    expect(refusals).toEqual([]);
    expect(members).toBeGreaterThan(client.model.entities.length);
  });

  test('a declaration is refused only where no value satisfies it', async () => {
    const satisfied: string[] = [];
    for (const rule of casesOn(database)) {
      const target = ruleClass({ ...rule, name: `Whole${rule.name}` }, database, () => false);
      for (const [kind, { values, property = (sent: unknown) => sent }] of Object.entries(kinds))
        for (const sent of refused.has(`${rule.name}.${kind}`) ? values : [])
          if (await isAccepted(target, kind, property(sent as never)))
            satisfied.push(`${rule.name}.${kind} ${JSON.stringify(sent)}`);
    }
    expect(satisfied).toEqual([]);
  });
});
