// Writes: client ids, edges, what failed.
import { core } from './core.mjs';

export const writesDefects = [
  {
    defect: 'tell subscribers of no changed columns',
    file: core('database/typeorm-transaction.ts'),
    find: 'metadata, instance, stored, columns, relations);',
    replace: 'metadata, instance, stored, [], []);',
    caughtBy: { project: 'properties', path: 'test/properties/observed-writes\\.', name: 'sqlite told' },
  },
  {
    defect: 'load entities for listeners without their eager relations',
    file: core('database/observed-entity.ts'),
    find: "  if (relations === 'eager') return find({});\n",
    replace: "  if (relations === 'eager') return find({ loadEagerRelations: false });\n",
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/observed-entities\\.',
      name: 'sqlite have their eager relations',
    },
  },
  {
    defect: 'leave out what the database has set in entities of listeners',
    file: core('database/typeorm-transaction.ts'),
    find: '  await refreshEntity(runner, metadata, call.notify, instance);\n',
    replace: '',
    caughtBy: { project: 'properties', path: 'test/properties/observed-writes\\.', name: 'sqlite told' },
  },
  {
    defect: 'prefer a loaded relation to the key that a listener has set',
    file: core('execute/observed-write-script.ts'),
    find: '  return isDeepStrictEqual(own, getOwn(stored)) ? value : own;',
    replace: '  return own === undefined ? own : value;',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/observed-entities\\.',
      name: 'sqlite {"title":"second"}',
    },
  },
  {
    defect: 'leave out subscribers that come after createApi',
    file: core('execute/execute-write.ts'),
    find: '  execution.checkSubscribers();\n',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/observed-entities\\.',
      name: 'sqlite a subscriber that comes',
    },
  },
  {
    defect: "steal another parent's child",
    file: core('execute/edge-script.ts'),
    find: 'if (ofOthers.length > 0) {',
    replace: 'if (ofOthers.length < 0) {',
    caughtBy: { project: 'features', path: 'test/features/edges/updating-edges\\.', name: 'sqlite' },
  },
  {
    defect: 'commit what failed',
    file: core('database/sqlite/group-commit.ts'),
    find: "control: 'ROLLBACK' }",
    replace: "control: 'COMMIT' }",
    caughtBy: { project: 'features', path: 'test/features/edges/updating-edges\\.', name: 'sqlite' },
  },
  {
    defect: 'let client ids upsert',
    file: core('sql/insert-sql.ts'),
    find: 'text: `INSERT INTO',
    replace: "text: `INSERT ${context.dialect.hasNumberedPlaceholders ? '' : 'OR REPLACE '}INTO",
    caughtBy: { project: 'abuse', path: 'test/abuse/mass-assignment\\.', name: 'sqlite 35' },
  },
  {
    defect: 'leave the sequence behind client ids',
    file: core('execute/write-script.ts'),
    find: 'if (plan.clientId || row.isKeyGiven) yield*',
    replace: 'if (Math.random() > 1) yield*',
    caughtBy: { project: 'abuse', path: 'test/abuse/mass-assignment\\.', name: 'postgres 37' },
  },
  {
    defect: 'let client ids exhaust those to come',
    file: core('model/resolve/body-schema.ts'),
    find: 'Math.floor(Number(range.maximum) / 2)',
    replace: 'Number(range.maximum)',
    caughtBy: { project: 'abuse', path: 'test/abuse/mass-assignment\\.', name: '36' },
  },
  {
    defect: 'take a delete of nothing for a success',
    file: core('execute/write-script.ts'),
    find: "  yield* requireWritten(programs, entity, [id]);\n  throw new ApiError('not_found');\n",
    replace: '  yield* requireWritten(programs, entity, [id]);\n',
    caughtBy: { project: 'abuse', path: 'test/abuse/numbers\\.', name: '58\\. there is no pet' },
  },
  {
    defect: 'leave the version of a row whose foreign key another row sets',
    file: core('sql/edge-sql.ts'),
    find: '...compileTouchedColumns(context, target)]',
    replace: '...compileTouchedColumns(context, target).slice(0, 0)]',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/versions\\.',
      name: 'plain sqlite an edge of one row is added',
    },
  },
  {
    defect: 'leave the version of a row that is softly deleted',
    file: core('sql/write-sql.ts'),
    find: '= ${now}`, ...compileTouchedColumns(context, entity)].join',
    replace: '= ${now}`, ...compileTouchedColumns(context, entity).slice(0, 0)].join',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/versions\\.',
      name: 'plain sqlite a soft delete',
    },
  },
  {
    defect: 'skip the read-back where a policy guards the row',
    file: core('execute/unread-row.ts'),
    find: "returns !== 'minimal' || entityTag !== null || programs.isRestricted(entity)",
    replace: "returns !== 'minimal' || entityTag !== null",
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/return-minimal\\.',
      name: 'sqlite a row out of reach',
    },
  },
  {
    defect: 'take an update of no row for a success where it is not read back',
    file: core('execute/write-script.ts'),
    find: "if (!isLocked && !readBack) yield* lockRow(programs, plan, 'change');",
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/writing/return-minimal\\.',
      name: 'sqlite PATCH /labels/y',
    },
  },
];
