// The two strategies of reads print the same bytes: the database prints, or rows are printed.
import { EagerLoad, EagerLoadLimit } from '@decorest/core';
import fc from 'fast-check';
import {
  Column,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { readRows } from '../../packages/core/src/execute/read-rows.js';
import { createBetterSqlite3Executor } from '../../packages/core/src/database/sqlite/better-sqlite3-executor.js';
import type { EntityModel } from '../../packages/core/src/model/api-model.js';
import { resolveModel } from '../../packages/core/src/model/resolve-model.js';
import { resolveSettings } from '../../packages/core/src/option-defaults.js';
import { getByIdShape } from '../../packages/core/src/plan/one-shape.js';
import { planDefaultSort } from '../../packages/core/src/plan/sort-plan.js';
import type { SelectShape } from '../../packages/core/src/plan/plan.js';
import { getDatabase } from '../../packages/core/src/database/database-of.js';
import { compileRowsProgram } from '../../packages/core/src/sql/rows-program.js';
import type { SelectProgram } from '../../packages/core/src/sql/select-program.js';
import type { SqlContext } from '../../packages/core/src/sql/table-sql.js';
import { compileTextProgram } from '../../packages/core/src/database/sqlite/json-program.js';
import { holds } from '../support/property.js';
import { openDatabase, type TestDatabase } from '../support/test-database.js';

class Place {
  @Column({ type: 'varchar', length: 80, nullable: true })
  street!: string | null;

  @Column({ type: 'int', nullable: true })
  number!: number | null;
}

@Entity()
class Specimen {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 80 })
  text!: string;

  @Column({ type: 'varchar', length: 80, nullable: true })
  maybeText!: string | null;

  @Column({ type: 'bigint', nullable: true })
  big!: string | null;

  @Column({ type: 'boolean', nullable: true })
  flag!: boolean | null;

  @Column({ type: 'datetime', nullable: true })
  moment!: Date | null;

  @Column({ type: 'date', nullable: true })
  day!: string | null;

  @Column({ type: 'time', nullable: true })
  time!: string | null;

  @Column({ type: 'simple-enum', enum: ['red', 'light "blue"'], nullable: true })
  colour!: string | null;

  @Column(() => Place)
  place!: Place;

  @Index()
  @ManyToOne(() => Specimen, (specimen) => specimen.parts, { nullable: true })
  @EagerLoad()
  whole!: Relation<Specimen> | null;

  @OneToMany(() => Specimen, (specimen) => specimen.whole)
  @EagerLoad()
  @EagerLoadLimit(2)
  parts!: Specimen[];
}

/** Texts of any length are printed row by row. */
@Entity()
class Essay {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text')
  text!: string;

  @ManyToOne(() => Specimen, { nullable: true })
  @EagerLoad()
  about!: Relation<Specimen> | null;
}

const text = fc.string({ unit: 'binary', maxLength: 12 }).map((value) => value.replaceAll('\0', ' '));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 });
const instant = fc.date({
  min: new Date('0001-01-01'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

const specimen = fc.record({
  text,
  maybeText: maybe(text),
  big: maybe(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String)),
  flag: maybe(fc.boolean()),
  moment: maybe(instant),
  day: maybe(instant.map((day) => day.toISOString().slice(0, 10))),
  time: maybe(instant.map((time) => time.toISOString().slice(11, 19))),
  colour: maybe(fc.constantFrom('red', 'light "blue"')),
  place: fc.record({ street: maybe(text), number: maybe(fc.integer()) }),
  whole: fc.nat(7),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('sqlite', [Specimen, Essay]);
});
afterAll(() => database.close());

test('one entity and a list are the same bytes from every printer', async () => {
  const { dataSource } = database;
  await holds(
    fc.asyncProperty(fc.array(specimen, { minLength: 1, maxLength: 8 }), async (rows) => {
      await database.empty();
      for (const [at, { whole, ...row }] of rows.entries()) {
        const parent = whole < at ? { id: whole + 1 } : null;
        await dataSource.getRepository(Specimen).insert({ ...row, id: at + 1, whole: parent });
      }
      await expectSame(dataSource, oneShape(dataSource, 'Specimen'), [1]);
      await expectSame(dataSource, listShape(dataSource, 'Specimen'), []);
      for (const { text } of rows) await dataSource.getRepository(Essay).insert({ text, about: { id: 1 } });
      await expectSame(dataSource, oneShape(dataSource, 'Essay'), [1]);
      await expectSame(dataSource, listShape(dataSource, 'Essay'), []);
    }),
    150,
  );
});

async function expectSame(
  dataSource: DataSource,
  shape: SelectShape,
  values: readonly unknown[],
): Promise<void> {
  const context = contextOf(dataSource);
  const byDatabase = compileTextProgram(context, shape);
  if (!byDatabase) throw new Error(`The database cannot print ${shape.subject.name}.`);
  const inRows = byDatabase.inRows?.() ?? compileRowsProgram(context, shape);
  const printed = await printedBy(dataSource, byDatabase, shape, values);
  expect(printed).toBe(await printedBy(dataSource, inRows, shape, values));
  expect(() => JSON.parse(`[${printed}]`) as unknown).not.toThrow();
}

async function printedBy(
  dataSource: DataSource,
  program: SelectProgram,
  shape: SelectShape,
  values: readonly unknown[],
): Promise<string> {
  const settings = resolveSettings({});
  const plan = { kind: 'select', shape, values, page: null } as const;
  const selected = await readRows(createBetterSqlite3Executor(dataSource, settings), program, plan);
  return program.printer.print(selected, settings.limits.responseBytes);
}

function contextOf(dataSource: DataSource): SqlContext {
  const { responseBytes } = resolveSettings({}).limits;
  const specimen = entityOf(dataSource, 'Specimen');
  return {
    dialect: getDatabase(dataSource).createDialect(dataSource),
    targetOf: () => specimen,
    policyTests: new Map(),
    responseBytes,
  };
}

function entityOf(dataSource: DataSource, name: string): EntityModel {
  const entity = resolveModel(dataSource, {}).model.entities.find((candidate) => candidate.name === name);
  if (!entity) throw new Error(`There is no ${name}.`);
  return entity;
}

function oneShape(dataSource: DataSource, name: string): SelectShape {
  return getByIdShape(entityOf(dataSource, name));
}

function listShape(dataSource: DataSource, name: string): SelectShape {
  const entity = entityOf(dataSource, name);
  return {
    key: 'all',
    keptFrom: 'first use',
    subject: entity,
    source: { from: 'all' },
    deleted: 'without',
    filters: [],
    junction: 'and',
    where: null,
    sort: planDefaultSort(entity),
    window: { kind: 'all' },
    count: 'exact',
    position: null,
    view: null,
  };
}
