// What annotations take: arguments that are not of the kind their annotation needs.
import { operations } from '../vocabulary/operation.js';
import { OrderAsc, OrderDesc } from '../vocabulary/order.js';
import type { ArgumentKind } from './annotation-facts.js';
import { didYouMean } from './near-name.js';

/** What is wrong with an argument, and what to write instead. */
export interface ArgumentFault {
  readonly problem: string;
  readonly remedy: string;
}

const faultOf: Readonly<Record<ArgumentKind, (value: unknown) => ArgumentFault | null>> = {
  nothing: () => null,
  own: () => null,
  flag: (value) => (typeof value === 'boolean' ? null : isNot(value, 'a flag', 'Use true or false.')),
  text: textFault,
  texts: (value) => firstFault(asList(value), textFault),
  schema: (value) =>
    isRecord(value) ? null : isNot(value, 'a schema', 'Use a JSON Schema object, or SchemaObjectAny.'),
  order: orderFault,
  operations: (value) => firstFault(asList(value), operationFault),
  'operation texts': (value) => firstFault(Object.entries(isRecord(value) ? value : {}), operationTextFault),
};

/** The first fault of an argument; null for a sound one. */
export function argumentFault(kind: ArgumentKind, value: unknown): ArgumentFault | null {
  return faultOf[kind](value);
}

function textFault(value: unknown): ArgumentFault | null {
  if (typeof value === 'string' && value.trim() !== '') return null;
  return isNot(value, 'a text', 'Use a text that is not empty.');
}

function orderFault(value: unknown): ArgumentFault | null {
  if (value === OrderAsc || value === OrderDesc) return null;
  return isNot(value, 'an order', 'Use OrderAsc or OrderDesc.');
}

/** Names that are not operations, with the nearest that is. */
export function operationFault(value: unknown): ArgumentFault | null {
  if (operations.some((operation) => operation === value)) return null;
  return isNot(
    value,
    'an operation',
    `${didYouMean(String(value), operations)}Use ${operations.join(', ')}.`,
  );
}

function operationTextFault([operation, text]: readonly [string, unknown]): ArgumentFault | null {
  return operationFault(operation) ?? textFault(text);
}

/** The first fault found among values. */
export function firstFault<T>(
  values: readonly T[],
  check: (value: T) => ArgumentFault | null,
): ArgumentFault | null {
  for (const value of values) {
    const fault = check(value);
    if (fault) return fault;
  }
  return null;
}

/** The fault of a value that is not what its place needs. */
export function isNot(value: unknown, what: string, remedy: string): ArgumentFault {
  return { problem: `${shown(value)} is not ${what}.`, remedy };
}

/** A value as the author may have written it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** An object that is no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
