// Exports: batches, limits, formats.
import { core } from './core.mjs';

const exports = { project: 'features', path: 'test/features/exports/exports\\.', name: 'sqlite' };
const underWay = { project: 'features', path: 'test/features/exports/exports-under-way', name: '' };

export const exportsDefects = [
  {
    defect: 'count HEAD of an export among those that run',
    file: core('execute/create-execution.ts'),
    find: "method === 'HEAD' ? { ...exports, acquire: acquireNothing } : exports",
    replace: 'acquireNothing === undefined || method === undefined ? { ...exports } : exports',
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/exports-under-way\\.',
      name: 'HEAD takes none',
    },
  },
  {
    defect: 'end an export after its first batch',
    file: core('execute/export-batches.ts'),
    find: 'const isLast = !cut && !hasMore;',
    replace: 'const isLast = !cut || !hasMore;',
    caughtBy: exports,
  },
  {
    defect: 'print the empty text of CSV as NULL',
    file: core('sql/csv-row.ts'),
    find: `text === '' ? '""'`,
    replace: `text === '' ? ''`,
    caughtBy: exports,
  },
  {
    defect: 'keep the place of an export whose reader has stopped',
    file: core('execute/running-export.ts'),
    find: 'return: () => settle(pieces.return()),',
    replace: 'return: () => pieces.return(),',
    caughtBy: { ...underWay, name: 'when the reader of the pieces stops' },
  },
  {
    defect: 'keep the place of an export whose client has left',
    file: core('execute/running-export.ts'),
    find: "signal?.addEventListener('abort', end);",
    replace: '',
    caughtBy: { ...underWay, name: 'when the client leaves' },
  },
  {
    defect: 'keep the place of an export that a controller leaves unread',
    file: 'packages/koa/src/routing-controllers/controller-action.ts',
    find: 'await controllerRequest.endUnsentExports();',
    replace: '',
    caughtBy: { ...underWay, name: 'when a controller' },
  },
  {
    defect: 'let the ids of edges be formulas of spreadsheets',
    file: core('sql/csv-row.ts'),
    find: 'escapeCell(guard(idOf(row)))',
    replace: 'escapeCell(keepText(idOf(row)))',
    caughtBy: { ...underWay, name: 'csvFormulas' },
  },
  {
    defect: 'look for the rows of each batch of an export among all rows',
    file: core('sql/export-keys.ts'),
    find: "if (source.from !== 'all') return false;",
    replace: "if (source.from !== 'id') return true;",
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/orders-without-index\\.',
      name: 'sqlite the table',
    },
  },
  {
    defect: 'test a filter across an edge again for each batch of an export',
    file: core('plan/position-plan.ts'),
    find: 'where: where && keepOwnConjuncts(where),',
    replace: 'where: keepOwnConjuncts === null ? null : where,',
    and: {
      find: "filters: junction === 'or' && own.length < filters.length ? [] : own,",
      replace: "filters: junction === 'or' && own.length < 0 ? [] : filters,",
    },
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/orders-without-index\\.',
      name: 'sqlite the table',
    },
  },
  {
    defect: 'export rows that have left the filter since their keys were read',
    file: core('plan/position-plan.ts'),
    find: "filters: junction === 'or' && own.length < filters.length ? [] : own,",
    replace: "filters: junction === 'or' && own.length < filters.length ? [] : own.slice(0, 0),",
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/orders-without-index\\.',
      name: 'sqlite a row that moves',
    },
  },
  {
    defect: 'export rows that have left a condition beside one across an edge',
    file: core('plan/position-plan.ts'),
    find: "if (condition.is !== 'and') return null;",
    replace: 'if (condition.is !== null) return null;',
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/orders-without-index\\.',
      name: 'sqlite a row that leaves a filter beside alternatives',
    },
  },
  {
    defect: 'export rows that have left a condition of the same object as one across an edge',
    file: core('plan/position-plan.ts'),
    find: "return terms.length > 0 ? { is: 'filters', terms } : null;",
    replace: "return terms.length < 0 ? { is: 'filters', terms } : null;",
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/orders-without-index\\.',
      name: 'sqlite a row that leaves a filter of the same object',
    },
  },
  {
    defect: 'compile the search for the keys of an export',
    file: core('sql/export-keys.ts'),
    find: '      isOverpriced,',
    replace: '      isOverpriced: isOverpriced && false,',
    caughtBy: {
      project: 'features',
      path: 'test/features/filtering/united-searches\\.',
      name: 'for an export',
    },
  },
  {
    defect: 'begin the next block of an export before the end of the one before',
    file: core('execute/export-batches.ts'),
    find: 'getPosition(positionAt, found.at(-1)) : null,',
    replace: 'getPosition(positionAt, found.at(-2)) : null,',
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/orders-without-index\\.',
      name: 'sqlite the rows are',
    },
  },
  {
    defect: 'leave out the rows after a block of keys of an export',
    file: core('execute/export-batches.ts'),
    find: 'end: cut || rows.length > keysPerBlock ? getPosition(positionAt, found.at(-1)) : null,',
    replace: 'end: cut ? getPosition(positionAt, found.at(-1)) : null,',
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/orders-without-index\\.',
      name: 'sqlite the rows are',
    },
  },
  {
    defect: 'leave out rows of an export that come in a smaller batch',
    file: core('execute/export-batches.ts'),
    find: 'at += count;',
    replace: 'at += ids.length;',
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/orders-without-index\\.',
      name: 'sqlite rows whose edges',
    },
  },
];
