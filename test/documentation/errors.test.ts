// docs/errors.md is the error catalogue of the code.
import { faultCodes, problemStatus, problemTitles } from '@decorest/core';
import { mysqlFailures } from '../../packages/core/src/database/mysql/mysql-errors.js';
import { postgresFailures } from '../../packages/core/src/database/postgres/postgres-errors.js';
import { sqliteFailures } from '../../packages/core/src/database/sqlite/sqlite-errors.js';
import { failureKinds } from '../../packages/core/src/execute/failure-kinds.js';
import { tableRows } from '../support/markdown-table.js';

const page = 'errors.md';

test('it names each problem once, with its status and title', () => {
  const documented = tableRows(page, 'Status').map(({ Code, Status, Title }) => [
    Code,
    Number(Status),
    Title,
  ]);
  const known = Object.entries(problemTitles).map(([code, title]) => [
    code,
    problemStatus[code as keyof typeof problemTitles],
    title,
  ]);
  expect(documented).toEqual(known);
});

test('it names each fault once', () => {
  const documented = tableRows(page, 'Meaning').map(({ Code }) => Code);
  expect(documented).toEqual([...faultCodes]);
});

test('it says of each what to do', () => {
  const empty = tableRows(page, 'What to do').filter((row) => !row['What to do']);
  expect(empty.map(({ Code }) => Code)).toEqual([]);
});

/** The codes of a kind, as a cell of the table lists them. */
function listCodes(codes: readonly (readonly [string | number, string])[], kind: string): string {
  return codes.flatMap(([code, of]) => (of === kind ? [`\`${code}\``] : [])).join(' ');
}

test('it lists each kind of failure of the database, with its codes and its answer', () => {
  const numbers = Object.entries(mysqlFailures).flatMap(([kind, list]) =>
    list.map((number) => [number, kind] as const),
  );
  const known = Object.entries(failureKinds).map(([kind, { lasts, fault, answer, retryAfter }]) => ({
    Kind: kind,
    Lasts: lasts,
    'Fault of': fault,
    Answer: answer,
    'Retry-After': String(retryAfter ?? ''),
    PostgreSQL: listCodes(postgresFailures, kind),
    'MySQL, MariaDB': listCodes(numbers, kind),
    SQLite: listCodes(sqliteFailures, kind),
  }));
  const bare = (cell: string) => cell.replaceAll('`', '');
  const plain = (rows: readonly Readonly<Record<string, string>>[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, bare(cell)])));
  expect(plain(tableRows(page, 'Fault of'))).toEqual(plain(known));
});
