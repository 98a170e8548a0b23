// The conditions that policies set on rows.
import type { RowCondition } from '../vocabulary/policy.js';
import type { Pet } from '../../../../test/support/clinic-entities.js';
import { compiledClinic, type Compiled, type DialectName } from '../../../../test/support/compiled-sql.js';
import { compileEdgeStatements } from './edge-sql.js';
import { compileVisibility } from './policy-sql.js';
import { createBinder } from './statement.js';
import type { SqlContext } from './table-sql.js';
import { compileDelete } from './write-sql.js';

/** The clinic of a dialect, with a policy on pets. */
async function under(name: DialectName, condition: RowCondition<Pet>) {
  const clinic = await compiledClinic(name);
  const { tests, values } = await clinic.policy(condition);
  const context: SqlContext = { ...clinic.context, policyTests: tests };
  return { clinic, context, values };
}

/** The condition of a policy on PostgreSQL, and the values that it binds. */
async function conditionOf(condition: RowCondition<Pet>) {
  const { clinic, context, values } = await under('postgres', condition);
  const binder = createBinder(context.dialect);
  const where = compileVisibility({ context, binder, entity: clinic.entity('Pet'), alias: 't' }).join(
    ' AND ',
  );
  return { where, bound: binder.statement(where).parameters([], values) };
}

function edgeOf({ entity }: Compiled, name: string, property: string) {
  const found = entity(name).edges.find((edge) => edge.property === property);
  if (!found) throw new Error(`${name} has no edge ${property}.`);
  return found;
}

test('a column is compared with a value, with any of a list, or with NULL', async () => {
  expect(await conditionOf({ name: 'a', id: [1, 2], age: null })).toEqual({
    where: '(t."name" = $1 AND t."id" = ANY($2) AND t."age" IS NULL)',
    bound: ['a', [1, 2]],
  });
});

test('a list of conditions lets a row through that passes one of them', async () => {
  expect(await conditionOf([{ name: 'a' }, { age: 1 }])).toEqual({
    where: '(t."name" = $1 OR t."age" = $2)',
    bound: ['a', 1],
  });
  expect((await conditionOf(false)).where).toBe('1 = 0');
});

test('a related row is looked up among those that pass and are not deleted', async () => {
  expect(await conditionOf({ keeper: { name: 'a' } })).toEqual({
    where: 't."keeperId" IN (SELECT x."id" FROM "keeper" x WHERE x."deletedAt" IS NULL AND x."name" = $1)',
    bound: ['a'],
  });
  expect((await conditionOf({ visits: { year: 2024 } })).where).toBe(
    't."id" IN (SELECT x."petId" FROM "visit" x WHERE x."petId" IS NOT NULL AND x."year" = $1)',
  );
});

test('MySQL does not join the set of a policy: in an outer join, it would forget the conditions of the set', async () => {
  const { clinic, context } = await under('mysql', { keeper: { name: 'a' }, visits: { year: 2024 } });
  const rows = { context, binder: createBinder(context.dialect), entity: clinic.entity('Pet'), alias: 't' };
  const [text = ''] = compileVisibility(rows);
  expect(text.match(/IN \(SELECT .*? x(?=\.)/g)).toEqual([
    'IN (SELECT /*+ NO_SEMIJOIN() */ x',
    'IN (SELECT /*+ NO_SEMIJOIN() */ x',
  ]);
});

test('a link to an id is looked up in the join table alone', async () => {
  expect((await conditionOf({ tags: ['00000000-0000-4000-8000-000000000000'] })).where).toBe(
    't."id" IN (SELECT x_link."petId" FROM "pet_tag" x_link WHERE x_link."tagId" = ANY($1))',
  );
});

test('MySQL reads the table that it changes through a derived table', async () => {
  const { clinic, context } = await under('mysql', { keeper: { pets: { name: 'a' } } });
  expect(compileDelete(context, clinic.entity('Pet')).text).toMatch(
    /^DELETE FROM `pet` WHERE `pet`\.`id` = \? AND `pet`\.`id` IN \(SELECT \* FROM \(SELECT DISTINCT w\.`id` FROM `pet` w WHERE w\.`id` = \? AND w\.`keeperId` IN .* FOR UPDATE\) d\)$/,
  );
});

test('rows that a policy hides keep their links', async () => {
  const { clinic, context } = await under('postgres', { name: 'a' });
  const statements = compileEdgeStatements(context, clinic.entity('Tag'), edgeOf(clinic, 'Tag', 'pets'));
  expect(statements.kind === 'table' && statements.removeOthers.text).toBe(
    'DELETE FROM "pet_tag" WHERE "tagId" = $1 AND "petId" <> ALL($2) AND "petId" IN (SELECT t."id" FROM "pet" t WHERE t."name" = $3)',
  );
});
