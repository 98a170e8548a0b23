// A column transformer: one spelling in the database, whatever the client types.
import type { ValueTransformer } from 'typeorm';

export const lowerCase: ValueTransformer = {
  to: (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text),
  from: (text: unknown) => text,
};
