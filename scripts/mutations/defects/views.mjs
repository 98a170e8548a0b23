// Views and virtual columns.
import { core } from './core.mjs';

export const viewsDefects = [
  {
    defect: 'read a view on the connection of the application',
    file: core('sql/table-scans.ts'),
    find: 'entity.table.isView || hasExpressions(entity)',
    replace: 'hasExpressions(entity)',
    caughtBy: { project: 'features', path: 'test/features/entities/views\\.', name: 'another process' },
  },
  {
    defect: 'let clients write edges that lead to a view',
    file: core('model/resolve-model.ts'),
    find: 'isReferable: !entity.table.isView',
    replace: 'isReferable: true',
    caughtBy: { project: 'features', path: 'test/features/entities/views\\.', name: 'sqlite bodies' },
  },
  {
    defect: 'let an alias in the SQL of a virtual column hide the row',
    file: core('sql/table-sql.ts'),
    find: 'hasExpressions(entity) ? `decorest_${name}` : name',
    replace: 'name',
    caughtBy: { project: 'features', path: 'test/features/entities/virtual-columns\\.', name: 'sqlite' },
  },
  {
    defect: 'remember a total that an expression decides',
    file: core('sql/rows-program.ts'),
    find: "hasCacheableTotal: shape.count !== 'none' && !scans.far.some(({ computed }) => computed)",
    replace: 'hasCacheableTotal: true',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/virtual-columns\\.',
      name: 'not remembered',
    },
  },
  {
    defect: 'let clients write rows of a view',
    file: core('model/resolve/operation-model.ts'),
    find: 'table.isView ? viewOperations.has(operation)',
    replace: 'table.isView ? viewOperations.size > 0',
    caughtBy: { project: 'features', path: 'test/features/entities/views\\.', name: 'sqlite .* is 405' },
  },
  {
    defect: 'leave rows unsorted that are sorted by a virtual column',
    file: core('sql/sort-sql.ts'),
    find: 'value: () => context.dialect.compileSortValue(compileField(context, alias, field), field),',
    replace:
      "value: () => field.expression ? '(NULL)' : context.dialect.compileSortValue(compileField(context, alias, field), field),",
    caughtBy: { project: 'features', path: 'test/features/entities/virtual-columns\\.', name: 'sqlite GET' },
  },
  {
    defect: 'filter related rows by the column that a virtual column does not have',
    file: core('sql/table-sql.ts'),
    find: 'context.dialect.compileCompared(compileField(context, alias, field), field)',
    replace: 'context.dialect.compileCompared(qualifyColumn(context, alias, field.column), field)',
    caughtBy: { project: 'features', path: 'test/features/entities/virtual-columns\\.', name: 'sqlite GET' },
  },
];
