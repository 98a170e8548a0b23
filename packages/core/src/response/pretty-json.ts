// `pretty=true`: indented answers.
import type { ApiRequest } from '../request/api-request.js';

/** Read from the raw query, so that errors are indented too, whatever is wrong with the rest. */
export function wantsPretty({ query }: ApiRequest): boolean {
  return query.includes('pretty=true') && query.split('&').includes('pretty=true');
}

/** The same JSON, indented by two spaces. */
export function prettyJson(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}
