// A rule of class-validator on a property, and the rules of the property that declares a column.
import type { getMetadataStorage } from 'class-validator';

/** A decorator of class-validator on a property. */
export type ValueRule = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

/** The class that declares the property of a column, and what class-validator knows of it. */
export interface DeclaredProperty {
  /** The entity, a class that it extends, or the class of an embedded column; null without a class. */
  readonly by: (abstract new () => object) | null;
  /** The name of the property there. */
  readonly as: string;
  /** Its rules, in all groups. */
  readonly rules: readonly ValueRule[];
  /** Whether any property of the class has rules. */
  readonly isValidated: boolean;
}

/** The arguments of a rule. Rules without arguments have no list, despite class-validator's types. */
export function getArguments({
  constraints,
}: {
  readonly constraints?: readonly unknown[];
}): readonly unknown[] {
  return constraints ?? [];
}
