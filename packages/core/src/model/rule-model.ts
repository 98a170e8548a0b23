// A part of the model: the class-validator rules on a property that its schema does not express.

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
  /** A rule compares numbers, but the values are numbers as text. */
  readonly numeric: boolean;
  /**
   * Whether the rules are known to accept a value of a body by itself; false if custom rules decide.
   * Left out of the JSON.
   */
  readonly accepts: (value: unknown) => boolean;
}
