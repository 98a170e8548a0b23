// Scans class-validator's rules on the properties of a class.
import { getMetadataStorage } from 'class-validator';
import type { FieldModel } from '../member-model.js';

/** A decorator of class-validator on a property. */
export type ValueRule = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

/** The rules of a class and of those it extends, as class-validator finds them, in all groups. */
export function getClassRules(target: (abstract new () => object) | null): readonly ValueRule[] {
  return target
    ? getMetadataStorage().getTargetValidationMetadatas(target, '', false, false).map(nameRule)
    : [];
}

/** Before version 0.14, class-validator names the constraint of a rule only. */
function nameRule(rule: ValueRule): ValueRule {
  if (rule.name !== undefined || rule.type !== 'customValidation') return rule;
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  return constraint ? Object.assign(Object.create(rule) as ValueRule, { name: constraint.name }) : rule;
}

/** The rules of the property that declares a column. */
export function getRules({ declared: { by, as } }: Pick<FieldModel, 'declared'>): readonly ValueRule[] {
  return getClassRules(by).filter(({ propertyName }) => propertyName === as);
}

/** The arguments of a rule. Rules without arguments have no list, despite class-validator's types. */
export function getArguments({
  constraints,
}: {
  readonly constraints?: readonly unknown[];
}): readonly unknown[] {
  return constraints ?? [];
}
