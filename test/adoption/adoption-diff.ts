// The adoption as a diff, and the application before it: made by taking the diff away from the example.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from '../support/markdown-table.js';

export const example = join(repository, 'examples/existing-app');
export const diffFile = join(example, 'adoption.diff');

/** What the diff is about: the rest of the folder, such as its README, belongs to neither state. */
const contents = ['package.json', 'src'];

/** Two copies of the example in a folder of their own below test/, from where packages are found: `a` before, `b` after. */
export class BothStates {
  readonly #folder = mkdtempSync(join(repository, 'test/.adoption-'));
  readonly before = join(this.#folder, 'a');
  readonly after = join(this.#folder, 'b');

  constructor() {
    for (const copy of [this.before, this.after]) copyOf(example, copy);
    try {
      apply(this.before, '--reverse');
    } catch (cause) {
      this.remove();
      throw new Error('adoption.diff does not fit the example: UPDATE_ADOPTION=1 writes it anew.', { cause });
    }
  }

  /** What leads from one to the other now, as it should be in `adoption.diff`. */
  difference(): string {
    return differenceIn(this.#folder);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** Writes the diff anew after a change of what was added: before, there is what was before it in the last commit. */
export function renewDiff(): void {
  const folder = mkdtempSync(join(tmpdir(), 'adoption-'));
  const committed = join(folder, 'committed');
  mkdirSync(committed);
  const archive = execFileSync('git', ['archive', 'HEAD:examples/existing-app'], { cwd: repository });
  execFileSync('tar', ['-x'], { cwd: committed, input: archive });
  copyOf(committed, join(folder, 'a'));
  apply(join(folder, 'a'), '--reverse', join(committed, 'adoption.diff'));
  copyOf(example, join(folder, 'b'));
  writeFileSync(diffFile, differenceIn(folder));
  rmSync(folder, { recursive: true });
}

/** From `a` to `b`, without what only Git reads. */
function differenceIn(cwd: string): string {
  const words = ['diff', '--no-index', '--no-prefix', '--no-color', '--no-ext-diff', '--unified=2', 'a', 'b'];
  const { stdout } = spawnSync('git', words, { cwd, encoding: 'utf8', env: plainGit(cwd) });
  // Lines of context that are empty are so: editors and formatters would take their space.
  return stdout.replaceAll(/^(diff --git|index|new file mode) .*\n/gm, '').replaceAll(/^ $/gm, '');
}

function copyOf(state: string, copy: string): void {
  mkdirSync(copy);
  for (const each of contents) cpSync(join(state, each), join(copy, each), { recursive: true });
}

/** Adds the diff to a copy, or takes it away. Fails where it does not fit. */
export function apply(copy: string, direction: '--reverse' | '--verbose', diff = diffFile): void {
  execFileSync('git', ['apply', direction, diff], { cwd: copy, env: plainGit(copy) });
}

/** Compiles a copy; answers what to run. Type errors fail. */
export function compiled(copy: string): string {
  const compilerOptions = {
    rootDir: 'src',
    outDir: 'dist',
    declaration: false,
    sourceMap: false,
    inlineSources: false,
  };
  const config = { extends: '../../../tsconfig.base.json', compilerOptions, include: ['src'] };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, status } = spawnSync(
    process.execPath,
    [require.resolve('typescript/bin/tsc'), '-p', copy],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`It does not compile:\n${stdout}`);
  return join(copy, 'dist/main.js');
}

/** Git as a plain tool: it sees no repository around the folder, and no settings of the user. */
function plainGit(folder: string): NodeJS.ProcessEnv {
  const { PATH } = process.env;
  return {
    PATH,
    GIT_CEILING_DIRECTORIES: dirname(folder),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
}
