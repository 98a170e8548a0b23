// The JSON text of an array of PostgreSQL, from the text that the server sends: each item is printed by its kind.
import { parseArrayText, type ArrayItem } from '../../model/array-text.js';
import type { ItemModel } from '../../model/document-model.js';
import type { Dialect, PrintValue } from '../../sql/dialect.js';
import {
  printJson,
  printPlainText,
  printQuotedNumber,
  quoteUnescaped,
  UnfitValue,
} from '../../sql/json-text.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';

/** Kinds that the driver parses where they stand alone. The driver parses instants of arrays, too. */
const itemPrinters: Dialect['printers'] = {
  decimal: printQuotedNumber,
  date: (text) => (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(String(text)) ? printPlainText(text) : throwUnfit()),
  bytes: (text) => quoteUnescaped(decodeBytes(String(text)).toString('base64')),
};

/** The printer of an array; undefined where the driver has to parse it. Throws `UnfitValue` for other dimensions. */
export function createArrayPrinter(
  { kind, values, dimensions }: ItemModel,
  printers: Dialect['printers'],
): PrintValue | undefined {
  const print = values ? createEnumPrinter(values) : getItemPrinter(kind, printers);
  if (!print) return undefined;
  return (text) => printList(parseArrayText(String(text)) ?? throwUnfit(), dimensions, print);
}

function getItemPrinter(kind: FieldKind, printers: Dialect['printers']): PrintValue | undefined {
  return itemPrinters[kind] ?? printers[kind];
}

/** Labels are texts; the class may declare numbers. */
function createEnumPrinter(values: readonly (string | number)[]): PrintValue {
  const known = new Map<unknown, string>(values.map((value) => [String(value), printJson(value)]));
  return (label) => known.get(label) ?? printJson(label);
}

function printList(list: readonly ArrayItem[], dimensions: number, print: PrintValue): string {
  const items = list.map((item) => {
    if (dimensions > 1) return Array.isArray(item) ? printList(item, dimensions - 1, print) : throwUnfit();
    if (item === null) return 'null';
    return typeof item === 'string' ? print(item) : throwUnfit();
  });
  return `[${items.join()}]`;
}

/** Bytes as the server sends them by default, or with `bytea_output = 'escape'`. */
function decodeBytes(text: string): Buffer {
  if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex');
  const unescaped = text.replace(/\\(\\|[0-7]{3})/g, (_, code: string) =>
    code === '\\' ? code : String.fromCharCode(Number.parseInt(code, 8)),
  );
  return Buffer.from(unescaped, 'latin1');
}

function throwUnfit(): never {
  throw new UnfitValue();
}
