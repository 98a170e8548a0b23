// Columns: arrays, schemas of authors, discriminators, and columns that no body sets.
import { core } from './core.mjs';

const arrayItems = (name) => ({ project: 'properties', path: 'array-items\\.', name });
const arrays = (name) => ({ project: 'features', path: 'test/features/entities/postgres-arrays\\.', name });

export const columnsDefects = [
  {
    defect: 'let the driver of PostgreSQL parse the items of arrays',
    file: core('sql/value-text.ts'),
    find: 'document?.array ? dialect.createArrayPrinter?.(document.array)',
    replace: 'document?.array ? undefined',
    caughtBy: arrayItems('numeric'),
  },
  {
    defect: 'write items of JSON as the driver does',
    file: core('model/scan/scan-arrays.ts'),
    find: "if (kind !== 'json' || !Array.isArray(value)) return value;",
    replace: "if (kind !== 'array' || !Array.isArray(value)) return value;",
    caughtBy: arrayItems('jsonb'),
  },
  {
    defect: 'forget the escapes in the items of an array',
    file: core('model/array-text.ts'),
    find: "quoted.replace(/\\\\(.)/gs, '$1')",
    replace: 'quoted',
    caughtBy: arrayItems('labels'),
  },
  {
    defect: 'show an array of two dimensions as one',
    file: core('database/postgres/postgres-arrays.ts'),
    find: "return typeof item === 'string' ? print(item) : throwUnfit();",
    replace: 'return print(item);',
    caughtBy: arrays('dimensions'),
  },
  {
    defect: 'declare arrays where the database has none',
    file: core('model/scan/scan-arrays.ts'),
    find: "return listTypes.has(type) ? null : 'the database has no arrays.';",
    replace: 'return null;',
    caughtBy: arrays('arrays where the database has none'),
  },
  {
    defect: 'compare discriminators of numbers with texts',
    file: core('sql/table-sql.ts'),
    find: "return storedAs === 'text' ? dialect.quoteLiteral(value) : value;",
    replace: "return dialect.quoteLiteral(storedAs === 'text' ? value : ` ${value} x`);",
    caughtBy: { project: 'features', path: 'test/features/entities/discriminators\\.', name: 'int' },
  },
  {
    defect: 'take the name of a parent for a value of its column',
    file: core('model/scan/scan-discriminators.ts'),
    find: "if (kind === 'enum') return !column.enum || column.enum.some((value) => String(value) === text);",
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/discriminators\\.',
      name: 'postgres enum',
    },
  },
  {
    defect: 'leave formulas after a line feed',
    file: core('sql/csv-row.ts'),
    find: '\\r\\n\\uff1d',
    replace: '\\r\\uff1d',
    caughtBy: {
      project: 'features',
      path: 'test/features/exports/exports-under-way\\.',
      name: 'csvFormulas',
    },
  },
  {
    defect: "let the author's schema replace that of the kind",
    file: core('model/resolve/author-schema.ts'),
    find: "if (kind === 'json') return written;\n  return intersectWithKind",
    replace: "if (kind !== 'array') return written;\n  return intersectWithKind",
    caughtBy: { project: 'features', path: 'test/features/entities/author-schemas\\.', name: 'sqlite' },
  },
  {
    defect: 'let no body set a key whose target is hidden',
    file: core('model/resolve/open-foreign-keys.ts'),
    find: '{ ...column, foreignKey: false }',
    replace: '{ ...column }',
    caughtBy: { project: 'features', path: 'test/features/writing/required-keys\\.', name: 'sqlite' },
  },
  {
    defect: 'read the binary JSON of SQLite as bytes',
    file: core('database/sqlite/sqlite-dialect.ts'),
    find: "WHEN 'blob' THEN json(${column})",
    replace: "WHEN 'clob' THEN json(${column})",
    caughtBy: { project: 'features', path: 'test/features/entities/sqlite-jsonb\\.', name: 'every row' },
  },
  {
    defect: 'compute a sort key across an edge before its join',
    file: core('sql/position-sql.ts'),
    find: '(key.compileUnjoined ?? key.value)()',
    replace: 'key.value()',
    caughtBy: { project: 'features', path: 'test/features/paging/computed-orders\\.', name: 'sqlite' },
  },
  {
    defect: 'name edges inside an embedded object by flat keys of bodies',
    file: core('model/resolve/body-schema.ts'),
    find: "const path = name.split('.');\n  const own = path.pop() ?? name;",
    replace: 'const path: string[] = [];\n  const own = name;',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/embedded-relations\\.',
      name: 'sqlite members',
    },
  },
  {
    defect: 'give integers of SQLite 32 bits',
    file: core('model/scan/column-type.ts'),
    find: "wideIntegers: new Set(['int', 'integer']),",
    replace: 'wideIntegers: new Set(),',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/column-kinds\\.',
      name: 'sqlite every column kind int: 1767323045000',
    },
  },
  {
    defect: 'take a name of a column for a format of SQLite',
    file: core('database/sqlite/json-sql.ts'),
    find: "format += piece.text.replaceAll('%', '%%');",
    replace: 'format += piece.text;',
    caughtBy: { project: 'features', path: 'test/features/entities/wide-rows\\.', name: 'sqlite' },
  },
];
