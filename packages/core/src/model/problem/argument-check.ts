// Checks the arguments of annotations against the kind that each annotation takes.
import { operations } from '../../vocabulary/operation.js';
import { OrderAsc, OrderDesc } from '../../vocabulary/order.js';
import type { ArgumentKind } from './annotation-facts.js';
import { suggestName } from './suggestion.js';
import { findFirstFault, createFault, type ValueFault } from './value-fault.js';

const argumentChecks: Readonly<Record<ArgumentKind, (value: unknown) => ValueFault | null>> = {
  nothing: () => null,
  own: () => null,
  flag: (value) =>
    typeof value === 'boolean' ? null : createFault(value, 'a boolean', 'Use true or false.'),
  text: checkText,
  texts: (value) => findFirstFault(toList(value), checkText),
  schema: (value) =>
    isRecord(value)
      ? null
      : createFault(value, 'a JSON Schema', 'Use a JSON Schema object, or SchemaObjectAny.'),
  order: checkOrder,
  operations: (value) => findFirstFault(toList(value), checkOperation),
  'operation texts': (value) =>
    findFirstFault(Object.entries(isRecord(value) ? value : {}), checkOperationText),
};

/** The first fault of an argument; null for a valid one. */
export function checkArgument(kind: ArgumentKind, value: unknown): ValueFault | null {
  return argumentChecks[kind](value);
}

function checkText(value: unknown): ValueFault | null {
  if (typeof value === 'string' && value.trim() !== '') return null;
  return createFault(value, 'a non-empty string', 'Write some text.');
}

function checkOrder(value: unknown): ValueFault | null {
  if (value === OrderAsc || value === OrderDesc) return null;
  return createFault(value, 'a sort order', 'Use OrderAsc or OrderDesc.');
}

/** The fault of a value that is not the name of an operation; suggests the nearest name. */
export function checkOperation(value: unknown): ValueFault | null {
  if (operations.some((operation) => operation === value)) return null;
  return createFault(
    value,
    'an operation',
    `${suggestName(String(value), operations)}Use ${operations.join(', ')}.`,
  );
}

function checkOperationText([operation, text]: readonly [string, unknown]): ValueFault | null {
  return checkOperation(operation) ?? checkText(text);
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
