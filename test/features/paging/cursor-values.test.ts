// Positions hold what the database sorts by, to the last digit: values that look the same in an answer are not the same, and
// values that compare as equal are decided by the id.
import { CursorPagination, Sortable } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn, type ColumnType, type DataSource } from 'typeorm';
import { entityOf, valuesOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { speaksMysql, type DatabaseName } from '../../support/test-database.js';

/** The SQL of values, some of them more than once, and the type of their column. */
interface Values {
  readonly type: ColumnType;
  readonly enum?: readonly string[];
  readonly more?: {
    precision?: number;
    scale?: number;
    unsigned?: boolean;
    collation?: string;
  };
  readonly sql: readonly string[];
}

const shared: Record<string, Values> = {
  large: {
    type: 'bigint',
    sql: ['9007199254740993', '9007199254740992', '9223372036854775807', '-9223372036854775807'],
  },
  double: { type: 'double precision', sql: ['0.1', '0.30000000000000004', '0.3', '1e308', '-5e-324'] },
};

const valuesOn: Record<'sqlite' | 'postgres' | 'mysql', Record<string, Values>> = {
  sqlite: {
    ...shared,
    instant: {
      type: 'datetime',
      sql: [
        "'2026-01-01 00:00:00'",
        "'2026-01-01 00:00:00.000'",
        "'2026-01-01 00:00:00.0001'",
        "'2026-01-01T00:00:00Z'",
      ],
    },
    folded: { type: 'varchar', more: { collation: 'NOCASE' }, sql: ["'a'", "'A'", "'b'", "'B'", "'ä'"] },
    amount: { type: 'decimal', more: { precision: 12, scale: 2 }, sql: ['1.10', '1.1', '-3', '99999999.99'] },
  },
  postgres: {
    ...shared,
    instant: {
      type: 'timestamptz',
      sql: [
        "'2026-01-01 00:00:00.000001Z'",
        "'2026-01-01 00:00:00.000002Z'",
        "'2026-01-01Z'",
        "'2026-10-25 01:30:00+02'",
      ],
    },
    local: {
      type: 'timestamp',
      sql: ["'2026-01-01 00:00:00.000001'", "'2026-01-01 00:00:00.000002'", "'0999-01-01 00:00:00'"],
    },
    single: { type: 'float4', sql: ['0.1', '0.2', '3.4e38', '16777217', '16777216'] },
    exact: { type: 'numeric', sql: ['1.10', '1.1', '1.1000000000000000000000000001', '1e40', '-0.5'] },
    color: { type: 'enum', enum: ['red', 'amber', 'green'], sql: ["'green'", "'red'", "'amber'"] },
    padded: { type: 'char', more: {}, sql: ["'a'", "'b'", "' '"] },
    moment: { type: 'time', sql: ["'10:00:00.000001'", "'10:00:00'", "'23:59:59.999999'"] },
    day: { type: 'date', sql: ["'2026-01-01'", "'0044-03-15'"] },
    flag: { type: 'boolean', sql: ['true', 'false'] },
    key: {
      type: 'uuid',
      sql: ["'00000000-0000-4000-8000-000000000001'", "'f0000000-0000-4000-8000-000000000001'"],
    },
  },
  mysql: {
    ...shared,
    instant: {
      type: 'datetime',
      more: { precision: 6 },
      sql: [
        "'2026-01-01 00:00:00.000001'",
        "'2026-01-01 00:00:00.000002'",
        "'2026-01-01'",
        "'2026-10-25 01:30:00'",
      ],
    },
    single: { type: 'float', sql: ['0.1', '0.2', '3.4e38', '16777217', '1.1'] },
    exact: {
      type: 'decimal',
      more: { precision: 40, scale: 20 },
      sql: ['1.10', '1.00000000000000000001', '-0.5'],
    },
    unsigned: {
      type: 'bigint',
      more: { unsigned: true },
      sql: ['18446744073709551615', '18446744073709551614', '0'],
    },
    color: { type: 'enum', enum: ['red', 'amber', 'green'], sql: ["'green'", "'red'", "'amber'"] },
    folded: {
      type: 'varchar',
      more: { collation: 'utf8mb4_unicode_520_ci' },
      sql: ["'a'", "'A'", "'ä'", "'b'", "'a '"],
    },
    moment: { type: 'time', more: { precision: 6 }, sql: ["'10:00:00.000001'", "'10:00:00'", "'00:00:00'"] },
    day: { type: 'date', sql: ["'2026-01-01'", "'1000-03-15'"] },
    flag: { type: 'boolean', sql: ['true', 'false'] },
  },
};

function namesOf(name: DatabaseName): Record<string, Values> {
  return valuesOn[speaksMysql(name) ? 'mysql' : name === 'postgres' ? 'postgres' : 'sqlite'];
}

function entityOn(name: DatabaseName): new () => object {
  class Sample {}
  PrimaryGeneratedColumn()(Sample.prototype, 'id');
  for (const [member, { type, enum: words, more }] of Object.entries(namesOf(name))) {
    Reflect.defineMetadata('design:type', String, Sample.prototype, member);
    Column({ type, nullable: true, ...(words && { enum: [...words] }), ...more })(Sample.prototype, member);
    Sortable()(Sample.prototype as never, member as never);
  }
  CursorPagination()(Sample);
  Entity()(Sample);
  return Sample;
}

const fixture = {
  entities: (name: DatabaseName) => [entityOn(name)],
  options: { maxItemsPerPage: 1000 },
  /** Each value twice, beside NULL in all other columns. */
  fill: async (dataSource: DataSource) => {
    const name =
      dataSource.options.type === 'postgres' ? 'postgres' : speaksMysqlType(dataSource) ? 'mysql' : 'sqlite';
    const quote = (word: string) => dataSource.driver.escape(word);
    const rows = Object.entries(valuesOn[name]).flatMap(([member, { sql }]) =>
      [0, 1].flatMap(() => sql.map((value) => [quote(member), value] as const)),
    );
    for (const [column, value] of rows)
      await dataSource.query(`INSERT INTO ${quote('sample')} (${column}) VALUES (${value})`);
  },
};

function speaksMysqlType({ options }: DataSource): boolean {
  return options.type === 'mysql' || options.type === 'mariadb';
}

onEachDatabase(fixture, (stage) => {
  /** The ids of all pages from a first one on, by the cursors of one side. */
  const walk = async (target: string, first: string, side: 'next_cursor' | 'prev_cursor') => {
    const pages: unknown[][] = [];
    for (let place = first; ;) {
      const answer = await stage.client.get(`${target}${place}`);
      expect([target, place, answer.status]).toEqual([target, place, 200]);
      pages.push(valuesOf(answer, 'id'));
      const cursor = entityOf(answer)[side];
      if (typeof cursor !== 'string') return pages;
      place = `&${side === 'next_cursor' ? 'after' : 'before'}=${cursor}`;
    }
  };

  test.each(Object.keys(namesOf(stage.name)))('%s', async (member) => {
    for (const sort of [member, `-${member}`]) {
      const all = valuesOf(await stage.client.get(`/samples?sort=${sort}&per_page=1000`), 'id');
      for (const perPage of [1, 5]) {
        const target = `/samples?sort=${sort}&per_page=${perPage}`;
        expect([target, (await walk(target, '', 'next_cursor')).flat()]).toEqual([target, all]);
        const last = `&page=${String(Math.ceil(all.length / perPage))}`;
        expect([target, (await walk(target, last, 'prev_cursor')).reverse().flat()]).toEqual([target, all]);
      }
    }
  });
});
