// The programs of a page, by the headings above them.
import { codeBlocks } from './readme-program.js';

/** The first TypeScript block below a heading of the second level. */
export function programBelow(page: string, heading: string): string {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const [program] = codeBlocks(section, 'ts');
  if (program === undefined) throw new Error(`The page has no TypeScript below "${heading}".`);
  return program;
}
