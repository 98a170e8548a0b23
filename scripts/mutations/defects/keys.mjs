// Keys of several columns.
import { core } from './core.mjs';

export const keysDefects = [
  {
    defect: 'find the rows of an edge by the first column of its foreign key',
    file: core('sql/source-sql.ts'),
    find: 'const isOwn = `${toOperand(qualifyColumns(context, alias, join.columns))} = ${parentId()}`;',
    replace:
      'const isOwn = `${qualifyColumns(context, alias, join.columns)[0]} = ${bindKey(binder, 0, parent.key.slice(0, 1))}`;',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/composite-keys\\.',
      name: 'sqlite .*lead away',
    },
  },
  {
    defect: 'leave commas in the parts of an id as they are',
    file: core('model/resolve/id-model.ts'),
    find: "value.replace(/[%,]/g, (sign) => (sign === '%' ? '%25' : '%2C'))",
    replace: 'value',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/composite-keys\\.',
      name: 'sqlite .*commas',
    },
  },
  {
    defect: 'compare only the first part of a key',
    file: core('sql/key-sql.ts'),
    find: `return key
    .map((field, at) => compileColumnEquals(`,
    replace: `return key
    .slice(0, 1)
    .map((field, at) => compileColumnEquals(`,
    caughtBy: { project: 'features', path: 'test/features/entities/composite-keys\\.', name: 'sqlite' },
  },
  {
    defect: 'let foreign keys that share a column disagree',
    file: core('plan/edge-plan.ts'),
    find: 'if (other && formatId(other.value) !== formatId(value)) {',
    replace: 'if (false as boolean) {',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/composite-keys\\.',
      name: 'sqlite .*agree',
    },
  },
  {
    defect: 'change the edges that a key is made of',
    file: core('model/resolve/edge-model.ts'),
    find: 'update: writable && !ofOwn &&',
    replace: 'update: writable &&',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/composite-keys\\.',
      name: 'sqlite .*keeps the edges',
    },
  },
  {
    defect: 'find the children of parents by keys that are read in two ways',
    file: core('sql/child-sql.ts'),
    find: 'findPrintedColumns([...fields, ...key], context.dialect)',
    replace: 'findPrintedColumns(fields, context.dialect).add(fields.length).add(fields.length + 1)',
    caughtBy: { project: 'properties', path: 'test/properties/composite-keys\\.', name: 'postgres' },
  },
  {
    defect: 'leave percent signs in the parts of an id as they are',
    file: core('model/resolve/id-model.ts'),
    find: "value.replace(/[%,]/g, (sign) => (sign === '%' ? '%25' : '%2C'))",
    replace: "value.replaceAll(',', '%2C')",
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/composite-keys\\.',
      name: 'sqlite .*commas',
    },
  },
  {
    defect: 'unescape the parts of an id twice',
    file: core('plan/id-value.ts'),
    find: "part.replaceAll('%2C', ',').replaceAll('%25', '%')",
    replace: "part.replaceAll('%25', '%').replaceAll('%2C', ',')",
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/composite-keys\\.',
      name: 'sqlite .*commas',
    },
  },
  {
    defect: 'break ties by the first column of the key alone',
    file: core('plan/sort-plan.ts'),
    find: 'return [...terms, ...entity.key.map(',
    replace: 'return [...terms, ...entity.key.slice(0, 1).map(',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/composite-keys\\.',
      name: 'sqlite .*ties',
    },
  },
  {
    defect: 'end the order at a sort key that is one column of the key',
    file: core('plan/sort-plan.ts'),
    find: 'only !== undefined && isField(sort, only)',
    replace: 'entity.key.some((field) => isField(sort, field))',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/composite-keys\\.',
      name: 'sqlite .*ties',
    },
  },
  {
    defect: 'join the links of an edge by one column',
    file: core('sql/policy-sql.ts'),
    find: 'const linked = toOperand(qualifyReferenced(context, target, rows.entity, join.targetReferenced));\n  const on = `${linked} = ${toOperand(qualifyColumns(context, link, join.targetColumns))}`;',
    replace:
      'const [linked] = qualifyReferenced(context, target, rows.entity, join.targetReferenced);\n  const on = `${linked} = ${toOperand(qualifyColumns(context, link, join.targetColumns.slice(0, 1)))}`;',
    // The property chooses keys at random, and does not always have two that agree on their first column.
    caughtBy: { project: 'features', path: 'test/features/entities/composite-keys\\.', name: 'sqlite edges' },
  },
  {
    defect: 'join a foreign key of several columns by one',
    file: core('sql/policy-sql.ts'),
    find: 'const own = toOperand(qualifyReferenced(context, alias, entity, referenced));\n  return { from, where: [`${toOperand(key)} = ${own}`',
    replace:
      'const [own] = qualifyReferenced(context, alias, entity, referenced);\n  return { from, where: [`${key[0]} = ${own}`',
    caughtBy: { project: 'features', path: 'test/features/entities/composite-keys\\.', name: 'sqlite' },
  },
  {
    defect: 'compare every part of a listed key with its first',
    file: core('database/sqlite/sqlite-dialect.ts'),
    find: "json_extract(value, '$[${at}]')",
    replace: "json_extract(value, '$[${at * 0}]')",
    caughtBy: { project: 'properties', path: 'test/properties/composite-keys\\.', name: 'sqlite' },
  },
  {
    defect: 'take a foreign key for one as soon as a part of it is not NULL',
    file: core('sql/key-sql.ts'),
    find: "`${expression} IS NOT NULL`).join(' AND ')",
    replace: "`${expression} IS NOT NULL`).join(' OR ')",
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/composite-keys\\.',
      name: 'sqlite .*lead nowhere',
    },
  },
];
