// A value that the author's transformer of its column refuses.

/** A transformer threw on a value. `cause` is its error. */
export class UnstorableValueError extends Error {
  override readonly name = 'UnstorableValueError';
  /** The column of the transformer. */
  readonly column: string;

  constructor(column: string, cause: unknown) {
    super('A transformer refused a value.', { cause });
    this.column = column;
  }
}
