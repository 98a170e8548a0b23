// Errors that the author's own SQL raises: the same answer on all databases, and the problems to which the option
// `databaseErrors` maps them.
import {
  Bulk,
  EdgeCreate,
  Filter,
  FilterEQ,
  FilterGTE,
  hooksFor,
  NestedCreate,
  type ApiOptions,
} from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { createRaisingTrigger, type TriggerAction, type TriggerEvent } from '../../support/raising-sql.js';
import { mistakesOf } from '../../support/schema-mistakes.js';
import { speaksMysql, type DatabaseName } from '../../support/test-database.js';

@Entity()
class Team {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 40, default: 'plain' }) name!: string;

  @NestedCreate()
  @EdgeCreate()
  @OneToMany(() => Expense, ({ team }) => team)
  expenses!: Relation<Expense>[];

  @ManyToMany(() => Tag)
  @JoinTable({ name: 'team_tag', joinColumn: { name: 'teamId' }, inverseJoinColumn: { name: 'tagId' } })
  tags!: Tag[];
}

@Entity()
class Tag {
  @PrimaryColumn({ type: 'varchar', length: 20 }) id!: string;
}

@Entity()
@Bulk('create', 'update', 'delete')
class Expense {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 60, default: 'plain' }) title!: string;
  @Column('int', { default: 0 }) @Filter(FilterEQ, FilterGTE) amount!: number;

  @Index()
  @ManyToOne(() => Team, ({ expenses }) => expenses, { nullable: true })
  team!: Relation<Team> | null;
}

/** Written with hooks. */
@Entity()
class Trip {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 60, default: 'plain' }) title!: string;
}

/** Deleted softly. */
@Entity()
class Draft {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 60, default: 'plain' }) title!: string;
  @DeleteDateColumn() deletedAt!: Date | null;
}

const events: readonly TriggerEvent[] = ['INSERT', 'UPDATE', 'DELETE'];

/** Titles that the triggers refuse, and how. */
const actions: Readonly<Record<string, TriggerAction>> = {
  refused: { raise: 'secret of the schema' },
  budget: { raise: 'over budget by 7 of 100' },
};

async function fill(dataSource: DataSource, name: DatabaseName): Promise<void> {
  await dataSource.manager.insert(Team, [{ id: 1 }, { id: 2 }]);
  await dataSource.manager.insert(Tag, [{ id: 'a' }, { id: 'b' }]);
  await dataSource.manager.insert(Expense, [
    { id: 1 },
    { id: 2, team: { id: 1 } },
    { id: 3, title: 'refused', amount: 5 },
  ]);
  await dataSource.manager.insert(Trip, [{ id: 1 }]);
  await dataSource.manager.insert(Draft, [{ id: 1 }]);
  for (const table of ['expense', 'trip'])
    for (const on of events)
      for (const [value, action] of Object.entries(actions))
        await createRaisingTrigger(dataSource, name, { table, on, column: 'title', value, action });
}

const overBudget = { code: 'over_budget', status: 422, title: 'The budget is spent' } as const;

const databaseErrors: ApiOptions['databaseErrors'] = [
  {
    message: /^over budget by (?<sum>\d+)/,
    problem: overBudget,
    detail: 'The budget is $<sum> short.',
    pointer: '/amount',
  },
];

const hooks = [hooksFor(Trip, { before: { create: () => undefined, update: () => undefined } })];

onEachDatabase(
  { entities: [Team, Tag, Expense, Trip, Draft], options: { hooks }, fill: async () => undefined },
  (stage) => {
    beforeAll(() => fill(stage.database.dataSource, stage.name));

    const title = 'refused';
    const items = [{ title: 'x' }, { title }];

    test.each<[string, string, unknown]>([
      ['POST', '/expenses', { title }],
      ['PATCH', '/expenses/1', { title }],
      ['POST', '/expenses/bulk', items],
      [
        'PATCH',
        '/expenses',
        [
          { id: 1, title: 'x' },
          { id: 2, title },
        ],
      ],
      ['PATCH', '/expenses?amount.eq=0', { title }],
      ['DELETE', '/expenses/3', undefined],
      ['DELETE', '/expenses?amount.gte=5', undefined],
      ['POST', '/teams', { expenses: [{ title }] }],
      ['POST', '/teams/1/expenses', { title }],
      ['POST', '/trips', { title }],
      ['PATCH', '/trips/1', { title }],
    ])('%s %s is a conflict, without the words of the trigger', async (method, target, body) => {
      const answer = await stage.client.send(method, target, body);
      expectProblem(answer, 409, 'conflict');
      expect(answer.text).not.toMatch(/secret/);
      expect(answer.json).toMatchObject({ detail: 'A rule of the database does not allow the change.' });
    });

    test('a refused change leaves everything as it was', async () => {
      const titles = (await stage.client.get('/expenses?per_page=100')).json as {
        content: { title: string }[];
      };
      expect(titles.content.map((one) => one.title)).toEqual(['plain', 'plain', 'refused']);
    });

    test.each<[string, string, unknown, string]>([
      ['POST', '/expenses', { title: 'budget' }, '/amount'],
      ['PATCH', '/expenses/1', { title: 'budget' }, '/amount'],
      ['POST', '/expenses/bulk', [{ title: 'x' }, { title: 'budget' }], '/1/amount'],
      ['PATCH', '/expenses', [{ id: 1, title: 'budget' }], '/0/amount'],
      ['POST', '/teams', { expenses: [{ title: 'budget' }] }, '/expenses/0/amount'],
      ['POST', '/teams/1/expenses', { title: 'budget' }, '/amount'],
    ])('%s %s of a mapped error is the problem of the author', async (method, target, body, pointer) => {
      const client = DirectClient.of(stage.database.dataSource, { hooks, databaseErrors });
      const answer = await client.send(method, target, body);
      expect(answer.json).toMatchObject({
        ...overBudget,
        detail: 'The budget is 7 short.',
        errors: [{ pointer, code: 'invalid', detail: 'The budget is 7 short.' }],
      });
    });

    test('a mapped error of a write with hooks has no pointer where the body has no such key', async () => {
      const client = DirectClient.of(stage.database.dataSource, { hooks, databaseErrors });
      const answer = await client.post('/trips', { title: 'budget' });
      expect(answer.json).toMatchObject(overBudget);
      expect(answer.json).not.toHaveProperty('errors');
    });

    test('a state, a number and a constraint select rules; others do not match', async () => {
      const other = { problem: 'forbidden', message: /^nothing/ } as const;
      const state = { sqlState: stage.name === 'postgres' ? 'P0001' : '45000', message: /budget/ };
      const rules = [other, { ...state, problem: 'forbidden' as const, detail: 'Ask the treasurer: $&.' }];
      const client = DirectClient.of(stage.database.dataSource, { hooks, databaseErrors: rules });
      const answer = await client.post('/expenses', { title: 'budget' });
      expectProblem(answer, 403, 'forbidden');
      expect(answer.json).toMatchObject({ detail: 'Ask the treasurer: budget.' });
      expectProblem(await client.post('/expenses', { title: 'refused' }), 409, 'conflict');
      if (!speaksMysql(stage.name)) return;
      const numbered = DirectClient.of(stage.database.dataSource, {
        hooks,
        databaseErrors: [{ number: 1644, problem: overBudget }],
      });
      expect((await numbered.post('/expenses', { title: 'refused' })).json).toMatchObject(overBudget);
    });

    test('a passing failure is not mapped', async () => {
      const all = [{ message: /[^]*/, problem: overBudget }];
      const client = DirectClient.of(stage.database.dataSource, { hooks, databaseErrors: all });
      const taken = await client.post('/tags', { id: 'x' });
      expect(taken.status).toBe(201);
      expect((await client.post('/tags', { id: 'x' })).json).toMatchObject(overBudget);
    });
  },
);

test.each<[string, unknown, string]>([
  ['no list', {}, 'is not a list of rules for database errors'],
  ['no condition', [{ problem: overBudget }], 'a rule without a condition matches every error'],
  ['no problem', [{ message: 'x' }], 'is not a problem'],
  ['an unknown member', [{ mesage: 'x', problem: overBudget }], "Did you mean 'message'?"],
  ['no SQLSTATE', [{ sqlState: 'P001', problem: overBudget }], "'P001' is not a SQLSTATE"],
  ['no number', [{ number: '1644', problem: overBudget }], "'1644' is not an error number"],
  ['an empty detail', [{ message: 'x', detail: ' ', problem: overBudget }], 'is not a non-empty string'],
  ['a group too many', [{ message: /x(y)/, detail: '$2', problem: overBudget }], "'$2' is not a group"],
  [
    'an unknown group',
    [{ message: /x(?<y>y)/, detail: '$<z>', problem: overBudget }],
    "'$<z>' is not a group",
  ],
  ['a bad pointer', [{ message: 'x', pointer: 'amount', problem: overBudget }], 'is not a JSON Pointer'],
  [
    'an unknown pointer',
    [{ message: 'x', pointer: '/amont', problem: overBudget }],
    "Did you mean '/amount'?",
  ],
  [
    'a state on SQLite',
    [{ sqlState: 'P0001', problem: overBudget }],
    "no error of this database has 'P0001'",
  ],
  [
    'two problems of one code',
    [
      { message: 'x', problem: overBudget },
      { message: 'y', problem: { ...overBudget, status: 409 } },
    ],
    "the problem 'over_budget' is declared twice",
  ],
])('%s is refused at the start', async (_, databaseErrors, problem) => {
  const mistakes = await mistakesOf([Team, Tag, Expense], { databaseErrors });
  expect(mistakes).toContain(problem);
  expect(mistakes).toContain('options.databaseErrors');
});
