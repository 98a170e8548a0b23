// Checks the arguments of annotations against the kind that each annotation takes.
import { operations } from '../vocabulary/operation.js';
import { OrderAsc, OrderDesc } from '../vocabulary/order.js';
import type { ArgumentKind } from './annotation-facts.js';
import { didYouMean } from './near-name.js';
import { firstFault, isNot, type ArgumentFault } from './value-fault.js';

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

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
