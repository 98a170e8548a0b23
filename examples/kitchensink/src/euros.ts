// A column transformer: whole cents in the database, euros everywhere else.
import type { ValueTransformer } from 'typeorm';

export const euros: ValueTransformer = {
  to: (amount: unknown) => (typeof amount === 'number' ? Math.round(amount * 100) : amount),
  from: (cents: unknown) => (typeof cents === 'number' ? cents / 100 : cents),
};
