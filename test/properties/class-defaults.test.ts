// Classes that give new rows values by themselves, by initializers, constructors and listeners, beside defaults of columns: each
// create stores what TypeORM's `save(create(body))` stores, and what neither the class nor the column gives is required.
import { Bulk, hooksFor, Schema } from '@decorest/core';
import fc from 'fast-check';
import {
  BeforeInsert,
  Column,
  Entity,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type ColumnOptions,
} from 'typeorm';
import { DirectClient } from '../support/direct-client.js';
import { samples } from '../support/property.js';
import { databaseNames, openDatabase, type DatabaseName } from '../support/test-database.js';

const members = {
  count: { column: { type: 'int' }, values: [0, 3, -7], byColumn: 7 },
  state: { column: { type: 'varchar', length: 20 }, values: ['new', '', 'x y'], byColumn: 'old' },
  flag: { column: { type: 'boolean' }, values: [true, false], byColumn: true },
  price: {
    column: { type: 'decimal', precision: 10, scale: 2 },
    values: ['1.50', '-3.00'],
    byColumn: undefined,
  },
  tags: { column: { type: 'simple-json' }, values: [[], ['a'], ['b', 'a']], byColumn: undefined },
} as const satisfies Record<string, { column: ColumnOptions; values: readonly unknown[]; byColumn: unknown }>;

type MemberName = keyof typeof members;
const names = Object.keys(members) as MemberName[];

/** Where a member gets its value if the body gives none, and whether its column has a default and takes NULL. */
interface MemberCase {
  readonly source: 'none' | 'initializer' | 'constructor' | 'listener';
  readonly value: unknown;
  readonly hasDefault: boolean;
  readonly nullable: boolean;
  /** The values of two bodies; undefined: left out. */
  readonly given: readonly unknown[];
}

interface ClassCase {
  readonly key: 'generated' | 'initializer' | 'listener' | 'client';
  readonly members: Readonly<Record<MemberName, MemberCase>>;
  readonly hooked: boolean;
}

function arbitraryMember(name: MemberName): fc.Arbitrary<MemberCase> {
  const value = fc.constantFrom<unknown>(...members[name].values);
  const given = fc.option(value, { nil: undefined });
  return fc.record({
    source: fc.constantFrom('none', 'initializer', 'initializer', 'constructor', 'listener'),
    value,
    hasDefault: members[name].byColumn === undefined ? fc.constant(false) : fc.boolean(),
    nullable: fc.boolean(),
    given: fc.tuple(given, given),
  });
}

const arbitraryClass: fc.Arbitrary<ClassCase> = fc.record({
  key: fc.constantFrom('generated', 'initializer', 'listener', 'client'),
  hooked: fc.boolean(),
  members: fc.record({
    count: arbitraryMember('count'),
    state: arbitraryMember('state'),
    flag: arbitraryMember('flag'),
    price: arbitraryMember('price'),
    tags: arbitraryMember('tags'),
  }),
});

let keys = 0;

type Row = Record<string, unknown>;

type Listener = (this: Row) => void;

/** Listeners as authors write them: their source names what they assign. */
const listeners: Readonly<Record<MemberName | 'id', (valueOf: () => unknown) => Listener>> = {
  id: (valueOf) =>
    function () {
      this.id ??= valueOf();
    },
  count: (valueOf) =>
    function () {
      this.count ??= valueOf();
    },
  state: (valueOf) =>
    function () {
      this.state ??= valueOf();
    },
  flag: (valueOf) =>
    function () {
      this.flag ??= valueOf();
    },
  price: (valueOf) =>
    function () {
      this.price ??= valueOf();
    },
  tags: (valueOf) =>
    function () {
      this.tags ??= valueOf();
    },
};

function declareClass(name: string, { key, members: cases }: ClassCase): new () => Row {
  const initialized = names.filter((member) => ['initializer', 'constructor'].includes(cases[member].source));
  const target = {
    [name]: class {
      constructor() {
        const row = this as Row;
        if (key === 'initializer') row.id = `k${++keys}`;
        for (const member of initialized) row[member] = structuredClone(cases[member].value);
      }
    },
  }[name] as new () => Row;
  const prototype = target.prototype as Row;
  if (key === 'generated') PrimaryGeneratedColumn()(prototype, 'id');
  else PrimaryColumn({ type: 'varchar', length: 20 })(prototype, 'id');
  for (const member of names) {
    const { hasDefault, nullable, source, value } = cases[member];
    const { column, byColumn } = members[member];
    Column({ ...column, nullable, ...(hasDefault ? { default: byColumn } : {}) } as ColumnOptions)(
      prototype,
      member,
    );
    if (member === 'tags') Schema({ type: 'array', items: { type: 'string' } })(prototype, member);
    if (source === 'listener') addListener(prototype, member, () => value);
  }
  if (key === 'listener') addListener(prototype, 'id', () => `k${++keys}`);
  Bulk('create')(target);
  Entity(name.toLowerCase())(target);
  return target;
}

function addListener(prototype: Row, member: MemberName | 'id', valueOf: () => unknown): void {
  prototype[`fill_${member}`] = listeners[member](() => structuredClone(valueOf()));
  BeforeInsert()(prototype, `fill_${member}`);
}

describe.each(databaseNames)('%s', (database: DatabaseName) => {
  const cases = samples(arbitraryClass, database === 'sqlite' ? 60 : 15).map((each, at) => ({
    ...each,
    name: `Given${at}`,
    target: declareClass(
      `${database}Given${at}`.replace(/^./, (first) => first.toUpperCase()),
      each,
    ),
  }));

  test('a create stores what save() stores, or says what it needs', async () => {
    const opened = await openDatabase(
      database,
      cases.map(({ target }) => target),
    );
    const wrong: string[] = [];
    try {
      const { dataSource } = opened;
      const hooks = cases.flatMap(({ hooked, target }) =>
        hooked ? [hooksFor(target, { before: { create: () => undefined } })] : [],
      );
      const client = DirectClient.of(dataSource, { hooks });
      for (const { target, key, members: of } of cases) {
        const rows = dataSource.getRepository(target);
        const path = client.model.entities.find((entity) => entity.target === target)?.path ?? '';
        const bodies = [0, 1].map((nth) => ({
          ...(key === 'client' ? { id: `c${++keys}` } : {}),
          ...Object.fromEntries(
            names.flatMap((name) => (of[name].given[nth] === undefined ? [] : [[name, of[name].given[nth]]])),
          ),
        }));
        const read = async () => {
          const found = await rows.find();
          await rows.clear();
          return found.map((row) => JSON.stringify({ ...row, id: null })).sort();
        };
        const needed = bodies.map((body) =>
          names.filter((name) => {
            const { source, hasDefault, nullable } = of[name];
            return source === 'none' && !hasDefault && !nullable && !(name in body);
          }),
        );
        const answer = await client.post(`/${path}/bulk`, bodies);
        if (needed.flat().length > 0) {
          const expected = needed.flatMap((some, at) => some.map((name) => `/${at}/${name}`)).sort();
          const { errors = [] } = answer.json as { errors?: { pointer: string; code: string }[] };
          const got = errors.map(({ pointer }) => pointer).sort();
          if (answer.status !== 400 || got.join() !== expected.join())
            wrong.push(
              `${target.name} ${JSON.stringify({ of, bodies })}: ${answer.text}, not ${expected.join()}`,
            );
          continue;
        }
        const stored = await read();
        await rows.save(
          bodies.map((body) => rows.create({ ...body, ...(key === 'client' ? { id: `c${++keys}` } : {}) })),
        );
        const saved = await read();
        for (const body of bodies)
          await client.post(`/${path}`, { ...body, ...(key === 'client' ? { id: `c${++keys}` } : {}) });
        const single = await read();
        for (const some of [stored, single])
          if (some.join() !== saved.join())
            wrong.push(
              `${target.name} ${JSON.stringify({ key, of, bodies })}: ${some.join()}, not ${saved.join()}`,
            );
      }
    } finally {
      await opened.close();
    }
    expect(wrong).toEqual([]);
  });
});
