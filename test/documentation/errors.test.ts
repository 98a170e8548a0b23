// docs/errors.md is the error catalogue of the code.
import { faultCodes, problemStatus, problemTitles } from '@decorest/core';
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
