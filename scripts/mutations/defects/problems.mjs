// Problems: their words, places and statuses; constraints.
import { core } from './core.mjs';

export const problemsDefects = [
  {
    defect: 'ask a thrown proxy for its prototype',
    file: core('execute/database-error.ts'),
    find: '    return isInstance(value, this);',
    replace: '    return Function.prototype[Symbol.hasInstance].call(this, value);',
    caughtBy: {
      project: 'faults',
      path: 'test/faults/injected-exceptions\\.',
      name: 'postgres beforeInsert: POST /parcels',
    },
  },
  {
    defect: 'trust a thrown proxy that claims to be an error of ours',
    file: core('response/render-failure.ts'),
    find: "      return render(new ApiError('internal_error', { cause: unreadable }), failed);",
    replace: '      throw unreadable;',
    caughtBy: {
      project: 'faults',
      path: 'test/faults/injected-exceptions\\.',
      name: 'sqlite allow: GET /crates',
    },
  },
  {
    defect: "tell clients the driver's words",
    file: core('response/render-problem.ts'),
    find: 'detail: detail ?? title,',
    replace: 'detail: problem.cause instanceof Error ? String(problem.cause.cause) : (detail ?? title),',
    caughtBy: { project: 'features', path: 'test/features/errors/problem-details\\.', name: 'sqlite' },
  },
  {
    defect: 'say 1 characters',
    file: core('vocabulary/wording.ts'),
    find: 'Number(count) === 1 ? noun : plural',
    replace: 'plural',
    caughtBy: { project: 'sqlite', path: 'test/features/errors/singular-and-plural\\.', name: '' },
  },
  {
    defect: 'answer with problems that nobody declared',
    file: core('response/render-failure.ts'),
    find: 'if (!problem.own ||',
    replace: 'if (true ||',
    caughtBy: {
      project: 'features',
      path: 'test/features/errors/own-problems\\.',
      name: 'sqlite one that is',
    },
  },
  {
    defect: 'list an own problem for operations that cannot throw it',
    file: core('model/resolve/problem-model.ts'),
    find: '(operations?.includes(operation) ?? true)',
    replace: '(operations?.includes(operation) ?? true) !== null',
    caughtBy: {
      project: 'features',
      path: 'test/features/errors/own-problems\\.',
      name: 'lists a problem where',
    },
  },
  {
    defect: 'tell the SQL of a check that has no name',
    file: core('response/database-problem.ts'),
    find: '/^[A-Za-z]\\w*$/.test(constraint)',
    replace: 'constraint.length > 0',
    caughtBy: {
      project: 'features',
      path: 'test/features/errors/constraints\\.',
      name: 'sqlite a constraint that no',
    },
  },
  {
    defect: 'point at the foreign key instead of the edge',
    file: core('response/body-members.ts'),
    find: 'shown.find((member) => isSettable(member, operation)) ?? shown[0]',
    replace: 'shown[0]',
    caughtBy: {
      project: 'features',
      path: 'test/features/errors/constraints\\.',
      name: 'sqlite a unique key of several',
    },
  },
  {
    defect: 'take the unique key of another table for one of the body',
    file: core('response/database-problem.ts'),
    find: 'return table === null ||',
    replace: 'return true ||',
    caughtBy: {
      project: 'features',
      path: 'test/features/errors/constraints\\.',
      name: 'sqlite a unique key of another',
    },
  },
  {
    defect: 'forget what the author says of a check',
    file: core('response/database-problem.ts'),
    find: 'const note = constraints.findNote(entity, { constraint, columns: [] });',
    replace: "const note = constraints.findNote(entity, { constraint: '', columns: [] });",
    caughtBy: {
      project: 'features',
      path: 'test/features/errors/constraints\\.',
      name: 'sqlite a check that the',
    },
  },
  {
    defect: 'forget what the author says of a unique key',
    file: core('response/database-problem.ts'),
    find: 'const note = isOwn ? constraints.findNote(entity, { constraint: error.constraint, columns }) : undefined;',
    replace:
      "const note = isOwn ? constraints.findNote(entity, { constraint: '', columns: [] }) : undefined;",
    caughtBy: {
      project: 'features',
      path: 'test/features/errors/constraints\\.',
      name: 'sqlite of a unique key',
    },
  },
  {
    defect: "answer an own problem with the catalogue's status",
    file: core('errors.ts'),
    find: 'this.status = status;',
    replace: "this.status = typeof problem === 'string' ? status : 400;",
    caughtBy: {
      project: 'features',
      path: 'test/features/errors/own-problems\\.',
      name: 'sqlite a declared',
    },
  },
  {
    defect: 'take a problem of another status for the declared one',
    file: core('model/resolve/problem-model.ts'),
    find: 'one.status === other.status && one.title',
    replace: 'one.title',
    caughtBy: {
      project: 'features',
      path: 'test/features/errors/own-problems\\.',
      name: 'sqlite one that is',
    },
  },
  {
    defect: 'say of a 429 that it always comes back in a second',
    file: core('response/render-problem.ts'),
    find: "...(retryStatuses.has(status) ? { 'retry-after': '1' } : {}), ...Object.fromEntries(own)",
    replace: "...Object.fromEntries(own), ...(retryStatuses.has(status) ? { 'retry-after': '1' } : {})",
    caughtBy: { project: 'features', path: 'test/features/errors/own-problems\\.', name: 'sqlite 401' },
  },
];
