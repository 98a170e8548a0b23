// Single-table inheritance.
import { core } from './core.mjs';

export const inheritanceDefects = [
  {
    defect: 'give the parent class what its children declare',
    file: core('model/scan/scan-classes.ts'),
    find: 'return metadata.columns.filter((column) => isOwn(metadata, column));',
    replace: 'return metadata.columns.filter((column) => isOwn(metadata, column) || !column.isVirtual);',
    caughtBy: { project: 'features', path: 'test/features/entities/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: "write through the parent as the parent's own class",
    file: core('execute/class-routes.ts'),
    find: "const chosen = typeof value === 'string' ? byValue.get(value) : undefined;",
    replace: "const chosen = typeof value === 'string' && byValue.get(value)?.route ? own : undefined;",
    caughtBy: { project: 'properties', path: 'test/properties/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: 'change and delete rows of any class that the parent shows',
    file: core('execute/row-class.ts'),
    find: 'if (found.route) return found;',
    replace: 'return found.route ? found : own;',
    caughtBy: { project: 'features', path: 'test/features/entities/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: 'list rows through the parent whose class has no list',
    file: core('sql/source-sql.ts'),
    find: 'if (others.length === 0 || !table.discriminator) return [];',
    replace: 'if (others.length >= 0 || !table.discriminator) return [];',
    caughtBy: { project: 'features', path: 'test/features/entities/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: 'print a row of the parent as the parent class has it',
    file: core('sql/row-renderer.ts'),
    find: 'return (row, offset) => made.get(textOf(row[offset + kindAt])) ?? ofOwn;',
    replace: 'return () => ofOwn;',
    caughtBy: { project: 'features', path: 'test/features/entities/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: 'let SQLite print every row as one of the parent class',
    file: core('database/sqlite/json-sql.ts'),
    find: 'cases.push(`WHEN ${quoteLiteral(value)} THEN ${text}`)',
    replace: 'cases.push(`WHEN ${quoteLiteral(`${value}x`)} THEN ${text}`)',
    caughtBy: { project: 'properties', path: 'test/properties/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: 'take NULL for what a child class requires',
    file: core('model/scan/scan-classes.ts'),
    find: 'return declared.options.nullable ?? declared.options.default === null;',
    replace: 'return true;',
    caughtBy: { project: 'features', path: 'test/features/entities/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: "ask no 'allow' of the class of a row that is written through the parent",
    file: core('execute/row-class.ts'),
    find: 'const authorizing = authorizeFurther(chosen.checks, context.state);',
    replace: 'const authorizing = null as Promise<void> | null;',
    caughtBy: { project: 'features', path: 'test/features/entities/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: "change rows through the parent by the rules of the parent's own class",
    file: core('execute/row-class.ts'),
    find: 'const found = value === null ? own : (byValue.get(value) ?? own);',
    replace: 'const found = own as ClassRoute | NoRoute;',
    caughtBy: { project: 'properties', path: 'test/properties/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: "let writes through the parent set the columns of a row's siblings",
    file: core('execute/class-routes.ts'),
    find: 'route: narrowToClass(parent.edge ? parent : route, entity),',
    replace:
      'route: narrowToClass(parent.edge ? parent : route, { ...entity, fields: parent.subject.fields }),',
    caughtBy: { project: 'properties', path: 'test/properties/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: 'let clients change the class of a row',
    file: core('model/scan/scan-columns.ts'),
    find: '    column.isDiscriminator ||\n',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/inheritance\\.',
      name: 'sqlite .*never change',
    },
  },
  {
    defect: 'read a row through the parent whose class excludes it',
    file: core('sql/source-sql.ts'),
    find: "operations.includes('read'));",
    replace: 'operations.length > 0);',
    caughtBy: { project: 'properties', path: 'test/properties/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: 'follow an edge through the parent from a row whose class is without it',
    file: core('sql/source-sql.ts'),
    find: '    operations.includes(operation) &&\n',
    replace: '',
    caughtBy: { project: 'features', path: 'test/features/entities/inheritance\\.', name: 'sqlite' },
  },
  {
    defect: 'delete through the parent what its class does not let be deleted',
    file: core('execute/class-routes.ts'),
    find: 'one.mounted && one.entity.name === entity.name);',
    replace: "one.mounted && one.entity.name === (parent.kind === 'delete' ? parent.entity : entity).name);",
    caughtBy: { project: 'properties', path: 'test/properties/inheritance\\.', name: 'sqlite' },
  },
];
