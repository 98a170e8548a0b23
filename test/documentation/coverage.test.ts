// docs/coverage.md: every annotation, option and predicate has a test that proves it, and every test named there exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { column, repository, tableRows } from '../support/markdown-table.js';
import { annotations, groupConstants, optionDefaults, predicateConstants } from '../support/vocabulary.js';

const page = 'coverage.md';

const words = [
  ...annotations,
  ...[...optionDefaults.keys()].filter((name) => name !== 'limits'),
  ...predicateConstants.keys(),
  ...groupConstants.keys(),
  'FilterEdge',
];

test('every word has a row, and no row another word', () => {
  expect([...new Set(column(page, 'Word'))].sort()).toEqual([...words].sort());
});

test.each(tableRows(page, 'Word').map(({ Word = '', File = '', Test = '' }) => [Word, File, Test]))(
  '%s: %s has the test "%s"',
  (_, file = '', title = '') => {
    const path = join(repository, 'test', file);
    expect({ file, exists: existsSync(path) }).toEqual({ file, exists: true });
    const source = readFileSync(path, 'utf8');
    expect(title).not.toBe('');
    for (const part of title.split(' › '))
      expect({ part, found: isTitle(part, source) }).toEqual({ part, found: true });
  },
);

/** Whether a text stands in a source as a title: of a test, of a block of tests, or in a table of tests. */
function isTitle(text: string, source: string): boolean {
  return [`'${text}'`, `"${text}"`, `\`${text}\``].some((literal) => source.includes(literal));
}
