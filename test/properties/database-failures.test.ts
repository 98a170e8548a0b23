// What a database can be made to raise has one answer on all databases: none that passes is permanent, and no failure of the
// server is one of the client.
import { Bulk } from '@decorest/core';
import fc from 'fast-check';
import { Column, Entity, PrimaryGeneratedColumn, VirtualColumn, type DataSource } from 'typeorm';
import { directStage } from '../support/direct-stage.js';
import { databaseNames, speaksMysql, type DatabaseName } from '../support/test-database.js';

@Entity()
@Bulk('create')
class Entry {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40, default: 'plain' }) title!: string;
  @Column('int', { default: 1 }) amount!: number;
  @Column('int', { nullable: true }) target!: number | null;
}

/** Its virtual column fails for some rows. */
function createReport(name: DatabaseName) {
  const failing = speaksMysql(name)
    ? 'SELECT 9223372036854775807 + (2 - r.divisor)'
    : name === 'postgres'
      ? 'SELECT 6 / r.divisor'
      : 'SELECT abs(-9223372036854775807 - 1 + r.divisor)';
  @Entity()
  class Report {
    @PrimaryGeneratedColumn() id!: number;
    @Column('int', { default: 2 }) divisor!: number;
    @VirtualColumn({
      type: 'bigint',
      query: (alias) => `${failing} FROM report r WHERE r.id = ${alias}.id`,
    })
    ratio!: string;
  }
  return Report;
}

/** SQLSTATEs that triggers raise: some of each class, and any others. The classes of success are not raised. */
const states: readonly string[] = [
  ...['23505', '23503', '23001', '23P01', '23000', '23514', '22003', '22012', '44000', '45000', 'P0001'],
  ...[
    '40001',
    '40P01',
    '57014',
    '57P01',
    '08006',
    '53300',
    '55P03',
    '25006',
    '0A000',
    '26000',
    '42501',
    'XX000',
  ],
  ...fc.sample(
    fc.stringMatching(/^[3-9A-Z][0-9A-Z]{4}$/).filter((state) => !state.startsWith('HV')),
    15,
  ),
];

const codes: Readonly<Record<string, string>> = {
  23505: 'already_exists',
  23503: 'edge_conflict',
  23001: 'edge_conflict',
  '23P01': 'conflict',
};

function expectedCode(state: string): string {
  return codes[state] ?? (/^(?:22|23|44)/.test(state) ? 'invalid_request' : 'conflict');
}

/** A trigger for rows of these titles. */
function compileTriggers(name: DatabaseName, titles: Readonly<Record<string, string>>): readonly string[] {
  const cases = Object.entries(titles);
  if (name === 'postgres') {
    const acts = cases.map(([title, act]) => `IF NEW.title = '${title}' THEN ${act}; END IF;`).join(' ');
    return [
      `CREATE FUNCTION entry_rules() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${acts} RETURN NEW; END $$`,
      'CREATE TRIGGER entry_rules BEFORE INSERT OR UPDATE ON entry FOR EACH ROW EXECUTE FUNCTION entry_rules()',
    ];
  }
  if (speaksMysql(name)) {
    const acts = cases.map(([title, act]) => `IF NEW.title = '${title}' THEN ${act}; END IF;`).join(' ');
    return ['INSERT', 'UPDATE'].map(
      (on) => `CREATE TRIGGER entry_${on} BEFORE ${on} ON entry FOR EACH ROW BEGIN ${acts} END`,
    );
  }
  return cases.flatMap(([title, act], at) =>
    ['INSERT', 'UPDATE'].map(
      (on) =>
        `CREATE TRIGGER entry_${on}_${at} AFTER ${on} ON entry WHEN NEW.title = '${title}' BEGIN ${act}; END`,
    ),
  );
}

const inSql: Readonly<Record<'sqlite' | 'postgres' | 'mysql', Readonly<Record<string, string>>>> = {
  sqlite: {
    null: 'UPDATE entry SET amount = NULL WHERE id = NEW.id',
    overflow: 'SELECT abs(-9223372036854775807 - 1)',
    refused: "SELECT RAISE(ABORT, 'secret')",
    failed: "SELECT RAISE(FAIL, 'secret')",
    undone: "SELECT RAISE(ROLLBACK, 'secret')",
  },
  postgres: {
    null: 'NEW.amount := NULL',
    overflow: 'NEW.amount := 1 / 0',
    ...Object.fromEntries(
      states.map((state) => [`state ${state}`, `RAISE EXCEPTION 'secret' USING ERRCODE = '${state}'`]),
    ),
  },
  mysql: {
    null: 'SET NEW.amount = NULL',
    overflow: 'SET NEW.amount = 1 / 0',
    ...Object.fromEntries(
      states.map((state) => [`state ${state}`, `SIGNAL SQLSTATE '${state}' SET MESSAGE_TEXT = 'secret'`]),
    ),
  },
};

const expected: Readonly<Record<string, string>> = {
  null: 'invalid_request',
  overflow: 'invalid_request',
  refused: 'conflict',
  failed: 'conflict',
  undone: 'conflict',
  ...Object.fromEntries(states.map((state) => [`state ${state}`, expectedCode(state)])),
};

/** A foreign key beside the entities: checked at COMMIT where the database can do that. */
async function addForeignKey(dataSource: DataSource, name: DatabaseName): Promise<void> {
  if (name === 'sqlite') {
    await dataSource.query('DROP TABLE entry');
    await dataSource.query(
      "CREATE TABLE entry (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, title varchar(40) NOT NULL DEFAULT 'plain', amount integer NOT NULL DEFAULT 1, target integer REFERENCES report (id) DEFERRABLE INITIALLY DEFERRED)",
    );
    return;
  }
  const deferred = name === 'postgres' ? ' DEFERRABLE INITIALLY DEFERRED' : '';
  await dataSource.query(
    `ALTER TABLE entry ADD CONSTRAINT fk_target FOREIGN KEY (target) REFERENCES report (id)${deferred}`,
  );
}

describe.each(databaseNames)('%s', (name) => {
  const entities = [Entry, createReport(name)];
  const stage = directStage(name, { entities, options: {}, fill: async () => undefined });
  const dialect = speaksMysql(name) ? 'mysql' : name === 'postgres' ? 'postgres' : 'sqlite';

  beforeAll(async () => {
    const { dataSource } = stage.database;
    await addForeignKey(dataSource, name);
    for (const sql of compileTriggers(name, inSql[dialect])) await dataSource.query(sql);
    await dataSource.query("INSERT INTO entry (title) VALUES ('first')");
    await dataSource.query('INSERT INTO report (divisor) VALUES (2), (0)');
  });

  const countEntries = async () => {
    const [row] = await stage.database.dataSource.query('SELECT COUNT(*) AS n FROM entry');
    return Number((row as { n: unknown }).n);
  };

  test('each error of a trigger has its answer, in all writes, and leaves nothing', async () => {
    const wrong: string[] = [];
    for (const title of Object.keys(inSql[dialect]))
      for (const [method, target, body] of [
        ['POST', '/entries', { title }],
        ['PATCH', '/entries/1', { title }],
        ['POST', '/entries/bulk', [{ title: 'x' }, { title }]],
      ] as const) {
        const { status, json, text } = await stage.client.attempt(method, target, body);
        const { code } = json as { code: string };
        if (code !== expected[title] || text.includes('secret'))
          wrong.push(`${method} ${target} ${title}: ${status} ${text}`);
      }
    expect(wrong).toEqual([]);
    expect(await countEntries()).toBe(1);
  });

  test('writes at once do not share the failure of one of them', async () => {
    const titles = ['a', 'null', 'b', dialect === 'sqlite' ? 'undone' : 'state 45000', 'c'];
    const answers = await Promise.all(
      titles.map((title) => stage.client.attempt('POST', '/entries', { title })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 201, 409, 201]);
    await stage.database.dataSource.query("DELETE FROM entry WHERE title <> 'first'");
  });

  test('a foreign key that is checked at the end is a conflict, alone and beside others', async () => {
    for (const target of [99, 98])
      expect((await stage.client.attempt('POST', '/entries', { target })).json).toMatchObject({
        status: 409,
        code: 'edge_conflict',
      });
    const targets = [1, 99, null, 2];
    const answers = await Promise.all(
      targets.map((target) => stage.client.attempt('POST', '/entries', { target })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 201]);
    expect(await countEntries()).toBe(4);
  });

  test('a virtual column that fails is a failure of the server, read or written, and a write is undone', async () => {
    for (const [method, target, body] of [
      ['GET', '/reports', undefined],
      ['GET', '/reports/2', undefined],
      ['POST', '/reports', { divisor: 0 }],
      ['PATCH', '/reports/1', { divisor: 0 }],
    ] as const)
      expect((await stage.client.attempt(method, target, body)).json).toMatchObject({
        status: 500,
        code: 'internal_error',
      });
    const rows = await stage.database.dataSource.query<{ divisor: number }[]>(
      'SELECT divisor FROM report ORDER BY id',
    );
    expect(rows.map(({ divisor }) => divisor)).toEqual([2, 0]);
    expect((await stage.client.get('/reports/1')).status).toBe(200);
  });
});
