// Exports: batches, limits, formats.
import { core } from './core.mjs';

const exports = { project: 'features', path: 'test/features/exports/exports\\.', name: 'sqlite' };
const underWay = { project: 'features', path: 'test/features/exports/exports-under-way', name: '' };

export const exportsDefects = [
  {
    defect: 'end an export after its first batch',
    file: core('execute/export-script.ts'),
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
    defect: 'keep the place of an export whose client has left',
    file: core('execute/export-script.ts'),
    find: 'return: () => settle(pieces.return()),',
    replace: 'return: () => pieces.return(),',
    caughtBy: underWay,
  },
];
