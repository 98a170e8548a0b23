// Column transformers for decimals, which drivers read as text, and SQLite as a number.
import type { ValueTransformer } from 'typeorm';

/** A decimal of a few digits, as a number. */
export const decimalNumber: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (typeof value === 'string' ? Number(value) : value),
};

/** A computed amount: a column has two digits after the point by its declaration, a sum has not. */
export const amount: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => Number(value).toFixed(2),
};
