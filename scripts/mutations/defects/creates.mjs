// Creates along edges: under a parent, and with it in one body.
import { core } from './core.mjs';

const underEdges = (name) => ({
  project: 'features',
  path: 'test/features/edges/creating-under-edges\\.',
  name,
});
const nested = (name) => ({ project: 'features', path: 'test/features/writing/nested-creates\\.', name });

export const createsDefects = [
  {
    defect: 'create under an edge without the id of the path',
    file: core('plan/write-plan.ts'),
    find: 'const known = listParentKeys(entity, edge, { id,',
    replace: 'const known = listParentKeys(entity, edge, { id: null,',
    caughtBy: underEdges('sqlite the new entity belongs to the one in the path'),
  },
  {
    defect: 'create under a parent that a policy hides',
    file: core('sql/reference-sql.ts'),
    find: "    ...compileVisibility(scope, isOfNewRow ? 'with' : 'without'),\n",
    replace: '',
    caughtBy: underEdges('with policies sqlite the parent is hidden$'),
  },
  {
    defect: 'take a missing parent for a fault of the body',
    file: core('execute/required-rows.ts'),
    find: "if (ids && reference.pointer === null) throw new ApiError('not_found');",
    replace: '',
    caughtBy: underEdges('sqlite a parent that does not exist is a 404'),
  },
  {
    defect: 'create under an edge without asking for the parent',
    file: core('plan/authorization.ts'),
    find: "...(edge ? collectChecksOf(entity, 'read', model) : []),",
    replace: '',
    caughtBy: underEdges('with policies sqlite the parent may not be read'),
  },
  {
    defect: 'leave out the link to the parent in the path',
    file: core('execute/write-script.ts'),
    find: 'yield* linkToParent(programs, plan, toId(key));',
    replace: '',
    caughtBy: underEdges('sqlite a link of a join table is added'),
  },
  {
    defect: 'mix up the parents of an inherited edge',
    file: core('sql/programs.ts'),
    find: '>${term.edge.property}:${term.target.name}`',
    replace: '>${term.edge.property}`',
    caughtBy: underEdges('sqlite an edge that a class inherits'),
  },
  {
    defect: 'create nested entities without asking',
    file: core('execute/nested-authorization.ts'),
    find: 'if (!hasChecks(model)) return resolveClass;',
    replace: 'if (hasChecks(model)) return resolveClass;',
    caughtBy: nested('with hooks sqlite'),
  },
  {
    defect: 'keep nested entities that a policy hides',
    file: core('execute/nested-script.ts'),
    find: "if ((yield* findHiddenIds(programs, entity, [id])).length > 0) throw new ApiError('forbidden');",
    replace: '',
    caughtBy: nested('with policies sqlite'),
  },
  {
    defect: 'lose the place of an error in a nested entity',
    file: core('execute/execute-write.ts'),
    find: 'progress.at ? placeNestedError(explained, progress.at) : explained',
    replace: 'explained',
    caughtBy: nested('sqlite a taken value'),
  },
  {
    defect: 'number the ids beside nested entities anew in faults',
    file: core('plan/nested-objects.ts'),
    find: '(positions, at) => positions[at] ?? at)',
    replace: '(_, at) => at)',
    caughtBy: nested('sqlite all faults come at once'),
  },
  {
    defect: 'round numbers in JSON columns of nested entities',
    file: core('request/parsed-request.ts'),
    find: '[...places, ...nestedJson]',
    replace: 'places',
    caughtBy: nested('sqlite numbers in JSON columns'),
  },
];
