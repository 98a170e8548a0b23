// Checks the arguments of annotations against the kind that each annotation takes.
import { operations } from '../vocabulary/operation.js';
import { OrderAsc, OrderDesc } from '../vocabulary/order.js';
import type { ArgumentKind } from './annotation-facts.js';
import { didYouMean } from './near-name.js';

/** What is wrong with a value, and what to write instead. */
export interface ArgumentFault {
  readonly problem: string;
  readonly remedy: string;
}

const faultOf: Readonly<Record<ArgumentKind, (value: unknown) => ArgumentFault | null>> = {
  nothing: () => null,
  own: () => null,
  flag: (value) => (typeof value === 'boolean' ? null : isNot(value, 'a boolean', 'Use true or false.')),
  text: textFault,
  texts: (value) => firstFault(asList(value), textFault),
  schema: (value) =>
    isRecord(value) ? null : isNot(value, 'a JSON Schema', 'Use a JSON Schema object, or SchemaObjectAny.'),
  order: orderFault,
  operations: (value) => firstFault(asList(value), operationFault),
  'operation texts': (value) => firstFault(Object.entries(isRecord(value) ? value : {}), operationTextFault),
};

/** The first fault of an argument; null for a valid one. */
export function argumentFault(kind: ArgumentKind, value: unknown): ArgumentFault | null {
  return faultOf[kind](value);
}

function textFault(value: unknown): ArgumentFault | null {
  if (typeof value === 'string' && value.trim() !== '') return null;
  return isNot(value, 'a non-empty string', 'Write some text.');
}

function orderFault(value: unknown): ArgumentFault | null {
  if (value === OrderAsc || value === OrderDesc) return null;
  return isNot(value, 'a sort order', 'Use OrderAsc or OrderDesc.');
}

/** The fault of a value that is not the name of an operation; suggests the nearest name. */
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

/** The first fault that a check finds among values. */
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

/** The fault of a value that is not of the kind required. */
export function isNot(value: unknown, what: string, remedy: string): ArgumentFault {
  return { problem: `${shown(value)} is not ${what}.`, remedy };
}

/** A value as it would appear in source code. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
