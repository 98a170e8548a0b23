// The statements that restore a row, and the rows of reads with `deleted`, in each dialect.
import { compiledClinic, dialectNames, type Compiled } from '../../../../test/support/compiled-sql.js';
import type { DeletedRows } from '../vocabulary/deleted-rows.js';
import { compileDeletedLock, compileRestore } from './restore-sql.js';
import { compileShape } from './shape-sql.js';

async function inEachDialect(make: (clinic: Compiled) => string | Promise<string>) {
  const texts: Record<string, string> = {};
  for (const name of dialectNames) texts[name] = await make(await compiledClinic(name));
  return texts;
}

test('the row is locked whether it is deleted or not', async () => {
  const texts = await inEachDialect(
    ({ context, entity }) => compileDeletedLock(context, entity('Keeper')).text,
  );
  expect(texts).toEqual({
    sqlite:
      'SELECT CASE WHEN "keeper"."deletedAt" IS NULL THEN 0 ELSE 1 END FROM "keeper" WHERE "keeper"."id" = ?',
    postgres:
      'SELECT CASE WHEN "keeper"."deletedAt" IS NULL THEN 0 ELSE 1 END FROM "keeper" WHERE "keeper"."id" = $1 FOR NO KEY UPDATE',
    mysql:
      'SELECT CASE WHEN `keeper`.`deletedAt` IS NULL THEN 0 ELSE 1 END FROM `keeper` WHERE `keeper`.`id` = ? FOR UPDATE',
  });
});

test('a restore clears the delete date, and sets what hooks have changed', async () => {
  const texts = await inEachDialect(async (clinic) => {
    const plan = await clinic.plan('PATCH', '/keepers/1', { name: 'a' });
    if (plan.kind !== 'update') throw new Error('A PATCH is an update.');
    return compileRestore(clinic.context, clinic.entity('Keeper'), plan.columns).text;
  });
  expect(texts).toMatchObject({
    postgres:
      'UPDATE "keeper" SET "name" = $1, "deletedAt" = NULL WHERE "keeper"."id" = $2 AND "keeper"."deletedAt" IS NOT NULL',
    mysql:
      'UPDATE `keeper` SET `name` = ?, `deletedAt` = NULL WHERE `keeper`.`id` = ? AND `keeper`.`deletedAt` IS NOT NULL',
  });
});

test('a class without a delete date has none to clear', async () => {
  const { context, entity } = await compiledClinic('sqlite');
  expect(() => compileRestore(context, entity('Pet'), [])).toThrow('Pet has no delete date.');
});

test.each<[DeletedRows, string]>([
  ['without', ' WHERE t."deletedAt" IS NULL'],
  ['only', ' WHERE t."deletedAt" IS NOT NULL'],
  ['with', ''],
])('a list %s deleted rows', async (deleted, where) => {
  const clinic = await compiledClinic('postgres');
  const plan = await clinic.plan('GET', '/keepers?sort=id');
  if (plan.kind !== 'select') throw new Error('A GET is a select.');
  const { rows, total } = compileShape(clinic.context, { ...plan.shape, deleted });
  expect(rows()).toBe(` FROM "keeper" t${where} ORDER BY t."id" ASC LIMIT $1 OFFSET $2`);
  expect(total()).toBe(`(SELECT COUNT(*) FROM "keeper" t${where})`);
});
