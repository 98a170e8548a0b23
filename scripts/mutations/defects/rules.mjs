// Rules of class-validator.
import { core } from './core.mjs';

export const rulesDefects = [
  {
    defect: 'compare the numbers of a rule as floats',
    file: core('plan/body-validator-check.ts'),
    find: 'compareDecimals(number, String(bound)) >= 0',
    replace: 'Number(number) >= bound',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/value-rules\\.',
      name: 'sqlite .*is refused',
    },
  },
  {
    defect: 'divide the numbers of a rule as floats',
    file: core('plan/body-validator-check.ts'),
    find: 'isMultiple(number, String(Math.trunc(bound)))',
    replace: 'Number(number) % Math.trunc(bound) === 0',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/value-rules\\.',
      name: 'sqlite .*is accepted',
    },
  },
  {
    defect: 'leave numbers as text to class-validator, which refuses them all',
    file: core('plan/body-validator-check.ts'),
    find: `rules.length > 0 &&
    rules.every(`,
    replace: `rules.length > 1 &&
    rules.every(`,
    caughtBy: { project: 'properties', path: 'test/properties/value-rules\\.', name: 'sqlite' },
  },
  {
    defect: 'check the rules of a property whatever @ValidateIf says',
    file: core('model/resolve/value-rules.ts'),
    find: 'if (rules.some(isCondition)) return schema;',
    replace: '',
    caughtBy: { project: 'properties', path: 'test/properties/value-rules\\.', name: 'sqlite' },
  },
  {
    defect: 'put a rule into the schema that holds for some values only',
    file: core('model/resolve/value-rules.ts'),
    find: '.filter((rule) => !isConditional(rule))\n    .reduce',
    replace: '.filter(Boolean)\n    .reduce',
    caughtBy: { project: 'properties', path: 'test/properties/value-rules\\.', name: 'sqlite' },
  },
  {
    defect: 'drop the options of a rule that has a format',
    file: core('model/resolve/text-rules.ts'),
    find: 'schema: constraints.every((option) => option === undefined) ? schema : {},',
    replace: 'schema: constraints.length >= 0 ? schema : {},',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/value-rules\\.',
      name: 'sqlite .*is accepted',
    },
  },
  {
    defect: 'drop the flags of a pattern',
    file: core('model/resolve/text-rules.ts'),
    find: '!isPortablePattern(expression)',
    replace: '!isPortablePattern(new RegExp(expression.source))',
    caughtBy: { project: 'properties', path: 'test/properties/value-rules\\.', name: 'sqlite' },
  },
  {
    defect: 'count a variation selector as a character of its own',
    file: core('plan/body-validator-check.ts'),
    find: 'return hasSelector(value) || (value === null && rules.appliesToNull);',
    replace: 'return value === null && rules.appliesToNull;',
    caughtBy: { project: 'properties', path: 'test/properties/value-rules\\.', name: 'sqlite' },
  },
  {
    defect: "drop the author's message where the schema says the rule",
    file: core('model/resolve/value-rules.ts'),
    find: 'hasMessages: rules.some(({ message }) => Boolean(message))',
    replace: 'hasMessages: false',
    caughtBy: { project: 'features', path: 'test/features/entities/value-rules\\.', name: 'sqlite messages' },
  },
  {
    defect: 'take null where @IsNotEmpty and @IsDefined ask for a value',
    file: core('plan/body-validator-check.ts'),
    find: 'if (value === null) return !isRuleOfNull(name);',
    replace: 'if (value === null) return true;',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/value-rules\\.',
      name: 'sqlite .*is refused',
    },
  },
  {
    defect: 'check nested objects without their class',
    file: core('plan/body-validator-check.ts'),
    find: 'field.rules.nested ? createNestedInstances(target, field, value) : value',
    replace: 'value',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/value-rules\\.',
      name: 'sqlite @ValidateNested',
    },
  },
  {
    defect: 'start with rules that no value satisfies',
    file: core('model/resolve/value-rules.ts'),
    find: '(isRuleForType(rule.name, type) && hasAllowedValue(rule, column))',
    replace: 'hasAllowedValue(rule, column)',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/value-rules\\.',
      name: 'no value satisfies',
    },
  },
];
