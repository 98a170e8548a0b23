// What of the rules on a property is left to the checks of each body.

/** What of class-validator's rules on a property its schema leaves to be checked. */
export interface ValueRules {
  /** `selectors`: only texts with variation selectors, which class-validator does not count. */
  readonly checked: 'never' | 'selectors' | 'always';
  /** A rule says something of null. */
  readonly ofNull: boolean;
  /** The values are objects of a class with rules of its own. */
  readonly nested: boolean;
  /** A rule has a message of the author's. */
  readonly worded: boolean;
  /** A rule compares numbers, but the values are texts of them. */
  readonly numeric: boolean;
  /**
   * Whether the rules are known to accept a value of a body, taken by itself; false where rules of the author's own decide.
   * Left out of the JSON.
   */
  readonly accepts: (value: unknown) => boolean;
}
