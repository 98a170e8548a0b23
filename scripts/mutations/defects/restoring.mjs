// Soft-deleted rows: who finds them, and what brings them back.
import { core } from './core.mjs';

const restoring = (file, name) => ({
  project: 'features',
  path: `test/features/restoring/${file}\\.`,
  name,
});

export const restoringDefects = [
  {
    defect: 'restore a row without touching it',
    file: core('sql/write-sql.ts'),
    find: 'return [...assignments, ...others, ...compileTouchedColumns(context, entity, names)];',
    replace:
      'return [...assignments, ...others, ...(others.length > 0 ? [] : compileTouchedColumns(context, entity))];',
    caughtBy: restoring('restoring', 'sqlite a deleted row is as it was'),
  },
  {
    defect: 'touch a row that is restored though it is not deleted',
    file: core('execute/restore-script.ts'),
    find: 'if (Number(row[0]) === 1) {',
    replace: 'if (Number(row[0]) >= 0) {',
    caughtBy: restoring('hooks-of-restores', 'sqlite nothing happens to a row'),
  },
  {
    defect: 'let a policy hide no deleted row from a restore',
    file: core('sql/restore-sql.ts'),
    find: "[compileKeyEquals(row, 0), ...compileVisibility(row, 'with')]",
    replace: '[compileKeyEquals(row, 0)]',
    caughtBy: restoring('hooks-of-restores', 'sqlite light: deleted rows are hidden'),
  },
  {
    defect: 'show deleted rows without asking whether the client may restore',
    file: core('plan/authorization.ts'),
    find: 'terms.some(({ name }) => name === parameterNames.deleted) ? withDeleted : checks',
    replace: 'terms.length > withDeleted.length ? withDeleted : checks',
    caughtBy: restoring('hooks-of-restores', 'sqlite GET /letters.deleted=only is forbidden'),
  },
  {
    defect: 'take a cursor for other rows than those it was made for',
    file: core('plan/cursor-plan.ts'),
    find: '    ...parameters.all(parameterNames.deleted),\n',
    replace: '',
    caughtBy: restoring('deleted-rows', 'sqlite cursors a cursor belongs to the rows'),
  },
  {
    defect: 'lose the place of a cursor whose row is deleted',
    file: core('sql/position-sql.ts'),
    find: 'return [...ofKey, ...compileVisibility(scope, deleted)];',
    replace: 'return [...ofKey, ...compileVisibility(scope)];',
    caughtBy: restoring('deleted-rows', 'sqlite cursors a walk of deleted rows by body'),
  },
  {
    defect: 'share the statements of lists with deleted rows and without',
    file: core('plan/deleted-plan.ts'),
    find: "return deleted === 'without' ? '' : `;deleted=${deleted}`;",
    replace: "return deleted === 'without' ? '' : '';",
    caughtBy: restoring('deleted-rows', 'sqlite one row is found with its date'),
  },
  {
    defect: 'show deleted rows of a class that is not restored',
    file: core('sql/source-sql.ts'),
    find: "if (deleted === 'without') return [];",
    replace: 'if (deleted.length > 0) return [];',
    caughtBy: restoring('classes-and-keys', 'sqlite lists of the parent show deleted rows'),
  },
];
