// A part of the model: where the key of a new row comes from when a statement leaves a column of it out.

/** What fills a column of the key that an INSERT leaves out. */
export interface KeySource {
  readonly column: string;
  /**
   * `counter`: AUTO_INCREMENT, whose value the driver returns. `generator`: a sequence, an identity, a function that TypeORM
   * names. `function`: a default that is computed. `literal`: a default that is the same for each row, and which a trigger
   * replaces. `row`: the other columns of the row.
   */
  readonly by: 'counter' | 'generator' | 'function' | 'literal' | 'row';
  /** The SQL of the default; null where there is none. */
  readonly expression: string | null;
}

/** Whether the database alone chooses the value: that it is taken is no fault of a client. */
export function isChosenByDatabase({ by }: KeySource): boolean {
  return by !== 'literal' && by !== 'row';
}
