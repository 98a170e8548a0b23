// @Schema narrows what a column of each kind takes, and never widens it; one that contradicts the kind is a mistake.
import { Schema, type JsonSchema } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn, type ColumnOptions } from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { mistakesOf } from '../../support/schema-mistakes.js';
import { databaseNames, openDatabase, type DatabaseName } from '../../support/test-database.js';

/** A column, schemas that fit it, values, and schemas that do not. */
interface Case {
  readonly options: (database: DatabaseName) => ColumnOptions;
  readonly fitting: readonly JsonSchema[];
  readonly values: readonly unknown[];
  readonly contradicting: readonly JsonSchema[];
}

const anything = [true, 1, 1.5, 3e9, 'x', '', '*'.repeat(44), '12345', 'NaN', null, [], ['a,b'], {}];
const texts: readonly JsonSchema[] = [
  {},
  { type: 'string' },
  { type: ['string', 'integer', 'null'] },
  { anyOf: [{ type: 'string' }, { type: 'number' }] },
  { type: 'string', minLength: 1, pattern: '.' },
  { allOf: [{ type: 'string' }] },
  { enum: ['2026-01-31', 'x', 7, '1.50', 'aGk=', 'b'] },
];
const noTexts: readonly JsonSchema[] = [
  { type: 'number' },
  { type: 'object' },
  { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
  { const: 1 },
  { enum: [1, true] },
];
const numbers: readonly JsonSchema[] = [
  {},
  { type: 'integer' },
  { type: 'number', minimum: 0 },
  { enum: [1, 'x'] },
];
const noNumbers: readonly JsonSchema[] = [
  { type: 'string' },
  { enum: ['1'] },
  { oneOf: [{ type: 'array' }] },
];

const cases: Readonly<Record<string, Case>> = {
  varchar: {
    options: () => ({ type: 'varchar', length: 3 }),
    fitting: texts,
    values: ['ab', 'abcd'],
    contradicting: noTexts,
  },
  int: {
    options: () => ({ type: 'int' }),
    fitting: numbers,
    values: [7, -7, 2_147_483_648],
    contradicting: noNumbers,
  },
  float: { options: () => ({ type: 'float' }), fitting: numbers, values: [7.5], contradicting: noNumbers },
  bigint: {
    options: () => ({ type: 'bigint' }),
    fitting: texts,
    values: ['9223372036854775807', '9223372036854775808', '7'],
    contradicting: noTexts,
  },
  decimal: {
    options: () => ({ type: 'decimal', precision: 5, scale: 2 }),
    fitting: texts,
    values: ['1.50', '1.555', '12345'],
    contradicting: noTexts,
  },
  boolean: {
    options: () => ({ type: 'boolean' }),
    fitting: [{}, { type: 'boolean' }, { enum: [true] }],
    values: [false],
    contradicting: [{ type: 'string' }, { enum: [1] }],
  },
  date: {
    options: () => ({ type: 'date' }),
    fitting: texts,
    values: ['2026-01-31', '2026-02-30', '0000-01-01'],
    contradicting: noTexts,
  },
  datetime: {
    options: (database) => ({ type: database === 'postgres' ? 'timestamptz' : 'datetime', precision: 0 }),
    fitting: texts,
    values: ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00.5Z', '2026-01-31'],
    contradicting: noTexts,
  },
  bytes: {
    options: (database) => ({ type: database === 'postgres' ? 'bytea' : 'blob' }),
    fitting: [...texts, { type: 'string', contentEncoding: 'base64', minLength: 44 }],
    values: ['aGk=', 'aGk', 'YWFh'.repeat(11)],
    contradicting: noTexts,
  },
  enum: {
    options: () => ({ type: 'simple-enum', enum: ['b', 'c'] }),
    fitting: [{}, { type: 'string' }, { enum: ['b', 'z'] }, { type: 'string', maxLength: 9 }],
    values: ['b', 'c', 'z'],
    contradicting: [{ type: 'integer' }, { enum: ['z'] }],
  },
  list: {
    options: () => ({ type: 'simple-array' }),
    fitting: [{}, { type: 'array', maxItems: 2 }, { type: 'array', items: { type: 'string', minLength: 1 } }],
    values: [['a', 'b'], ['a', 'b', 'c'], [1]],
    contradicting: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }],
  },
};

function makeClass(name: string, options: ColumnOptions, schema: JsonSchema | null): new () => object {
  const made = { [name]: class {} }[name] as new () => object;
  Entity(`of_${name}`)(made);
  PrimaryGeneratedColumn()(made.prototype as object, 'id');
  Column({ nullable: true, ...options })(made.prototype as object, 'v');
  if (schema) Schema(schema)(made.prototype as object, 'v');
  return made;
}

const list = Object.entries(cases).flatMap(([kind, { fitting }]) => [
  { kind, name: `${kind}plain`, schema: null },
  ...fitting.map((schema, at) => ({ kind, name: `${kind}${at}`, schema })),
]);

test.each(databaseNames)('%s: a value is taken if the kind and the schema take it', async (database) => {
  const classes = list.map(({ kind, name, schema }) =>
    makeClass(name, cases[kind]!.options(database), schema),
  );
  const opened = await openDatabase(database, classes);
  try {
    const client = DirectClient.of(opened.dataSource, {});
    const pathOf = (wanted: string) => client.model.entities.find(({ name }) => name === wanted)?.path ?? '';
    const { default: ajv } = await import('ajv/dist/2020.js');
    const validator = new ajv.Ajv2020({ strict: false, validateFormats: false });
    for (const { kind, name, schema } of list) {
      if (!schema) continue;
      const takes = validator.compile(schema);
      for (const v of [...anything, ...cases[kind]!.values]) {
        if (v === null) continue;
        const plain = await client.post(`/${pathOf(`${kind}plain`)}`, { v });
        const answer = await client.post(`/${pathOf(name)}`, { v });
        expect({ kind, schema, v, status: answer.status }).toEqual({
          ...{ kind, schema, v },
          status: plain.status === 201 && takes(v) ? 201 : 400,
        });
        if (answer.status === 201) expect(entityOf(answer).v).toEqual(entityOf(plain).v);
      }
    }
  } finally {
    await opened.close();
  }
});

test.each(
  Object.entries(cases).flatMap(([kind, { contradicting }]) =>
    contradicting.map((schema) => [kind, schema] as const),
  ),
)('%s and %j contradict each other', async (kind, schema) => {
  const message = await mistakesOf([makeClass(kind, cases[kind]!.options('sqlite'), schema)]);
  expect(message).toMatch(/@Schema: allows .* of this column/);
});
