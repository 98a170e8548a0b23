// The order in which a sample tries defects: those in changed files first, then all others. Both groups begin at another
// defect each day.
import { execFileSync } from 'node:child_process';

/** Defects that the start moves on each day. A sample tries more than these, so that each has its turn. */
const defectsPerDay = 17;
const dayMs = 86_400_000;

export function orderSample(repository, defects) {
  const changed = new Set(findChangedFiles(repository));
  const first = defects.filter(({ file }) => changed.has(file));
  const others = defects.filter(({ file }) => !changed.has(file));
  console.log(`${first.length} of ${defects.length} defects are in changed files and come first.`);
  return [...rotateDaily(first), ...rotateDaily(others)];
}

function rotateDaily(defects) {
  const start = (Math.floor(Date.now() / dayMs) * defectsPerDay) % Math.max(1, defects.length);
  return [...defects.slice(start), ...defects.slice(0, start)];
}

/** Files changed against the merge base with main; on main itself, against the commit before. */
function findChangedFiles(repository) {
  const git = (...args) => {
    try {
      return execFileSync('git', args, {
        cwd: repository,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      // Such as a shallow clone, or one without main.
      return '';
    }
  };
  const head = git('rev-parse', 'HEAD');
  const bases = ['origin/main', 'main'].map((branch) => git('merge-base', branch, 'HEAD'));
  const base = bases.find((commit) => commit !== '' && commit !== head) ?? 'HEAD~1';
  return git('diff', '--name-only', base).split('\n');
}
