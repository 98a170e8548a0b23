// A part of the model: the class-validator rules on a property that its schema does not express.
import type { JsonSchema } from '../vocabulary/json-schema.js';

/** A rule as JSON Schema. */
export interface RuleMeaning {
  readonly schema: JsonSchema;
  /**
   * How much of the rule the schema expresses. `lengths`: all, except that class-validator counts a variation selector (U+FE0E,
   * U+FE0F) and its base as one character.
   */
  readonly says: 'all' | 'lengths' | 'part';
}

/** The part of the class-validator rules on a property that must be checked in each body. */
export interface ValueRules {
  /** Which values must be checked. `selectors`: only texts with variation selectors, which class-validator does not count. */
  readonly checked: 'never' | 'selectors' | 'always';
  /** A rule applies to null. */
  readonly appliesToNull: boolean;
  /** The values are objects of a class with rules of its own. */
  readonly nested: boolean;
  /** A rule has a custom message. */
  readonly hasMessages: boolean;
  /** A rule is judged on another form of the value than that of the property, such as the text of a date. */
  readonly judgedApart: boolean;
  /**
   * Whether the rules are known to accept a value of a body by itself; false if custom rules decide.
   * Left out of the JSON.
   */
  readonly accepts: (value: unknown) => boolean;
  /** What schemas say of the rules of this name. Left out of the JSON. */
  readonly meaningsOf: (rule: string) => readonly RuleMeaning[];
}
