// `pretty=true`: indented answers.
import type { CompleteRequest } from '../request/api-request.js';
import { reprintedJson } from '../request/exact-number.js';
import { parseQuery } from '../request/query-string.js';

/** Read from the raw query, so that errors are indented too, whatever is wrong with the rest. */
export function wantsPretty({ query }: CompleteRequest): boolean {
  if (!query.includes('=') || !(query.includes('pretty') || query.includes('%'))) return false;
  return parseQuery(query).terms.some(({ name, value }) => name === 'pretty' && value === 'true');
}

/** The same JSON, indented by two spaces. */
export function prettyJson(text: string): string {
  return reprintedJson(text, 2);
}
