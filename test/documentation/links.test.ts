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

test.each(pages)('headings that %s links to', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s:#]*)#([^)\s]+)\)/g)];
  const dead = links.filter(([, target = '', heading = '']) => {
    const linked = target === '' ? page : join(dirname(page), target);
    return !headingsOf(linked).includes(heading);
  });
  expect(dead.map(([link]) => link)).toEqual([]);
});

/** The headings of a page as links name them. */
function headingsOf(page: string): string[] {
  const prose = textOf(page).replaceAll(/^```[^]*?^```$/gm, '');
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('files of docs/architecture.md', () => {
  const named = [...textOf('docs/architecture.md').matchAll(/`(?:[\w./-]*\/)?([\w.-]+\.ts)`/g)];
  expect(named.length).toBeGreaterThan(40);
  expect(named.map(([, name = '']) => name).filter((name) => !sources.has(name))).toEqual([]);
});
