// A property of each kind of column, under a rule of class-validator.
import { createApi, Schema, SchemaError, SchemaObjectAny } from '@decorest/core';
import fc from 'fast-check';
import { Column, Entity, PrimaryGeneratedColumn, type ColumnOptions } from 'typeorm';
import { samples } from '../support/property.js';
import { openDatabase, type DatabaseName } from '../support/test-database.js';
import { texts, type RuleCase } from './rule-cases.js';

/** A column of a kind, what bodies send and what the property then holds. */
export interface KindCase {
  readonly column: (database: DatabaseName) => ColumnOptions;
  readonly values: readonly unknown[];
  readonly property?: (sent: never) => unknown;
}

const numbersAsText = ['0', '1', '3', '-3', '6', '-1', '12'];

export const kinds: Readonly<Record<string, KindCase>> = {
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

export type Target = new () => object;

/** A class with a property of each kind under the rule, save where the rule was refused. */
export function ruleClass(
  { name, rule }: Pick<RuleCase, 'name' | 'rule'>,
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
export async function refusedDeclarations(
  database: DatabaseName,
  cases: readonly Pick<RuleCase, 'name' | 'rule'>[],
): Promise<Set<string>> {
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
