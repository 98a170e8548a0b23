// A column transformer: stores text in lower case, regardless of the client's spelling.
import type { ValueTransformer } from 'typeorm';

export const lowerCase: ValueTransformer = {
  to: (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text),
  from: (text: unknown) => text,
};
