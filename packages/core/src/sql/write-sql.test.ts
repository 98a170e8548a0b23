// The statements of writes, in each dialect.
import { compiledClinic, dialectNames, type Compiled } from '../../../../test/support/compiled-sql.js';
import type { ColumnTerm } from '../plan/writes.js';
import { compileEdgeStatements, compileExisting } from './edge-sql.js';
import { compileInsert } from './insert-sql.js';
import { compileDelete, compileLock, compileUpdate } from './write-sql.js';

type Texts = Record<string, string>;

/** What a function makes of the clinic of each dialect. */
async function inEachDialect(make: (clinic: Compiled) => string | Promise<string>): Promise<Texts> {
  const texts: Texts = {};
  for (const name of dialectNames) texts[name] = await make(await compiledClinic(name));
  return texts;
}

async function columnsOf(
  clinic: Compiled,
  method: string,
  path: string,
  body: object,
): Promise<readonly ColumnTerm[]> {
  const plan = await clinic.plan(method, path, body);
  if (plan.kind !== 'create' && plan.kind !== 'update') throw new Error('Only writes have columns.');
  return plan.columns;
}

const pet = { name: 'a', weight: '1.00', age: null, keeper: 1 };

test('an insert guards foreign keys and returns the key where it can', async () => {
  const texts = await inEachDialect(async (clinic) => {
    const columns = await columnsOf(clinic, 'POST', '/pets', pet);
    return compileInsert(clinic.context, clinic.entity('Pet'), columns).statement.text;
  });
  expect(texts).toEqual({
    sqlite:
      'INSERT INTO "pet" ("name", "age", "weight", "keeperId", "version") SELECT ?, ?, ?, ?, 1 WHERE (EXISTS (SELECT 1 FROM "keeper" g WHERE g."id" = ? AND g."deletedAt" IS NULL) OR ? IS NULL) RETURNING "id"',
    postgres: `INSERT INTO "pet" ("name", "age", "weight", "keeperId", "version") SELECT $1, $2, $3, $4, 1 WHERE (EXISTS (SELECT 1 FROM "keeper" g WHERE g."id" = $5 AND g."deletedAt" IS NULL FOR SHARE) OR $5 IS NULL) RETURNING "id", set_config('decorest.key', CAST("id" AS text), true)`,
    mysql:
      'INSERT INTO `pet` (`name`, `age`, `weight`, `keeperId`, `version`) SELECT ?, ?, ?, ?, 1 FROM DUAL WHERE (EXISTS (SELECT 1 FROM `keeper` g WHERE g.`id` = ? AND g.`deletedAt` IS NULL LOCK IN SHARE MODE) OR ? IS NULL)',
  });
});

test('an insert without foreign keys has plain values; MySQL is given the generated key', async () => {
  const texts = await inEachDialect(async (clinic) => {
    const columns = await columnsOf(clinic, 'POST', '/tags', { label: 'a' });
    return compileInsert(clinic.context, clinic.entity('Tag'), columns).statement.text;
  });
  expect(texts.postgres).toMatch(/^INSERT INTO "tag" \("label"\) VALUES \(\$1\) RETURNING "id", /);
  expect(texts.mysql).toBe('INSERT INTO `tag` (`label`, `id`) VALUES (?, ?)');
});

test('an update sets what was given and the version', async () => {
  const texts = await inEachDialect(async (clinic) => {
    const columns = await columnsOf(clinic, 'PATCH', '/pets/1', { name: 'a', keeper: 1 });
    return compileUpdate(clinic.context, clinic.entity('Pet'), columns).text;
  });
  expect(texts).toMatchObject({
    postgres:
      'UPDATE "pet" SET "name" = $1, "keeperId" = $2, "version" = "version" + 1 WHERE "pet"."id" = $3 AND (EXISTS (SELECT 1 FROM "keeper" g WHERE g."id" = $4 AND g."deletedAt" IS NULL FOR SHARE) OR $4 IS NULL)',
    mysql:
      'UPDATE `pet` SET `name` = ?, `keeperId` = ?, `version` = `version` + 1 WHERE `pet`.`id` = ? AND (EXISTS (SELECT 1 FROM `keeper` g WHERE g.`id` = ? AND g.`deletedAt` IS NULL LOCK IN SHARE MODE) OR ? IS NULL)',
  });
});

test('a delete is soft where the table has a delete date', async () => {
  const soft = await inEachDialect(({ context, entity }) => compileDelete(context, entity('Keeper')).text);
  expect(soft).toEqual({
    sqlite: `UPDATE "keeper" SET "deletedAt" = strftime('%Y-%m-%d %H:%M:%f', 'now') WHERE "keeper"."id" = ? AND "keeper"."deletedAt" IS NULL`,
    postgres:
      'UPDATE "keeper" SET "deletedAt" = CURRENT_TIMESTAMP WHERE "keeper"."id" = $1 AND "keeper"."deletedAt" IS NULL',
    mysql:
      'UPDATE `keeper` SET `deletedAt` = CURRENT_TIMESTAMP(6) WHERE `keeper`.`id` = ? AND `keeper`.`deletedAt` IS NULL',
  });
  const hard = await inEachDialect(({ context, entity }) => compileDelete(context, entity('Visit')).text);
  expect(hard.postgres).toBe('DELETE FROM "visit" WHERE "visit"."year" = $1 AND "visit"."number" = $2');
});

test('locks are those that each database has', async () => {
  const change = await inEachDialect(
    ({ context, entity }) => compileLock(context, entity('Pet'), 'change').text,
  );
  expect(change).toEqual({
    sqlite: 'SELECT 1 FROM "pet" WHERE "pet"."id" = ?',
    postgres: 'SELECT 1 FROM "pet" WHERE "pet"."id" = $1 FOR NO KEY UPDATE',
    mysql: 'SELECT 1 FROM `pet` WHERE `pet`.`id` = ? FOR UPDATE',
  });
});

test('ids of several columns are looked up as one parameter, or as a list of a size', async () => {
  const keys = [
    [1, 2],
    [3, 4],
    [5, 6],
  ];
  const texts = await inEachDialect(
    ({ context, entity }) => compileExisting(context, entity('Visit'), 'refer').fitLists([keys]).text,
  );
  expect(texts).toEqual({
    sqlite: `SELECT t."year", t."number" FROM "visit" t WHERE (t."year", t."number") IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?)) ORDER BY t."year", t."number"`,
    postgres:
      'SELECT t."year", t."number" FROM "visit" t WHERE (t."year", t."number") IN (SELECT x."year", x."number" FROM json_populate_recordset((SELECT "any row" FROM "visit" "any row" WHERE false), $1) x) ORDER BY t."year", t."number" FOR KEY SHARE',
    mysql:
      'SELECT t.`year`, t.`number` FROM `visit` t WHERE t.`year` IN (?, ?, ?, ?) AND (t.`year`, t.`number`) IN ((?, ?), (?, ?), (?, ?), (?, ?)) ORDER BY t.`year`, t.`number` LOCK IN SHARE MODE',
  });
});

/** The statements of an edge for two ids, by their names. */
async function edgeStatements(name: 'postgres' | 'mysql', entity: string, property: string): Promise<Texts> {
  const clinic = await compiledClinic(name);
  const owner = clinic.entity(entity);
  const edge = owner.edges.find((candidate) => candidate.property === property);
  if (!edge) throw new Error(`${entity} has no edge ${property}.`);
  const { kind, ...statements } = compileEdgeStatements(clinic.context, owner, edge);
  const texts = Object.entries(statements).flatMap(([key, statement]) =>
    statement ? [[key, statement.fitLists([1, [2, 3]]).text]] : [],
  );
  return { kind, ...(Object.fromEntries(texts) as Texts) };
}

test('an edge through a join table', async () => {
  expect(await edgeStatements('mysql', 'Pet', 'tags')).toEqual({
    kind: 'table',
    add: 'INSERT INTO `pet_tag` (`petId`, `tagId`) SELECT p.`id`, t.`id` FROM `pet` p, `tag` t WHERE p.`id` = ? AND t.`id` IN (?, ?) ON DUPLICATE KEY UPDATE `pet_tag`.`petId` = `pet_tag`.`petId`',
    remove: 'DELETE FROM `pet_tag` WHERE `petId` = ? AND `tagId` IN (?, ?)',
    removeOthers: 'DELETE FROM `pet_tag` WHERE `petId` = ? AND `tagId` NOT IN (?, ?)',
  });
  const { add } = await edgeStatements('postgres', 'Pet', 'tags');
  expect(add).toMatch(/ WHERE p\."id" = \$1 AND t\."id" = ANY\(\$2\) ON CONFLICT DO NOTHING$/);
});

test('what a trigger leaves out is looked for where a database has such triggers', async () => {
  const { linked } = await edgeStatements('postgres', 'Pet', 'tags');
  expect(linked).toBe('SELECT 1 FROM "pet_tag" WHERE "petId" = $1 AND "tagId" = ANY($2)');
  expect(await edgeStatements('mysql', 'Keeper', 'pets')).not.toHaveProperty('notOwn');
});

test('an edge whose key the targets hold', async () => {
  const touched = '"version" = "version" + 1';
  const found = (test: string) =>
    `SELECT "pet"."id" FROM "pet" WHERE ${test} ORDER BY "pet"."id" FOR NO KEY UPDATE`;
  expect(await edgeStatements('postgres', 'Keeper', 'pets')).toEqual({
    kind: 'foreign',
    ofOthers: found('"pet"."id" = ANY($1) AND "pet"."keeperId" <> $2'),
    own: found('"pet"."id" = ANY($1) AND "pet"."keeperId" = $2'),
    ownOthers: found('"pet"."id" <> ALL($1) AND "pet"."keeperId" = $2'),
    // A version counts each change, and no link that exists already.
    add: `UPDATE "pet" SET "keeperId" = $1, ${touched} WHERE "pet"."id" = ANY($2) AND NOT COALESCE("pet"."keeperId" = $1, FALSE)`,
    remove: `UPDATE "pet" SET "keeperId" = NULL, ${touched} WHERE "pet"."id" = ANY($1) AND "pet"."keeperId" = $2`,
    notOwn: found('"pet"."id" = ANY($1) AND NOT COALESCE("pet"."keeperId" = $2, FALSE)'),
  });
});
