// Lists: filters, sorts, pages, totals, eager edges.
import { core } from './core.mjs';

export const listsDefects = [
  {
    defect: 'drop the tie-breaker of sorts',
    file: core('plan/sort-plan.ts'),
    find: 'const upToId =',
    replace: 'if (terms.length > 0) return terms;\n  const upToId =',
    caughtBy: { project: 'features', path: 'test/features/sorting/sorting\\.', name: 'sqlite' },
  },
  {
    defect: 'test related rows one filter at a time',
    file: core('sql/predicate-sql.ts'),
    find: '|| more.length > 0) others.push(term);',
    replace: '|| more.length >= 0) others.push(term);',
    caughtBy: { project: 'features', path: 'test/features/filtering/filtering\\.', name: 'sqlite' },
  },
  {
    defect: 'limit eager edges over all parents together',
    file: core('sql/child-sql.ts'),
    find: "PARTITION BY ${key.join(', ')} ",
    replace: '',
    caughtBy: { project: 'features', path: 'test/features/edges/eager-loading\\.', name: 'postgres' },
  },
  {
    defect: 'advise indexes that there are',
    file: core('model/check/model-check.ts'),
    find: "join.kind !== 'own' && !join.indexed",
    replace: "join.kind !== 'own'",
    caughtBy: { project: 'sqlite', path: 'test/features/start/index-advice\\.', name: '' },
  },
  {
    defect: 'promise that notIn takes an empty text',
    file: 'packages/openapi/src/filter-value.ts',
    find: 'const items = targets.some',
    replace: "const items = test === 'in' && targets.some",
    caughtBy: { project: 'unit', path: 'openapi/src/filter-parameter\\.', name: 'notIn' },
  },
  {
    defect: 'publish filters of a group that every value breaks',
    file: core('model/resolve/filter-group-model.ts'),
    find: "predicates[test].arity === 'flag' ||",
    replace: 'Boolean(test) ||',
    caughtBy: { project: 'features', path: 'test/features/filtering/filter-groups\\.', name: 'sqlite' },
  },
  {
    defect: 'leave ids in other tables out in silence',
    file: core('model/check/model-check.ts'),
    find: "if (members.length === 0) return;\n  logger.warn(\n    { members },\n    'These ids",
    replace: "if (members.length >= 0) return;\n  logger.warn(\n    { members },\n    'These ids",
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/relation-ids\\.',
      name: 'sqlite ids in other',
    },
  },
  {
    defect: 'believe a total that was counted before another process wrote',
    file: core('database/sqlite/total-cache.ts'),
    find: 'if (known?.state === readCounters.text) return known.answer;',
    replace: 'if (known) return known.answer;',
    caughtBy: { project: 'sqlite', path: 'test/features/databases/remembered-totals\\.', name: 'between' },
  },
  {
    defect: 'skip the escaping of LIKE',
    file: core('sql/predicate-sql.ts'),
    find: ".replace(/[!%_]/g, '!$&')",
    replace: '',
    caughtBy: { project: 'abuse', path: 'test/abuse/text\\.', name: '60, 61' },
  },
  {
    defect: 'skip the escaping of GLOB',
    file: core('database/sqlite/sqlite-dialect.ts'),
    find: ".replace(/[*?[]/g, '[$&]')",
    replace: '',
    caughtBy: { project: 'abuse', path: 'test/abuse/text\\.', name: '60, 61' },
  },
  {
    defect: 'clamp pages instead of refusing them',
    file: core('plan/select-plan.ts'),
    find: 'if (perPage >= minItems && perPage <= maxItems) return perPage;',
    replace: 'if (perPage > maxItems) return maxItems;\n  if (perPage >= minItems) return perPage;',
    caughtBy: { project: 'abuse', path: 'test/abuse/numbers\\.', name: '49' },
  },
];
