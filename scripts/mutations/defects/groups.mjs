// Group commit on SQLite.
import { core } from './core.mjs';

const file = core('database/sqlite/group-commit.ts');
const steps = core('database/sqlite/group-steps.ts');
const unit = (name) => ({
  project: 'unit',
  path: 'packages/core/src/database/sqlite/group-commit\\.',
  name,
});

export const groupsDefects = [
  {
    defect: 'commit a write of a group whose client has left meanwhile',
    file: steps,
    find: '    for (const { bounds } of group.slice(0, count)) throwIfCancelled(bounds);\n',
    replace: '',
    caughtBy: unit('leaves before the COMMIT'),
  },
  {
    defect: 'run a write of a group whose client has left',
    file,
    find: '    this.#rejectEach(findCancellation);\n',
    replace: '',
    caughtBy: unit('has left is not run'),
  },
  {
    defect: 'answer a write of a group before its COMMIT',
    file: steps,
    find: '      yield* run(write);\n',
    replace: '      yield* run(write);\n      write.settle();\n',
    caughtBy: unit('after a COMMIT that fails'),
  },
  {
    defect: 'run writes of a group without savepoints after one has failed',
    file,
    find: 'commitTogether(group, ms, runInSavepoint)',
    replace: 'commitTogether(group, ms, runWithoutSavepoint)',
    caughtBy: unit('is undone alone'),
  },
  {
    defect: 'let each write that fails undo its whole group',
    file,
    find: 'if (this.#groupsWithSavepoints === 0)',
    replace: 'if (this.#groupsWithSavepoints > -Infinity)',
    caughtBy: unit('next 64 groups'),
  },
  {
    defect: 'keep what a failed write of a group has done',
    file: steps,
    find: '    yield rollbackToSave;\n',
    replace: '',
    caughtBy: unit('undone, too'),
  },
  {
    defect: 'fail a whole group with one of its writes',
    file,
    find: 'if (isLocked(cause) || group.length === 1)',
    replace: 'if (isLocked(cause) || group.length > 0)',
    caughtBy: unit('after a COMMIT that fails'),
  },
  {
    defect: 'groups without an end',
    file,
    find: 'runsAlone ? 1 : writes);',
    replace: 'runsAlone ? 1 : Infinity);',
    caughtBy: unit('at most so many'),
  },
  {
    defect: 'answer a write that does not wait without its COMMIT',
    file,
    find: '    control(commit.control);\n',
    replace: '',
    caughtBy: unit('a write that does not wait'),
  },
  {
    defect: 'leave the transaction of a failed write open that did not wait',
    file,
    find: '    runStepsSync(rollBack(), connection);\n',
    replace: '',
    caughtBy: unit('a write that does not wait'),
  },
  {
    defect: 'let a write pass those that wait',
    file,
    find: '!this.#isStarted && this.#singles',
    replace: 'this.#singles',
    caughtBy: unit('while others wait'),
  },
  {
    defect: 'a group that waits for a slow write',
    file: steps,
    find: 'if (performance.now() > latest) break;',
    replace: 'if (latest < -Infinity) break;',
    caughtBy: unit('time is up'),
  },
];
