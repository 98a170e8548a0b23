// Raw query string -> terms, in one pass. Guarantees only that names and values are decoded, well-formed text.
import { maxFaults, type Fault } from '../errors.js';

/** One `name=value`, decoded. */
export interface QueryTerm {
  readonly name: string;
  readonly value: string;
}

/** The terms of a query in their order, and a fault for each malformed one. Stops after as many faults as an answer lists. */
export interface ParsedQuery {
  readonly terms: readonly QueryTerm[];
  readonly faults: readonly Fault[];
}

const noQuery: ParsedQuery = Object.freeze({ terms: [], faults: [] });

/** Parses `application/x-www-form-urlencoded` text: `&` separates terms, `+` is a space, percent-escapes are UTF-8. */
export function parseQuery(query: string): ParsedQuery {
  if (query === '') return noQuery;
  const terms: QueryTerm[] = [];
  const faults: Fault[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(rawName);
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const isDecoded = name !== undefined && value !== undefined;
    if (isDecoded && isStorable(name) && isStorable(value)) terms.push({ name, value });
    else {
      const shown = name !== undefined && isStorable(name) ? name : rawName;
      if (faults.push(createFault(shown, isDecoded)) === maxFaults) break;
    }
  }
  return { terms, faults };
}

/** Decodes text; undefined for a malformed escape, and for bytes that are not UTF-8. */
function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  try {
    return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
  } catch {
    return undefined;
  }
}

/** Whether every database stores the text unchanged: NUL and unpaired surrogates are rejected or replaced. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The words for a text that no database stores, in a query as in a body. */
export const unstorable = 'must not contain NUL or an unpaired surrogate';

function createFault(parameter: string, isDecoded: boolean): Fault {
  const problem = isDecoded ? unstorable : 'is not well-formed percent-encoded UTF-8';
  return { parameter, code: 'malformed_parameter', detail: `The parameter '${parameter}' ${problem}.` };
}
