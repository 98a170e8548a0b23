// The pages name files that exist: what they link to, and the sources docs/architecture.md speaks of.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repository } from '../support/markdown-table.js';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...filesIn('docs', '.md'),
  ...filesIn('packages', 'README.md'),
  ...filesIn('examples', 'README.md'),
];
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

function textOf(page: string): string {
  return readFileSync(join(repository, page), 'utf8');
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(folder, path));
}
