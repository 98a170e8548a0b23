// Conditional requests: what a tag stands for, which state a write requires, and when it is compared.
import { core } from './core.mjs';

const reads = 'test/features/conditions/conditional-reads\\.';
const writes = 'test/features/conditions/conditional-writes\\.';

export const conditionsDefects = [
  {
    defect: 'skip the comparison where hooks observe the write',
    file: core('execute/required-rows.ts'),
    find: 'if (!isOwnFirst) yield* lockExpectedRow(programs, plan, purpose);',
    replace:
      'if (!isOwnFirst)\n    yield* lockExpectedRow(programs, entity.observedWrites.update ? { ...plan, precondition: null } : plan, purpose);',
    caughtBy: {
      project: 'features',
      path: writes,
      name: 'with hooks sqlite an update with the tag of an older',
    },
  },
  {
    defect: 'compare the whole tag where a version counts',
    file: core('plan/precondition-plan.ts'),
    find: 'parseValue(splitVersion(tag), field)',
    replace: 'parseValue(tag, field)',
    caughtBy: { project: 'features', path: writes, name: 'plain sqlite an update with the tag of the last' },
  },
  {
    defect: 'compare before the row is found',
    file: core('execute/row-lock.ts'),
    find: "if (!row) throw new ApiError('not_found');",
    replace: "if (!row) throw new ApiError('precondition_failed');",
    caughtBy: { project: 'features', path: writes, name: 'plain sqlite faults come first' },
  },
  {
    defect: 'ignore If-Match where there are no tags',
    file: core('plan/precondition-plan.ts'),
    find: 'if (oneOf?.length === 0) return impossible;',
    replace: 'if (oneOf?.length === 0) return entityTag ? impossible : null;',
    caughtBy: { project: 'features', path: writes, name: 'plain sqlite without tags, no list matches' },
  },
  {
    defect: 'leave the version out of the statement of a conditional update',
    file: core('execute/write-batch.ts'),
    find: 'programs.update(entity, columns, only.field), [...values, id, only.version]',
    replace: 'programs.update(entity, columns), [...values, id]',
    caughtBy: { project: 'features', path: writes, name: 'plain sqlite an update with the tag of an older' },
  },
  {
    defect: 'take a weakened tag for another',
    file: core('vocabulary/entity-tag.ts'),
    find: '(?:W\\/)?',
    replace: '',
    caughtBy: { project: 'features', path: reads, name: 'sqlite GET /sheets/1 is 304' },
  },
  {
    defect: 'leave the total out of the tag of a list',
    file: core('response/conditional-answer.ts'),
    find: "${headers['x-total-count'] ?? ''}",
    replace: '',
    caughtBy: {
      project: 'features',
      path: reads,
      name: 'sqlite a total that changes alone|same on each database',
    },
  },
  {
    defect: 'answer 304 to a version',
    file: core('response/conditional-answer.ts'),
    find: 'return isAny || tags.includes(tag);',
    replace: 'return isAny || tags.some((one) => tag.startsWith(one));',
    caughtBy: { project: 'features', path: reads, name: 'sqlite GET /sheets/1 is 304' },
  },
  {
    defect: 'hash an answer as it is indented',
    file: core('response/render-response.ts'),
    find: 'computeEntityTag(findReadTagging(plan), executed, { headers, text })',
    replace:
      'computeEntityTag(findReadTagging(plan), executed, { headers, text: request.pretty ? formatJson(text, 2) : text })',
    caughtBy: { project: 'features', path: reads, name: 'sqlite the tag of an answer is the same' },
  },
  {
    defect: 'let a child be written without If-Match through its parent',
    file: core('model/resolve/variants-model.ts'),
    find: 'const requiresIfMatch = classes.some((one) => one.entity.requiresIfMatch);',
    replace: 'const { requiresIfMatch } = entity;',
    caughtBy: {
      project: 'features',
      path: 'test/features/conditions/kinds-of-classes\\.',
      name: 'sqlite a class that requires If-Match',
    },
  },
  {
    defect: 'let shared caches keep what policies hide',
    file: core('model/check/cache-check.ts'),
    find: '[...findReadEntities(one, targetOf)].some((name) => policyNames.has(name))',
    replace: 'policyNames.size < 0',
    caughtBy: {
      project: 'features',
      path: 'test/features/conditions/declarations\\.',
      name: 'may not keep what depends on a policy',
    },
  },
];
