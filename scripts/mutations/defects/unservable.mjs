// What cannot be served: what is left out, and what depends on it; values that nothing declares; trees.
import { core } from './core.mjs';

const leavingOut = (name) => ({ project: 'sqlite', path: 'test/features/start/leaving-out\\.', name });
const undeclared = (name) => ({
  project: 'sqlite',
  path: 'test/features/entities/undeclared-values\\.',
  name,
});
const trees = (name) => ({ project: 'sqlite', path: 'test/features/entities/trees\\.', name });

const referenced = (name) => ({ project: 'sqlite', path: 'test/features/edges/referenced-columns\\.', name });

export const unservableDefects = [
  {
    defect: 'create rows without the value of a column that is left out',
    file: core('model/resolve/left-out-creates.ts'),
    find: "unservable: closed.has(draft.name) ? ['create' as const] : draft.unservable,",
    replace: '',
    caughtBy: leavingOut('a row that needs a missing value'),
  },
  {
    defect: 'keep an edge to an entity that is left out in the log',
    file: core('model/resolve/left-out.ts'),
    find: 'return [...faults, ...leading];',
    replace: 'return faults;',
    caughtBy: leavingOut('one entry of the log'),
  },
  {
    defect: 'open a list whose last required filter is left out',
    file: core('model/resolve/left-out.ts'),
    find: 'const filtersGone = kept.length > 0 && kept.length < requiredFilters.length;',
    replace: 'const filtersGone = kept.length < requiredFilters.length;',
    caughtBy: leavingOut('an annotation that is wrong'),
  },
  {
    defect: 'take null in a column of any JSON that is not nullable',
    file: core('model/resolve/null-schema.ts'),
    find: 'return { ...schema, type: typesExceptNull };',
    replace: 'return schema;',
    caughtBy: undeclared('null is a value only where'),
  },
  {
    defect: 'take the text of a view for JSON',
    file: core('model/scan/scan-kinds.ts'),
    find: 'if (isInferred(column) || getAuthorSchema(column, source.annotations)) return false;',
    replace: 'if (getAuthorSchema(column, source.annotations)) return false;',
    caughtBy: undeclared('a view declares its own'),
  },
  {
    defect: 'create rows of a tree without its second shape',
    file: core('model/resolve/operation-model.ts'),
    find: "storedTree === null || operation !== 'create',",
    replace: 'true,',
    caughtBy: trees('no row is created or moved'),
  },
  {
    defect: 'move rows of a tree without its second shape',
    file: core('model/resolve/edge-model.ts'),
    find: '!ofTarget && !inStoredTree;',
    replace: '!ofTarget;',
    caughtBy: trees('no row is created or moved'),
  },
  {
    defect: 'compare a foreign key to another column with the key',
    file: core('sql/referenced-columns.ts'),
    find: 'return referenced ? qualifyColumns(context, alias, referenced.columns) : qualifyKey(context, alias, entity);',
    replace: 'return qualifyKey(context, alias, entity);',
    caughtBy: referenced('both sides are read'),
  },
  {
    defect: 'write the id to a foreign key to another column',
    file: core('sql/reference-sql.ts'),
    find: 'const column = join.referenced?.columns[at];',
    replace: 'const column = undefined;',
    caughtBy: referenced('TypeORM finds what bodies have linked'),
  },
  {
    defect: 'take a nullable column for one that identifies a row',
    file: core('model/scan/scan-references.ts'),
    find: ' && !column.isNullable',
    replace: '',
    caughtBy: referenced('do not identify a row'),
  },
  {
    defect: 'report a mistake of a base class for each entity',
    file: core('model/problem/merged-problems.ts'),
    find: 'const source = findSource(problem);',
    replace: 'const source = at < 0 ? findSource(problem) : null;',
    caughtBy: {
      project: 'sqlite',
      path: 'test/features/start/shared-mistakes\\.',
      name: 'are named once',
    },
  },
  {
    defect: 'ignore the annotations of a schema without a class',
    file: core('model/scan/scan-annotations.ts'),
    find: ': findEntitySchema(dataSource, metadata),',
    replace: ': undefined,',
    caughtBy: {
      project: 'sqlite',
      path: 'test/features/entities/annotate\\.',
      name: 'classes and schemas have',
    },
  },
  {
    defect: 'take texts of operations that the class leaves out',
    file: core('model/check/effect-check.ts'),
    find: '!included.has(operation) && !(isView',
    replace: '!included.has(operation) && isView && !(isView',
    caughtBy: {
      project: 'sqlite',
      path: 'test/features/start/annotations-without-effect\\.',
      name: 'texts of operations',
    },
  },
];
