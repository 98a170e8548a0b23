// Conditions that restrict nothing, and keys that the path of a create determines.
import { core } from './core.mjs';

const restricting = (name) => ({
  project: 'features',
  path: 'test/features/bulk/restricting-filters\\.',
  name,
});

export const restrictingDefects = [
  {
    defect: 'take a filter that every row meets for one that restricts a bulk write',
    file: core('plan/selection-plan.ts'),
    find: 'const isFiltered = isGiven && (faults.count > 0 || restrictsRows({ ...condition, firstSlot: 0 }, entities));',
    replace: 'const isFiltered = isGiven;',
    caughtBy: restricting('sqlite name.prefix='),
  },
  {
    defect: 'meet a required filter with one that restricts nothing',
    file: core('plan/condition-plan.ts'),
    find: 'required.includes(term.filter.name) && restrictsByItself(condition, term, entities);',
    replace: 'required.includes(term.filter.name);',
    caughtBy: restricting('sqlite a required filter must restrict'),
  },
  {
    defect: 'judge alternatives one by one only',
    file: core('plan/row-regions.ts'),
    find: 'const set = uniteSpans([first, ...others].flatMap((region) => region.set));',
    replace: 'const { set } = first;',
    caughtBy: restricting('sqlite .* is as no filter'),
  },
  {
    defect: 'take a negation for its condition when judging what restricts',
    file: core('plan/condition-cover.ts'),
    find: 'return cover(node.of, !meets, place);',
    replace: 'return cover(node.of, meets, place);',
    caughtBy: restricting('sqlite'),
  },
  {
    defect: 'take the end of what a decimal column holds for a bound that restricts',
    file: core('model/resolve/field-bounds.ts'),
    find: 'decimal: getDecimalBounds,',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/bulk/ends-of-columns\\.',
      name: 'postgres price.gte=-9999.99 is as no filter',
    },
  },
  {
    defect: 'take values across different edges for those of one',
    file: core('plan/row-regions.ts'),
    find: "const key = `${keys.at(-1) ?? ''}${JSON.stringify(edge.name)}.`;",
    replace: "const key = `${keys.at(-1) ?? ''}.`;",
    caughtBy: {
      project: 'features',
      path: 'test/features/bulk/ends-of-columns\\.',
      name: 'sqlite .* restricts',
    },
  },
  {
    defect: 'take an object for the parent that the path of a create names',
    file: core('model/edge-creation.ts'),
    find: 'creation: creation && { ...creation, nested: false },',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/edges/keys-of-the-path\\.',
      name: 'sqlite the station',
    },
  },
];
