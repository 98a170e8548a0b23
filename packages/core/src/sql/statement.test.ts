// How values get from slots into the parameters of a statement.
import { literal, type Dialect } from './dialect.js';
import { mysqlDialect } from './mysql-dialect.js';
import { postgresDialect } from './postgres-dialect.js';
import { sqliteDialect } from './sqlite-dialect.js';
import { asIs, createBinder } from './statement.js';

const quote = (name: string) => `"${name}"`;
const mysql: Dialect = mysqlDialect(quote, 'Z');
const postgres: Dialect = postgresDialect(quote);
const sqlite: Dialect = sqliteDialect(quote);

function twice(dialect: Dialect) {
  const binder = createBinder(dialect);
  const text = [binder.bind(1, asIs), binder.reach.bind(0, asIs), binder.bind(1, asIs)].join(' ');
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
  expect(listIn(sqlite).fitting([[1, 2, 3], 9]).text).toBe('x IN (?) AND y = ?');
  expect(listIn(sqlite).parameters([[1, 2, 3], 9])).toEqual(['["1","2","3"]', 9]);
  expect(listIn(postgres).parameters([[1, 2, 3], 9])).toEqual([['1', '2', '3'], 9]);
});

test.each([
  [[], 'x IN (SELECT NULL FROM DUAL WHERE FALSE) AND y = ?', [9]],
  [[1], 'x IN (?) AND y = ?', ['1', 9]],
  [[1, 2, 3], 'x IN (?, ?, ?, ?) AND y = ?', ['1', '2', '3', '3', 9]],
])('otherwise it has sizes of powers of two, and repeats its last item: %j', (list, text, parameters) => {
  const statement = listIn(mysql).fitting([list, 9]);
  expect(statement.text).toBe(text);
  expect(statement.parameters([list, 9])).toEqual(parameters);
});

test('a statement is made once for a size, and named by its text', () => {
  const statement = listIn(mysql);
  expect(statement.fitting([[1, 2, 3], 9])).toBe(statement.fitting([[1, 2, 3, 4], 9]));
  expect(statement.fitting([[1], 9]).name).toBe(listIn(mysql).fitting([[5], 9]).name);
  expect(statement.fitting([[1], 9]).name).not.toBe(statement.fitting([[1, 2], 9]).name);
});

test('row values of a list are compared in brackets', () => {
  const binder = createBinder(mysql);
  const statement = binder.statement(`(x, y) IN (${binder.bindRows(0, [asIs, String])})`);
  const keys = [
    [1, 2],
    [3, 4],
  ];
  expect(statement.fitting([keys]).text).toBe('(x, y) IN ((?, ?), (?, ?))');
  expect(statement.fitting([keys]).parameters([keys])).toEqual([1, '2', 3, '4']);
  expect(statement.fitting([[]]).text).toBe('(x, y) IN (SELECT NULL, NULL FROM DUAL WHERE FALSE)');
});

test('quotes of a literal are doubled; MySQL escapes backslashes, too', () => {
  expect(literal("a'b\\")).toBe("'a''b\\'");
  expect(mysql.literal("a'b\\")).toBe("'a''b\\\\'");
});
