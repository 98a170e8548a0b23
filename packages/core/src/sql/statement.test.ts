// How values get from slots into the parameters of a statement.
import { quoteLiteral, type Dialect, type Encode } from './dialect.js';
import { createMysqlDialect } from '../database/mysql/mysql-dialect.js';
import { createPostgresDialect } from '../database/postgres/postgres-dialect.js';
import { createSqliteDialect } from '../database/sqlite/sqlite-dialect.js';
import { asIs, createBinder } from './statement.js';

const quote = (name: string) => `"${name}"`;
const mysql: Dialect = createMysqlDialect(quote, 'Z', false);
const postgres: Dialect = createPostgresDialect(quote);
const sqlite: Dialect = createSqliteDialect(quote, false);

function twice(dialect: Dialect) {
  const binder = createBinder(dialect);
  const text = [binder.bind(1, asIs), binder.policySlots.bind(0, asIs), binder.bind(1, asIs)].join(' ');
  return binder.statement(text);
}

test('a numbered placeholder stands for a value wherever it is needed, another one each time', () => {
  expect(twice(postgres).text).toBe('$1 $2 $1');
  expect(twice(postgres).parameters(['a', 'b'], ['c'])).toEqual(['b', 'c']);
  expect(twice(sqlite).text).toBe('? ? ?');
  expect(twice(sqlite).parameters(['a', 'b'], ['c'])).toEqual(['b', 'c', 'b']);
});

function listIn(dialect: Dialect) {
  const binder = createBinder(dialect);
  return binder.statement(`x IN (${binder.bindList(0, String)}) AND y = ${binder.bind(1, asIs)}`);
}

test('a list is one parameter where the database has such', () => {
  expect(listIn(sqlite).fitLists([[1, 2, 3], 9]).text).toBe('x IN (?) AND y = ?');
  expect(listIn(sqlite).parameters([[1, 2, 3], 9])).toEqual(['["1","2","3"]', 9]);
  expect(listIn(postgres).parameters([[1, 2, 3], 9])).toEqual([['1', '2', '3'], 9]);
});

test.each([
  [[], 'x IN (SELECT NULL FROM DUAL WHERE FALSE) AND y = ?', [9]],
  [[1], 'x IN (?) AND y = ?', ['1', 9]],
  [[1, 2, 3], 'x IN (?, ?, ?, ?) AND y = ?', ['1', '2', '3', '3', 9]],
])('otherwise it has sizes of powers of two, and repeats its last item: %j', (list, text, parameters) => {
  const statement = listIn(mysql).fitLists([list, 9]);
  expect(statement.text).toBe(text);
  expect(statement.parameters([list, 9])).toEqual(parameters);
});

test('a statement is made once for a size, and named by its text', () => {
  const statement = listIn(mysql);
  expect(statement.fitLists([[1, 2, 3], 9])).toBe(statement.fitLists([[1, 2, 3, 4], 9]));
  expect(statement.fitLists([[1], 9]).name).toBe(listIn(mysql).fitLists([[5], 9]).name);
  expect(statement.fitLists([[1], 9]).name).not.toBe(statement.fitLists([[1, 2], 9]).name);
});

const part = (encode: Encode) => ({ encode, wrap: (placeholder: string) => placeholder });

test('row values of a list are compared in brackets', () => {
  const binder = createBinder(mysql);
  const statement = binder.statement(`(x, y) IN (${binder.bindRows(0, [part(asIs), part(String)])})`);
  const keys = [
    [1, 2],
    [3, 4],
  ];
  expect(statement.fitLists([keys]).text).toBe('(x, y) IN ((?, ?), (?, ?))');
  expect(statement.fitLists([keys]).parameters([keys])).toEqual([1, '2', 3, '4']);
  expect(statement.fitLists([[]]).text).toBe('(x, y) IN (SELECT NULL, NULL FROM DUAL WHERE FALSE)');
});

test('quotes of a literal are doubled; MySQL escapes backslashes, too', () => {
  expect(quoteLiteral("a'b\\")).toBe("'a''b\\'");
  expect(mysql.quoteLiteral("a'b\\")).toBe("'a''b\\\\'");
});
