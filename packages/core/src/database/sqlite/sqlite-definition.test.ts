import {
  hasRowid,
  readCollations,
  readExpression,
  readPredicate,
  splitDefinition,
} from './sqlite-definition.js';

test('the collations of columns are read, and no others', () => {
  const definition = splitDefinition(`CREATE TABLE "a(b" ( -- a table, with (brackets)
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "First ""Name""" varchar(10, 2) NOT NULL DEFAULT ('x, COLLATE NOCASE') COLLATE NOCASE,
    [last] text CHECK (last COLLATE RTRIM <> ''), /* COLLATE, too */
    \`title\` text collate "rtrim" UNIQUE,
    CONSTRAINT "c" CHECK (title COLLATE NOCASE <> ')')
  )`);
  expect([...readCollations(definition)]).toEqual([
    ['first "name"', 'NOCASE'],
    ['title', 'RTRIM'],
  ]);
  expect(hasRowid(definition)).toBe(true);
});

test('a table without a rowid says so at its end', () => {
  expect(
    hasRowid(splitDefinition('CREATE TABLE a (b "without rowid" PRIMARY KEY) STRICT, without  rowid')),
  ).toBe(false);
  expect(hasRowid(splitDefinition('CREATE TABLE a (b "without rowid" PRIMARY KEY)'))).toBe(true);
});

test('the expressions and the condition of an index are read', () => {
  const definition = splitDefinition(
    `CREATE INDEX "i(1)" ON t (lower("a"), substr(b, 1, 2) COLLATE NOCASE DESC, c ASC) WHERE d IS NULL AND (e > 1)`,
  );
  expect([0, 1, 2, 3].map((at) => readExpression(definition, at))).toEqual([
    'lower ( "a" )',
    'substr ( b , 1 , 2 )',
    'c',
    '',
  ]);
  expect(readPredicate(definition)).toBe('d IS NULL AND ( e > 1 )');
  expect(readPredicate(splitDefinition('CREATE UNIQUE INDEX i ON t (a)'))).toBeNull();
});
