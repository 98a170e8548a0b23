// Requests side by side: locks, snapshots, transactions.
import { core } from './core.mjs';

export const concurrencyDefects = [
  {
    defect: 'use save(): find, merge, save',
    file: core('rest-api.ts'),
    find: 'planner: createPlanner(model, cursors),',
    replace: 'planner: savingPlanner(dataSource, createPlanner(model, cursors)),',
    and: {
      find: '/**\n * Returns the function that handles a request: the stages, in order.',
      replace: `function savingPlanner(dataSource: DataSource, planner: Planner): Planner {
  return {
    ...planner,
    plan: async (parsed) => {
      const plan = await planner.plan(parsed);
      await saved(dataSource, plan);
      return plan;
    },
  };
}

async function saved(dataSource: DataSource, plan: any): Promise<void> {
  if (plan.kind !== 'update') return;
  const repository = dataSource.getRepository<any>(plan.entity.target);
  const row = await repository.findOneBy({ id: plan.id });
  plan.columns.forEach((term: any, at: number) => {
    if (row && term.of === 'field') row[term.field.property] = plan.values[at];
  });
  await new Promise((later) => setTimeout(later, 20));
  if (row) await repository.save(row);
  plan.columns.length = plan.values.length = 0;
}

/**
 * Returns the function that handles a request: the stages, in order.`,
    },
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-rows\\.', name: '152' },
  },
  {
    defect: 'let writes with hooks on SQLite run at once',
    file: core('database/sqlite/better-sqlite3-writes.ts'),
    find: '() => turns.holdLong(async (begin) => runHeld(script, bounds, begin), { bounds, arrival }),',
    replace: '() => (arrival, runHeld(script, bounds, () => undefined)),',
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-listeners\\.', name: 'sqlite 160' },
  },
  {
    defect: 'let a write with hooks on SQLite go before all others that wait',
    file: core('database/sqlite/connection-turns.ts'),
    find: 'short.arrival <= Math.max(this.#lastBefore, long.arrival)',
    replace: 'short.arrival <= 0',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/turns-of-writes\\.',
      name: 'sqlite a read',
    },
  },
  {
    defect: 'ignore on SQLite that the client of a write with hooks has left',
    file: core('database/sqlite/sqlite-typeorm-transaction.ts'),
    find: "  client?.addEventListener('abort', cancel, { once: true });\n  if (client?.aborted) cancel();\n",
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/clients-that-leave\\.',
      name: 'sqlite POST /hotels, gone in the before create',
    },
  },
  {
    defect: 'commit a write whose client has left in its last step',
    file: core('database/typeorm-transaction.ts'),
    find: '  observed.throwIfInterrupted();\n',
    replace: '',
    and: { find: '    throwIfInterrupted();\n', replace: '' },
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/clients-that-leave\\.',
      name: 'postgres DELETE /hotels/1, gone in the after delete',
    },
  },
  {
    defect: 'run what waits on SQLite after its client has left',
    file: core('database/sqlite/connection-turns.ts'),
    find: '      const cancellation = findCancellation(bounds);\n      if (cancellation) reject(cancellation);\n      else return run(begin);',
    replace: '      return run(begin);',
    caughtBy: {
      project: 'unit',
      path: 'packages/core/src/database/sqlite/connection-turns\\.',
      name: 'in the tick of its turn',
    },
  },
  {
    defect: "drop the parent's lock",
    file: core('execute/required-rows.ts'),
    find: 'if (!isOwnFirst) yield* lockExpectedRow(programs, plan, purpose);',
    replace: '',
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-edges\\.', name: '155' },
  },
  {
    defect: 'count in another snapshot than the page',
    file: core('execute/execute-plan.ts'),
    find: 'return readRows(executor, programs.select(plan.shape), plan);',
    replace: `const program = programs.select(plan.shape);
  const once = () => readRows(executor, program, plan);
  if (!program.isList) return once();
  return Promise.resolve(once()).then(async ({ total }) => {
    await new Promise((later) => setTimeout(later, 2));
    return { ...(await once()), total };
  });`,
    caughtBy: { project: 'abuse', path: 'test/abuse/concurrent-rows\\.', name: '162' },
  },
  {
    defect: 'read the edges of a list outside of its transaction',
    file: core('execute/read-rows.ts'),
    find: 'after(executor.readSnapshot(first, further, chooseScans(program, plan)), (answers) =>',
    replace: 'after(readApart(executor, first, further), (answers) =>',
    and: {
      find: '/** The rows of a program that is one statement.',
      replace: `async function readApart(executor: Executor, first: BoundStatement, further: FurtherStatements) {
  const answer = await executor.read(first, []);
  const others = further(answer).map(async (call) => executor.read(call, []));
  return [answer, ...(await Promise.all(others))];
}

/** The rows of a program that is one statement.`,
    },
    caughtBy: { project: 'histories', path: 'test/histories/one-moment\\.', name: '' },
  },
  {
    defect: 'read one entity and its edges by two statements',
    file: core('execute/read-rows.ts'),
    find: 'return after(executor.read(first, chooseScans(program, plan)), (answer) => {',
    replace: `return after(executor.read(first, chooseScans(program, plan)), async (one) => {
    const other = await executor.read(first, chooseScans(program, plan));
    const answer = { ...one, rows: [...one.rows.slice(0, 1), ...other.rows.slice(1)] };`,
    caughtBy: { project: 'histories', path: 'test/histories/one-moment\\.', name: '' },
  },
  {
    defect: 'read a list of a SQLite file without a transaction',
    file: core('database/sqlite/better-sqlite3-connection.ts'),
    find: `answers.length === 1 || this.#runSteps(this.#totals.isUnchangedByOthers(state))
      ? answers
      : undefined;`,
    replace: 'answers;',
    caughtBy: { project: 'histories', path: 'test/histories/one-moment\\.', name: 'sqlite' },
  },
  {
    defect: 'let PostgreSQL take a snapshot for each statement of a list',
    file: core('database/postgres/postgres-snapshot.ts'),
    find: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    replace: 'BEGIN READ ONLY',
    caughtBy: { project: 'histories', path: 'test/histories/one-moment\\.', name: 'postgres' },
  },
  {
    defect: 'let links come from the other side while an edge is set',
    file: core('database/postgres/postgres-dialect.ts'),
    find: "forExclusion: ' FOR UPDATE'",
    replace: "forExclusion: ' FOR NO KEY UPDATE'",
    caughtBy: { project: 'histories', path: 'test/histories/histories\\.', name: 'postgres many' },
  },
  {
    defect: 'forget that links are added and removed from both sides',
    file: core('execute/required-rows.ts'),
    find: "if (mode === 'set') return true;",
    replace: "if (mode) return mode === 'set';",
    caughtBy: { project: 'histories', path: 'test/histories/histories\\.', name: 'postgres many' },
  },
  {
    defect: 'free the rows of an edge before its row is locked',
    file: core('execute/required-rows.ts'),
    find: 'edges.some((change) => isFreeingEarlierRows(entity, change))',
    replace: 'edges.some(() => false)',
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/concurrent-edge-writes\\.',
      name: 'postgres',
    },
  },
  {
    defect: 'take a row that its transaction lost for one that never was',
    file: core('execute/read-written-row.ts'),
    find: "throw programs.isRestricted(entity) ? new ApiError('forbidden') : createMissingError();",
    replace: "throw programs.isRestricted(entity) ? new ApiError('forbidden') : new ApiError('not_found');",
    caughtBy: { project: 'features', path: 'test/features/writing/lost-transaction\\.', name: 'never a 404' },
  },
];
