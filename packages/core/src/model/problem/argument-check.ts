// Checks the arguments of annotations against the kind that each annotation takes.
import { countModes } from '../../options.js';
import { aggregateFunctions, timeUnits } from '../../vocabulary/aggregate.js';
import { exportMediaTypes } from '../../vocabulary/export-format.js';
import { bulkOperations, furtherOperations, operations } from '../../vocabulary/operation.js';
import { nullPlaces, OrderAsc, OrderDesc } from '../../vocabulary/order.js';
import type { ArgumentKind } from './annotation-facts.js';
import { suggestName } from './suggestion.js';
import { findFirstFault, createFault, type ValueFault } from './value-fault.js';

const argumentChecks: Readonly<Record<ArgumentKind, (value: unknown) => ValueFault | null>> = {
  nothing: () => null,
  own: () => null,
  flag: (value) =>
    typeof value === 'boolean' ? null : createFault(value, 'a boolean', 'Use true or false.'),
  text: checkText,
  'entity name': checkEntityName,
  texts: (value) => findFirstFault(toList(value), checkText),
  schema: (value) =>
    isRecord(value)
      ? null
      : createFault(value, 'a JSON Schema', 'Use a JSON Schema object, or SchemaObjectAny.'),
  order: checkOrder,
  operations: (value) => findFirstFault(toList(value), checkOperation),
  'bulk operations': checkBulkOperations,
  'operation texts': (value) => findFirstFault(listEntries(value), checkOperationText),
  'operation ids': (value) =>
    findFirstFault(
      listEntries(value).map(
        ([operation, given]) => [operation, isRecord(given) ? given.id : given] as const,
      ),
      checkOperationText,
    ),
  depth: checkDepth,
  rows: (value) =>
    isCount(value) || value === 0
      ? null
      : createFault(value, 'a number of rows', 'Use 0 or a positive integer.'),
  'row limit': checkRowLimit,
  'count modes': checkCountModes,
  'null place': (value) => checkChoice(isRecord(value) ? value.nulls : value, nullPlaces, 'a place of NULL'),
  functions: (value) => checkChoices(value, aggregateFunctions, 'a function of aggregates'),
  units: (value) => findFirstFault(toList(value), (unit) => checkChoice(unit, timeUnits, 'a unit of time')),
  'cache directives': checkCacheDirectives,
  formats: (value) => checkChoices(value, Object.keys(exportMediaTypes), 'a format of exports'),
};

/** The first fault of an argument; null for a valid one. */
export function checkArgument(kind: ArgumentKind, value: unknown): ValueFault | null {
  return argumentChecks[kind](value);
}

function checkText(value: unknown): ValueFault | null {
  if (typeof value === 'string' && value.trim() !== '') return null;
  return createFault(value, 'a non-empty string', 'Write some text.');
}

/** As classes are named: the name is part of paths, components and ids of operations. */
function checkEntityName(value: unknown): ValueFault | null {
  if (typeof value === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(value)) return null;
  return createFault(value, 'a name for a class', 'Use letters and digits, with a capital first.');
}

function checkOrder(value: unknown): ValueFault | null {
  if (value === OrderAsc || value === OrderDesc) return null;
  return createFault(value, 'a sort order', 'Use OrderAsc or OrderDesc.');
}

/** The fault of a value that is not the name of an operation; suggests the nearest name. */
export function checkOperation(value: unknown): ValueFault | null {
  return checkOperationOf(operations, value);
}

function checkOperationOf(known: readonly string[], value: unknown): ValueFault | null {
  if (known.some((operation) => operation === value)) return null;
  return createFault(value, 'an operation', `${suggestName(String(value), known)}Use ${known.join(', ')}.`);
}

/** The fault of a value that is not a list of operations that can be done with many rows. */
export function checkBulkOperations(value: unknown): ValueFault | null {
  if (!Array.isArray(value))
    return createFault(
      value,
      'a list of operations',
      `Use [${bulkOperations.map((one) => `'${one}'`).join(', ')}].`,
    );
  return findFirstFault(value, (one) => checkChoice(one, bulkOperations, 'an operation of bulk requests'));
}

function listEntries(value: unknown): [string, unknown][] {
  return Object.entries(isRecord(value) ? value : {});
}

function checkOperationText([operation, text]: readonly [string, unknown]): ValueFault | null {
  return checkOperationOf([...operations, ...furtherOperations], operation) ?? checkText(text);
}

/** The fault of a value that is not a depth of edges, from 1 to 3. */
export function checkDepth(value: unknown): ValueFault | null {
  return value === 1 || value === 2 || value === 3 ? null : createFault(value, 'a depth', 'Use 1, 2 or 3.');
}

/** The fault of a value that is neither a positive integer nor -1. */
export function checkRowLimit(value: unknown): ValueFault | null {
  if (value === -1 || isCount(value)) return null;
  return createFault(value, 'a limit', 'Use a positive integer, or -1 for no limit.');
}

/** The fault of a value that is not a list of count modes. */
export function checkCountModes(value: unknown): ValueFault | null {
  return checkChoices(value, countModes, 'a count mode');
}

/** Whether a value is a positive integer. */
export function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

/** The fault of a list that is empty, or has a value that is none of the choices. */
function checkChoices(value: unknown, choices: readonly string[], what: string): ValueFault | null {
  const given = toList(value);
  if (given.length === 0) return { problem: 'the list is empty.', remedy: `Use ${choices.join(', ')}.` };
  return findFirstFault(given, (one) => checkChoice(one, choices, what));
}

/** The fault of a value that is none of the choices. */
export function checkChoice(value: unknown, choices: readonly string[], what: string): ValueFault | null {
  if (choices.some((choice) => choice === value)) return null;
  const near = suggestName(String(value), choices);
  return createFault(value, what, `${near}Use ${choices.join(', ')}.`);
}

const token = "[\\w!#$%&'*+.^`|~-]+";
const directive = `${token}(?:=(?:${token}|"[^"\\\\\\x00-\\x1f\\x7f-\\uffff]*"))?`;
const directives = new RegExp(`^ *${directive}(?: *, *${directive})* *$`);

/** The fault of a value that is not one of `Cache-Control` (RFC 9111, 5.2). */
export function checkCacheDirectives(value: unknown): ValueFault | null {
  if (typeof value === 'string' && directives.test(value)) return null;
  return createFault(value, 'a value of Cache-Control', "Use one such as 'private, max-age=60'.");
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
