// Scans class-validator's rules on the properties of classes, each class once: class-validator looks for those of a class among the
// rules of all classes.
import { getMetadataStorage } from 'class-validator';
import type { DeclaredProperty, ValueRule } from '../value-rule.js';

type DeclaringClass = DeclaredProperty['by'];

/** Finds the rules of a property. */
export type RuleScan = (by: DeclaringClass, as: string) => DeclaredProperty;

/** A scan that remembers the rules of each class. */
export function createRuleScan(): RuleScan {
  const scanned = new Map<DeclaringClass, readonly ValueRule[]>();
  return (by, as) => {
    const ofClass = scanned.get(by) ?? scanClass(by);
    scanned.set(by, ofClass);
    const rules = ofClass.filter(({ propertyName }) => propertyName === as);
    return { by, as, rules, isValidated: ofClass.length > 0 };
  };
}

/** The rules of a class and of those it extends, as class-validator finds them, in all groups. */
function scanClass(target: DeclaringClass): readonly ValueRule[] {
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
