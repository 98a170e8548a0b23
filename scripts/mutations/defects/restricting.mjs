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
    find: 'const isFiltered = isGiven && (faults.count > 0 || restrictsRows({ ...condition, firstSlot: 0 }));',
    replace: 'const isFiltered = isGiven;',
    caughtBy: restricting('sqlite name.prefix='),
  },
  {
    defect: 'meet a required filter with one that restricts nothing',
    file: core('plan/condition-plan.ts'),
    find: 'required.includes(term.filter.name) && restrictsByItself(condition, term);',
    replace: 'required.includes(term.filter.name);',
    caughtBy: restricting('sqlite a required filter must restrict'),
  },
  {
    defect: 'judge alternatives one by one only',
    file: core('plan/restricting-condition.ts'),
    find: "return widest === 'some' ? judgeTogether(members) : widest;",
    replace: 'return widest;',
    caughtBy: restricting('sqlite .* is as no filter'),
  },
  {
    defect: 'take a negation for its condition when judging what restricts',
    file: core('plan/restricting-condition.ts'),
    find: 'return complement(judgeNode(node.of));',
    replace: 'return judgeNode(node.of);',
    caughtBy: restricting('sqlite'),
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
