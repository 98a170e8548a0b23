// What a class gives new rows by itself, and columns with several properties.
import { core } from './core.mjs';

const defaults = 'test/features/writing/class-defaults\\.';
const filled = 'test/features/writing/filled-keys\\.';
const columns = 'test/features/edges/one-column-of-several-properties\\.';

export const classDefaultsDefects = [
  {
    defect: 'leave what a class gives to the defaults of columns',
    file: core('plan/class-defaults.ts'),
    find: 'if (table.classDefaults.length === 0 || observedWrites.create || !target) return given;',
    replace: 'if (table.classDefaults.length >= 0 || observedWrites.create || !target) return given;',
    caughtBy: { project: 'features', path: defaults, name: 'sqlite .*what save' },
  },
  {
    defect: 'forget what the class of an embedded object gives',
    file: core('plan/class-defaults.ts'),
    find: "if (term.of === 'field' && term.field.property.includes('.'))",
    replace: "if (term.of === 'field' && term.field.property.includes('..'))",
    caughtBy: { project: 'features', path: defaults, name: 'sqlite .*what save' },
  },
  {
    defect: 'document the day of the start as a default',
    file: core('model/scan/class-defaults.ts'),
    find: 'isSame && !showsTime(value) ? value : undefined',
    replace: 'isSame ? value : undefined',
    caughtBy: { project: 'features', path: defaults, name: 'sqlite .*constants as defaults' },
  },
  {
    defect: 'insert rows without a member that nothing has filled',
    file: core('execute/observed-write-script.ts'),
    find: '  requireFilled(entity, instance);\n',
    replace: '',
    caughtBy: { project: 'features', path: filled, name: 'sqlite .*is asked of the client' },
  },
  {
    defect: 'ask clients for what a listener assigns',
    file: core('model/resolve/filled-columns.ts'),
    find: 'const filled = column.primary || isAssigned(source, column.property);',
    replace: 'const filled = column.primary;',
    caughtBy: { project: 'features', path: filled, name: 'sqlite .*what it assigns' },
  },
  {
    defect: 'take what a listener only reads for what it assigns',
    file: core('model/resolve/filled-columns.ts'),
    find: '&&)?=(?![=>])',
    replace: '&&)?=?(?![>])',
    caughtBy: { project: 'features', path: filled, name: 'sqlite the document asks' },
  },
  {
    defect: 'make two fields of a property that is a column and a relation id',
    file: core('model/scan/scan-relations.ts'),
    find: 'if (own.has(propertyName)) continue;',
    replace: '',
    caughtBy: { project: 'features', path: columns, name: 'sqlite' },
  },
  {
    defect: 'lose one of two edges that share their only column',
    file: core('plan/body-form.ts'),
    find: 'sharesColumns: mayShareColumns(references),',
    replace: 'sharesColumns: references.length < 0,',
    caughtBy: { project: 'features', path: columns, name: 'sqlite two edges' },
  },
];
