// The names under which servers keep prepared statements.
import { createHash } from 'node:crypto';

/** Names a statement by its text and its printed columns: two entities of one table may differ only in the kinds of these. */
export function createStatementName(text: string, printed: ReadonlySet<number>): string {
  return `decorest_${createHash('sha1')
    .update(`${text}\0${[...printed].join()}`)
    .digest('base64url')}`;
}
