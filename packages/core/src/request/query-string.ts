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
    if (name !== undefined && value !== undefined) terms.push({ name, value });
    else if (faults.push(createMalformedFault(name ?? rawName)) === maxFaults) break;
  }
  return { terms, faults };
}

/** Decodes text; undefined for a malformed escape, bytes that are not UTF-8, NUL, or an unpaired surrogate. */
function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  try {
    const decoded = spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
    return isStorable(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** Whether every database stores the text unchanged: NUL and unpaired surrogates are rejected or replaced. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function createMalformedFault(name: string): Fault {
  return {
    parameter: name,
    code: 'malformed_parameter',
    detail: `The parameter '${name}' is not well-formed percent-encoded UTF-8.`,
  };
}
