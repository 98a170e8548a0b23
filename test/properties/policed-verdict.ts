// Whether an answer under policies is the one of a database without the hidden rows, or one that the documentation names.
import type { Answer } from '../support/http-client.js';
import { afterDelete, findGone, findHidden, listRows, withoutDates, withoutRows } from './policed-oracle.js';
import { findWritten, isSuccess, reasonOf, type Exchange, type Reason } from './policed-reasons.js';
import type { Tables } from './policed-rows.js';

/** `same`: both sides agree. `seen otherwise`: but for rows that the write has hidden or shown without writing them. */
type Verdict = 'same' | 'seen otherwise' | Reason;

export function judge(exchange: Exchange): Verdict {
  expectNoSecrets(exchange);
  expectHiddenUnchanged(exchange);
  const { policed, free, hidden } = exchange;
  if (policed.answer.status === free.answer.status && isSuccess(policed.answer))
    return judgeSuccess(exchange);
  if (pick(policed.answer) === pick(free.answer)) {
    expect(policed.after).toEqual(policed.before);
    return 'same';
  }
  // Refused under the policies alone: nothing is written, and there is a reason.
  const shown = { expected: pick(free.answer), is: pick(policed.answer) };
  expect(policed.after).toEqual(policed.before);
  const reason = reasonOf(exchange);
  if (!reason)
    throw new Error(`Without the ${hidden.size} hidden rows the answer is another: ${JSON.stringify(shown)}`);
  return reason;
}

function judgeSuccess(exchange: Exchange): Verdict {
  const { policed, free, hidden, conditions, request } = exchange;
  expect(withoutDates(withoutRows(policed.after, hidden))).toEqual(withoutDates(free.after));
  const hiddenNow = findHidden(policed.after, conditions);
  if (request.method !== 'DELETE')
    expect([...findWritten(exchange, policed)].filter((name) => hiddenNow.has(name))).toEqual([]);
  if (pick(policed.answer) === pick(free.answer)) return 'same';
  // The write has hidden or shown rows that it did not write itself: those of a team whose port has changed, for example.
  const isShifted = listRows(policed.after).some(([name]) => hidden.has(name) !== hiddenNow.has(name));
  if (!isShifted) expect(pick(policed.answer)).toBe(pick(free.answer));
  return 'seen otherwise';
}

/** No answer has a text of a row that is hidden before and after. */
function expectNoSecrets({ policed, hidden, conditions }: Exchange): void {
  const { text, headers } = policed.answer;
  const all = `${text} ${JSON.stringify(headers)}`;
  const still = findHidden(policed.after, conditions);
  const told = listRows(policed.before).filter(
    ([name, , { note }]) =>
      hidden.has(name) && still.has(name) && isSecret(note) && new RegExp(`${note}\\b`).test(all),
  );
  expect(told).toEqual([]);
}

/** No client sends such a text, but an update of many rows may have put the same in them. */
function isSecret(note: unknown): note is string {
  return typeof note === 'string' && note.startsWith('secret-');
}

/** Hidden rows are what they were, but for what the database does to them when a row they refer to is deleted. */
function expectHiddenUnchanged({ policed: { before, after }, hidden }: Exchange): void {
  const gone = [...findGone(before, after)];
  const expected = afterDelete(before, new Set(gone.filter((name) => !hidden.has(name))));
  const unseen = (tables: Tables) => ({
    rows: listRows(tables).filter(([name]) => hidden.has(name)),
    links: tables.links.filter(
      ({ boat, sailor }) => hidden.has(`Boat ${boat}`) || hidden.has(`Sailor ${sailor}`),
    ),
  });
  expect(unseen(after)).toEqual(unseen(expected));
}

/** The parts of an answer that must be equal, as one text. */
export function pick({ status, headers, text }: Answer): string {
  return `${status} ${JSON.stringify(headers)} ${text}`;
}
