// Rules of class-validator.
import { core } from './core.mjs';

export const rulesDefects = [
  {
    defect: 'compare the numbers of a rule as floats',
    file: core('model/resolve/rule-judgement.ts'),
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
    file: core('model/resolve/rule-judgement.ts'),
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
    file: core('model/resolve/rule-judgement.ts'),
    find: "if (form === 'number' && typeof judged.value === 'string')",
    replace: "if (form === 'number' && typeof judged.value === 'bigint')",
    caughtBy: { project: 'properties', path: 'test/properties/value-rules\\.', name: 'sqlite' },
  },
  {
    defect: 'check the rules of a property whatever @ValidateIf says',
    file: core('model/resolve/value-rules.ts'),
    find: 'if (hasCondition || isConditional(rule)) return',
    replace: 'if (isConditional(rule)) return',
    caughtBy: { project: 'properties', path: 'test/properties/value-rules\\.', name: 'sqlite' },
  },
  {
    defect: 'put a rule into the schema that holds for some values only',
    file: core('model/resolve/value-rules.ts'),
    find: 'if (hasCondition || isConditional(rule)) return',
    replace: 'if (hasCondition) return',
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
    find: 'if (value === null) return broken.filter(({ name }) => isRuleOfNull(name));',
    replace: 'if (value === null) return [];',
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
    find: 'if (findRuleForm(rule, subject) === null) return isOfItems;',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/value-rules\\.',
      name: 'no value satisfies',
    },
  },
  {
    defect: 'judge the rules of texts on the Date of an instant',
    file: core('model/resolve/rule-form.ts'),
    find: "datetime: { date: 'value', object: 'value', string: 'text' },",
    replace: "datetime: { date: 'value', object: 'value', string: 'value' },",
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/rule-forms\\.',
      name: 'sqlite .*accepted',
    },
  },
  {
    defect: 'judge the rules of numbers on the text of a decimal',
    file: core('model/resolve/rule-form.ts'),
    find: "const formsOfNumberTexts: FormsOfKind = { string: 'value', number: 'number' };",
    replace: "const formsOfNumberTexts: FormsOfKind = { string: 'value', number: 'value' };",
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/rule-forms\\.',
      name: 'sqlite .*accepted',
    },
  },
  {
    defect: 'judge a rule on another form whatever @ValidateIf says',
    file: core('plan/body-validator-check.ts'),
    find: 'if (!isChecked(rules, validated)) return others;',
    replace: '',
    caughtBy: {
      project: 'features',
      path: 'test/features/entities/rule-forms\\.',
      name: 'sqlite conditions',
    },
  },
  {
    defect: 'refuse rules on columns that no body sets',
    file: core('model/check/rule-check.ts'),
    find: 'settable[operation] && operations.includes(operation)',
    replace: 'settable[operation] !== null && operations.includes(operation)',
    caughtBy: { project: 'features', path: 'test/features/entities/rule-forms\\.', name: 'no body sets' },
  },
];
