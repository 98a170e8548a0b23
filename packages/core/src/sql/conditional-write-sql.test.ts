// The statements of writes that require a version of their row, in each dialect.
import { compiledClinic, dialectNames, type Compiled } from '../../../../test/support/compiled-sql.js';
import { compileDelete, compileLock, compileUpdate } from './write-sql.js';

async function inEachDialect(
  make: (clinic: Compiled) => string | Promise<string>,
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const name of dialectNames) texts[name] = await make(await compiledClinic(name));
  return texts;
}

function versionedPet({ entity }: Compiled) {
  const pet = entity('Pet');
  return { pet, version: pet.fields.find(({ property }) => property === 'version') };
}

test('an update tests the version after the id, and before the targets of foreign keys', async () => {
  const texts = await inEachDialect(async (clinic) => {
    const plan = await clinic.plan('PATCH', '/pets/1', { name: 'a', keeper: 1 });
    const { pet, version } = versionedPet(clinic);
    if (plan.kind !== 'update') throw new Error('A PATCH is an update.');
    return compileUpdate(clinic.context, pet, plan.columns, version).text;
  });
  expect(texts.postgres).toContain(
    'WHERE "pet"."id" = $3 AND "pet"."version" = $4 AND (EXISTS (SELECT 1 FROM "keeper" g WHERE g."id" = $5',
  );
  expect(texts.mysql).toContain('WHERE `pet`.`id` = ? AND `pet`.`version` = ? AND (EXISTS (');
});

test('a delete tests the version', async () => {
  const texts = await inEachDialect((clinic) => {
    const { pet, version } = versionedPet(clinic);
    return compileDelete(clinic.context, pet, version).text;
  });
  expect(texts).toEqual({
    sqlite: 'DELETE FROM "pet" WHERE "pet"."id" = ? AND "pet"."version" = ?',
    postgres: 'DELETE FROM "pet" WHERE "pet"."id" = $1 AND "pet"."version" = $2',
    mysql: 'DELETE FROM `pet` WHERE `pet`.`id` = ? AND `pet`.`version` = ?',
  });
});

test('a lock reads the version', async () => {
  const texts = await inEachDialect((clinic) => {
    const { pet, version } = versionedPet(clinic);
    return compileLock(clinic.context, pet, 'change', version).text;
  });
  expect(texts.postgres).toBe('SELECT "pet"."version" FROM "pet" WHERE "pet"."id" = $1 FOR NO KEY UPDATE');
  expect(texts.mysql).toMatch(/^SELECT `pet`.`version` FROM `pet` WHERE .* FOR UPDATE$/);
});
