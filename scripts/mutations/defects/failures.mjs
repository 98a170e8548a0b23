// Failures of the database: what each means, on every database, and writes that a trigger leaves out.
import { core } from './core.mjs';

const caughtBy = (file, name) => ({ project: 'features', path: `test/features/${file}\\.`, name });

export const failuresDefects = [
  {
    defect: 'take a refusal of a trigger of SQLite for a missing target',
    file: core('database/sqlite/sqlite-errors.ts'),
    find: "['SQLITE_CONSTRAINT_TRIGGER', 'refused']",
    replace: "['SQLITE_CONSTRAINT_TRIGGER', 'foreign-key']",
    caughtBy: caughtBy('errors/raised-errors', 'sqlite POST /expenses is'),
  },
  {
    defect: 'send the text of the database without being asked',
    file: core('response/database-problem.ts'),
    find: "const detail = 'A rule of the database does not allow the change.';",
    replace: 'const detail = describeRaisedError(cause).message;',
    caughtBy: caughtBy('errors/raised-errors', 'sqlite POST /expenses'),
  },
  {
    defect: 'map failures without the place of the row that failed',
    file: core('response/database-problem.ts'),
    find: "problem: place === '' ? problem : moveErrorWithin(problem, place)",
    replace: 'problem',
    caughtBy: caughtBy('errors/raised-errors', 'sqlite POST /expenses/bulk of a mapped'),
  },
  {
    defect: 'answer an update that a trigger left out as if it was made',
    file: core('execute/write-script.ts'),
    find: '  if (affected === 0) yield* requireWritten(programs, entity, [id]);\n',
    replace: '',
    caughtBy: caughtBy('writing/left-out-writes', 'sqlite PATCH /books/1'),
  },
  {
    defect: 'count rows that a trigger left out of a bulk update',
    file: core('execute/bulk-script.ts'),
    find: '  if (affected < ids.length) yield* requireWritten(programs, entity, ids);\n',
    replace: '',
    caughtBy: caughtBy('writing/left-out-writes', 'sqlite PATCH /books\\?pages'),
  },
  {
    defect: 'answer a link that a trigger left out as if it was made',
    file: core('execute/edge-script.ts'),
    find: 'if (isLeftOut) throw createDroppedError();',
    replace: '',
    caughtBy: caughtBy('writing/left-out-writes', 'sqlite PATCH /shelves'),
  },
  {
    defect: 'take one link for all where ids have several spellings',
    file: core('execute/edge-script.ts'),
    find: 'return new Set((yield* findStoredIds(programs, target, ids)).values()).size;',
    replace: 'return 1;',
    caughtBy: caughtBy('writing/left-out-writes', 'sqlite PATCH /shelves/1 \\{"add_labels'),
  },
  {
    defect: 'count a link for each spelling of an id',
    file: core('execute/edge-script.ts'),
    find: 'if (target.table.hasExactKey || ids.length === 1) return ids.length;',
    replace: 'if (ids.length > 0) return ids.length;',
    caughtBy: caughtBy('writing/ids-of-another-spelling', 'sqlite'),
  },
  {
    defect: 'leave out the rules of a value that the schema refuses',
    file: core('plan/draft-values.ts'),
    find: 'field.rules.hasMessages || getRules(field).length > 0',
    replace: 'field.rules.hasMessages',
    caughtBy: caughtBy('errors/every-fault', 'a length and a format'),
  },
  {
    defect: 'say twice what the schema says of a rule',
    file: core('plan/rule-faults.ts'),
    find: '    if (!field.rules.hasMessages && covered.length > 0) continue;\n',
    replace: '',
    caughtBy: caughtBy('errors/every-fault', 'a rule that the schema'),
  },
  {
    defect: 'blame the client for a virtual column that fails',
    file: core('execute/database-error.ts'),
    find: 'isPlainRead(text)) errorsOfReads.add(error)',
    replace: 'text === null) errorsOfReads.add(error)',
    caughtBy: {
      project: 'properties',
      path: 'test/properties/database-failures\\.',
      name: 'sqlite a virtual column',
    },
  },
  {
    defect: 'take what a trigger raises for the failure that it imitates',
    file: core('database/postgres/postgres-errors.ts'),
    find: "routine === 'exec_stmt_raise' || ",
    replace: '',
    caughtBy: {
      project: 'properties',
      path: 'test/properties/database-failures\\.',
      name: 'postgres each error',
    },
  },
  {
    defect: 'send the answer of a key in a packet that the server does not take',
    file: core('execute/idempotent-script.ts'),
    find: '  yield* requireStorable(store.statements, text);\n',
    replace: '',
    caughtBy: caughtBy('idempotency/large-answers', 'mariadb an answer that does not fit'),
  },
  {
    defect: 'blame the server for a value that a transformer refuses',
    file: core('execute/database-error.ts'),
    find: "return new DatabaseError('value', error.cause,",
    replace: "return new DatabaseError('unknown', error.cause,",
    caughtBy: caughtBy('errors/refused-values', 'sqlite in every body'),
  },
  {
    defect: 'take a text that a character set lacks for a failure of the server',
    file: core('database/mysql/mysql-connection.ts'),
    find: 'if (!isOfParameter(error, parameters)) noteErrorOfRead(error, text);',
    replace: 'noteErrorOfRead(error, text);',
    caughtBy: caughtBy('errors/character-sets', 'mariadb utf8mb3 GET'),
  },
  {
    defect: 'take columns whose character sets do not fit together for a fault of the client',
    file: core('database/mysql/mysql-errors.ts'),
    find: 'characterSetNumbers.has(readErrorNumber(error)) && parameters.some(exceedsAscii)',
    replace: 'characterSetNumbers.has(readErrorNumber(error))',
    caughtBy: caughtBy('errors/character-sets', 'mariadb columns that do not fit together'),
  },
];
