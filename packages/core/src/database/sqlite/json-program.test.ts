// Reads that SQLite prints itself.
import { compiledClinic } from '../../../../../test/support/compiled-sql.js';
import { compileTextProgram } from './json-program.js';

async function printed(target: string): Promise<string | undefined> {
  const { context, plan } = await compiledClinic('sqlite');
  const planned = await plan('GET', target);
  if (planned.kind !== 'select') throw new Error('Only reads are printed.');
  return compileTextProgram(context, planned.shape)?.statement.text;
}

test('a page of short texts is one text, and its rows are counted', async () => {
  expect(await printed('/tags')).toBe(
    `SELECT group_concat(printf('{"id":%s,"label":%s,"edges":{}}', CASE WHEN t."id" IS NULL THEN 'null' WHEN length(t."id") = 36 AND t."id" NOT GLOB '*[^0-9a-f-]*' THEN '"' || t."id" || '"' ELSE json_quote(CAST(t."id" AS BLOB)) END, json_quote(t."label"))), COUNT(*) FROM (SELECT t."id", t."label" FROM "tag" t ORDER BY t."id" ASC LIMIT (SELECT ?) OFFSET (SELECT ?)) t`,
  );
});

test('a decimal is printed by us', async () => {
  expect(await printed('/pets')).toBeUndefined();
});
