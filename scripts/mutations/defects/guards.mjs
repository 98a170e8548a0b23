// What a class requires, by every route that writes its rows.
import { core } from './core.mjs';

const at = (path, name) => ({ project: 'features', path: `test/features/guards/${path}`, name });
const matrix = (name) => at('guards-and-routes', `^sqlite ${name}`);

export const guardsDefects = [
  {
    defect: 'create rows of other classes without the key that these require',
    file: core('model/resolve/idempotency-model.ts'),
    find: '[subject, ...listNestedTargets(route, targetOf)]',
    replace: '[subject].filter(() => targetOf !== undefined)',
    caughtBy: matrix('no request without its headers'),
  },
  {
    defect: 'create rows through a parent class without the key that their own requires',
    file: core('model/resolve/variants-model.ts'),
    find: 'entity.requiresIdempotencyKey || entities.some(isCreatedWithKey)',
    replace: 'entity.requiresIdempotencyKey',
    caughtBy: matrix('no request without its headers'),
  },
  {
    defect: 'change rows that require If-Match by ids in edges that take objects',
    file: core('model/resolve/condition-model.ts'),
    find: "creation?.nested === true && join.kind === 'foreign' && names.has(target)",
    replace: "creation?.nested === false && join.kind === 'foreign' && names.has(target)",
    caughtBy: at('refused-doors', 'that take objects'),
  },
  {
    defect: 'forget that rows of a class are those of its parent, too',
    file: core('model/resolve/condition-model.ts'),
    find: 'if (scanned.family?.children.some((child) => names.has(child.name))) names.add(name);',
    replace: 'if (scanned.family === undefined) names.add(name);',
    caughtBy: matrix('no request without its headers'),
  },
  {
    defect: 'let edges set foreign keys of rows that require If-Match',
    file: core('model/check/requirement-check.ts'),
    find: "if (join.kind !== 'foreign') return [];",
    replace: 'if (join.kind) return [];',
    caughtBy: at('refused-doors', 'open are mistakes'),
  },
  {
    defect: 'update many rows that require If-Match',
    file: core('model/resolve/bulk-model.ts'),
    find: "requiresIfMatch ? named.filter((one) => one === 'create') : named",
    replace: "requiresIfMatch ? named.filter((one) => one !== 'delete') : named",
    caughtBy: at('refused-doors', 'by option, such rows'),
  },
  {
    defect: 'take other filters of a parent for those that a class requires',
    file: core('model/check/requirement-check.ts'),
    find: 'bulk.requiredFilters.every((one) => required.includes(one))',
    replace: 'bulk.requiredFilters.some((one) => required.includes(one))',
    caughtBy: at('refused-doors', 'takes others'),
  },
];
