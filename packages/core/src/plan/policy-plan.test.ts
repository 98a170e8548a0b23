// Policies in, scopes out: tests of rows, the values to bind, and a key that names the structure.
import 'reflect-metadata';
import {
  Column,
  Entity,
  Index,
  ManyToMany,
  ManyToOne,
  OneToMany,
  JoinTable,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { planRequests } from '../../../../test/support/plan-request.js';
import { notNull, policyFor, type PolicyRequest, type RowCondition } from '../vocabulary/policy.js';

abstract class Row {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity()
class Team extends Row {
  @Column() name!: string;
  @OneToMany(() => Task, (task) => task.team) tasks!: Task[];
}

@Entity()
class Task extends Row {
  @Column() title!: string;
  @Column('varchar', { nullable: true }) closedBy!: string | null;
  @Index() @ManyToOne(() => Team, (team) => team.tasks, { nullable: true }) team!: Team | null;
  @ManyToMany(() => Team) @JoinTable() watchers!: Team[];
}

/** The scope of the list of tasks, under one policy with a condition that types cannot check. */
async function scopeOf(condition: unknown) {
  const api = await planRequests([Team, Task], {
    policies: [policyFor(Task, () => condition as RowCondition<Task> & boolean)],
  });
  return api.scope('GET /tasks');
}

const testOf = async (condition: unknown) => (await scopeOf(condition))?.tests.get('Task');

test.each([
  ['a value', { title: 'a' }, { test: 'equal', column: { column: 'title' }, slot: 0 }, ['a']],
  ['any of a list', { title: ['a', 'b'] }, { test: 'among', slot: 0 }, [['a', 'b']]],
  ['null', { closedBy: null }, { test: 'null', column: 'closedBy' }, []],
  ['notNull', { closedBy: notNull }, { test: 'not null', column: 'closedBy' }, []],
  [
    'all members',
    { title: 'a', closedBy: 'b' },
    { test: 'all of', tests: [{ slot: 0 }, { slot: 1 }] },
    ['a', 'b'],
  ],
  [
    'any condition',
    [{ title: 'a' }, { closedBy: 'b' }],
    { test: 'any of', tests: [{ slot: 0 }, { slot: 1 }] },
    ['a', 'b'],
  ],
  [
    'the id of an edge, in the foreign key',
    { team: 7 },
    { test: 'equal', column: { column: 'teamId' } },
    [7],
  ],
  [
    'ids of an edge, in the join table',
    { watchers: [7, 8] },
    { test: 'linked', by: 'among', slot: 0 },
    [[7, 8]],
  ],
  [
    'a condition across an edge',
    { team: { name: 'red' } },
    { test: 'related', where: { test: 'equal' } },
    ['red'],
  ],
])('a condition on %s', async (_, condition, test, values) => {
  const scope = await scopeOf(condition);
  expect(scope?.tests.get('Task')).toMatchObject(test);
  expect(scope?.values).toEqual(values);
});

test('true restricts nothing; false and an empty list leave no row', async () => {
  expect(await testOf(true)).toBeUndefined();
  expect(await testOf(false)).toEqual({ test: 'none' });
  expect(await testOf([])).toEqual({ test: 'none' });
});

test('the key names the structure, whatever the values', async () => {
  const key = async (condition: unknown) => (await scopeOf(condition))?.key;
  expect(await key({ title: 'a' })).toBe(await key({ title: 'b' }));
  expect(await key({ title: ['a'] })).toBe(await key({ title: ['a', 'b', 'c'] }));
  expect(await key({ title: 'a' })).not.toBe(await key({ title: ['a'] }));
  expect(await key({ title: 'a' })).not.toBe(await key({ closedBy: 'a' }));
  expect(await key(true)).not.toBe(await key(false));
});

test.each([
  ['undefined', undefined, 'undefined is not a condition'],
  ['an empty object', {}, 'an empty object is not a condition'],
  ['a missing value', { title: undefined }, "'title' cannot be undefined"],
  ['a value of another kind', { title: 7 }, "'title' cannot be a value of type number"],
  ['a name that the entity does not have', { colour: 'red' }, "the entity has no 'colour'"],
])('%s is a mistake of the author', async (_, condition, problem) => {
  await expect(scopeOf(condition)).rejects.toThrow(`A policy for Task: ${problem}`);
});

test('each policy is called once for a request, with its state; routes without policies have no scope', async () => {
  const calls: unknown[] = [];
  const rows = ({ state }: PolicyRequest) => {
    calls.push(state);
    return true;
  };
  const api = await planRequests([Team, Task], { policies: [policyFor(Row, rows)] });
  await api.scope('GET /teams/1/tasks', 'Ada');
  expect(calls).toEqual(['Ada']);
  const without = await planRequests([Team, Task]);
  expect(await without.scope('GET /tasks')).toBeNull();
});

test('several policies for one entity must all match', async () => {
  const api = await planRequests([Team, Task], {
    policies: [policyFor(Task, () => ({ title: 'a' })), policyFor(Task, () => ({ closedBy: null }))],
  });
  const scope = await api.scope('GET /tasks');
  expect(scope?.tests.get('Task')).toMatchObject({
    test: 'all of',
    tests: [{ test: 'equal' }, { test: 'null' }],
  });
});
