// The document.
import { core } from './core.mjs';

const ids = { project: 'sqlite', path: 'test/features/openapi/operation-ids\\.' };

export const documentDefects = [
  {
    defect: 'give an edge the usual id of another edge',
    file: core('model/resolve/operation-ids.ts'),
    find: '(edgesByUsualId.get(usual) ?? 0) > 1;',
    replace: '(edgesByUsualId.get(usual) ?? 0) > 2;',
    caughtBy: { ...ids, name: 'of two edges, both do' },
  },
  {
    defect: 'give an edge the id of a class',
    file: core('model/resolve/operation-ids.ts'),
    find: 'return isShared || taken.has(usual) ? findFree(distinct, taken) : usual;',
    replace: 'return isShared ? findFree(distinct, taken) : usual;',
    caughtBy: { ...ids, name: 'no two operations' },
  },
  {
    defect: 'give classes that inherit an id the same one',
    file: core('model/resolve/operation-ids.ts'),
    find: 'found.set(draft, isBase ? written.id : ',
    replace: 'found.set(draft, isBase || heirsOf.size > 0 ? written.id : ',
    caughtBy: { ...ids, name: 'classes that inherit' },
  },
];
