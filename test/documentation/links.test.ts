// The pages name files that exist: what they link to, and the sources docs/architecture.md speaks of.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesIn, pages, textOf } from '../support/documentation-pages.js';
import { repository } from '../support/markdown-table.js';

const sources = new Set(
  [...filesIn('packages', '.ts'), ...filesIn('test', '.ts')].map((path) => basename(path)),
);

test.each(pages)('links of %s', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) =>
    target.replace(/#.*$/, ''),
  );
  const relative = links.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  expect(relative.filter((target) => !existsSync(join(repository, dirname(page), target)))).toEqual([]);
});

test('files of docs/architecture.md', () => {
  const named = [...textOf('docs/architecture.md').matchAll(/`(?:[\w./-]*\/)?([\w.-]+\.ts)`/g)];
  expect(named.length).toBeGreaterThan(40);
  expect(named.map(([, name = '']) => name).filter((name) => !sources.has(name))).toEqual([]);
});
