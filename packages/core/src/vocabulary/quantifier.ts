// How many of the rows an edge leads to must meet a condition of a `where`.

/** Some of them, none of them, or all of them (also true where there are none). */
export type Quantifier = 'some' | 'none' | 'all';

/** All quantifiers. */
export const quantifiers: readonly Quantifier[] = ['some', 'none', 'all'];
