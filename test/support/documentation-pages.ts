// The pages of the documentation, wherever they are in the repository.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './markdown-table.js';

/** Paths from the root of the repository. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...filesIn('docs', '.md'),
  ...filesIn('packages', 'README.md'),
  ...filesIn('examples', 'README.md'),
];

export function textOf(page: string): string {
  return readFileSync(join(repository, page), 'utf8');
}

/** Paths of files below a folder, without what is installed or built. */
export function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(folder, path));
}
