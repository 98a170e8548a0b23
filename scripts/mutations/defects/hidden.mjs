// What must not show.
import { core } from './core.mjs';

export const hiddenDefects = [
  {
    defect: 'forget the condition of soft deletes',
    file: core('sql/table-sql.ts'),
    find: "...(deletedAt === null || deleted === 'with'",
    replace: '...(true',
    caughtBy: { project: 'features', path: 'test/features/entities/soft-delete\\.', name: 'soft delete' },
  },
  {
    defect: 'let hidden names answer differently',
    file: core('plan/query-parameters.ts'),
    find: "if (repeatable === 'no') faults.add(createUnknownFault(name));",
    replace: `if (repeatable === 'no')
      faults.add(
        name.startsWith('password')
          ? { parameter: name, code: 'invalid', detail: 'This parameter cannot be used.' }
          : createUnknownFault(name),
      );`,
    caughtBy: { project: 'abuse', path: 'test/abuse/names\\.', name: '10\\.' },
  },
  {
    defect: 'show skipped fields',
    file: core('model/resolve/field-model.ts'),
    find: '.skip) return true;',
    replace: '.skip || !column.primary) return true;',
    caughtBy: { project: 'abuse', path: 'test/abuse/hidden-values\\.', name: '28|29' },
  },
  {
    defect: 'show the endpoints of skipped classes',
    file: core('model/check/visible-check.ts'),
    find: 'scanned.filter((entity) => !entity.annotations.own.skip)',
    replace: 'scanned.filter(() => true)',
    caughtBy: { project: 'abuse', path: 'test/abuse/hidden-values\\.', name: '26' },
  },
  {
    defect: 'show what class-transformer hides in answers',
    file: core('model/resolve/field-model.ts'),
    find: "column.selected && column.excluded !== 'answers'",
    replace: 'column.selected',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/class-transformer-exclude\\.',
      name: 'sqlite toPlainOnly',
    },
  },
  {
    defect: 'take a bare @Exclude for nothing',
    file: core('model/check/rule-check.ts'),
    find: `if (excluded === 'both')
      problems`,
    replace: `if (excluded === null)
      problems`,
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/class-transformer-exclude\\.',
      name: 'no exact meaning',
    },
  },
];
