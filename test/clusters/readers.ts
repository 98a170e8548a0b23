// Clients that read what was acknowledged.
import type { Answer } from '../support/http-client.js';
import type { KnownNote } from './ledger.js';
import type { Connection } from './load.js';

/** Of the notes that were acknowledged last, how many are read. */
const recent = 200;
const perPage = 50;

type Note = Pick<KnownNote, 'id' | 'text'>;

interface Page {
  readonly content: readonly Note[];
  readonly next_cursor: string | null;
}

export async function readByKey(connection: Connection): Promise<void> {
  const { ledger, way, send } = connection;
  const { notes } = ledger;
  const from = Math.random() < 0.5 ? 0 : Math.max(0, notes.length - recent);
  const note = notes[from + Math.floor(Math.random() * (notes.length - from))];
  if (!note) return;
  const answer = await send('by key', [200, 404], { method: 'GET', path: `/notes/${note.id}` });
  if (answer?.status === 404 && ledger.isVisible(way, note)) ledger.stale.add(`${way}: ${note.text}`);
  if (answer?.status === 200 && (answer.json as Note).text !== note.text)
    ledger.strange.add(`${note.text} has become ${answer.text}`);
}

/** The newest note is on the first page. */
export async function readList(connection: Connection): Promise<void> {
  const { ledger, way, send } = connection;
  const newest = ledger.newestFor(way);
  const answer = await send('list', [200], { method: 'GET', path: '/notes?sort=-id&per_page=20' });
  const first = contentOf(answer)[0]?.id ?? 0;
  if (answer?.status === 200 && first < newest)
    ledger.stale.add(`${way}, list: ${newest}, the first is ${first}`);
}

/** From the newest note on. Each that was acknowledged before is on one page; no id comes twice. */
export async function walk(
  connection: Connection,
  rest: () => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const { ledger, way } = connection;
  const before = ledger.notes.slice(-recent).filter((note) => ledger.isVisible(way, note));
  const seen: number[] = [];
  for (let after = ''; after !== '' || seen.length === 0;) {
    const page = await readPage(connection, after);
    if (stop.aborted) return;
    if (page) {
      seen.push(...page.content.map(({ id }) => id));
      if (page.next_cursor === null || seen.length > 2 * recent) break;
      after = page.next_cursor;
    }
    await rest();
  }
  if (seen.some((id, at) => id >= (seen[at - 1] ?? Infinity)))
    ledger.strange.add(`${way}, cursor: ids are not in order: ${seen.join()}`);
  const [last, found] = [seen.at(-1) ?? 0, new Set(seen)];
  const missed = before.filter(({ id }) => id >= last && !found.has(id));
  if (missed.length > 0) ledger.stale.add(`${way}, cursor: ${missed.map(({ id }) => id).join()}`);
}

async function readPage({ send }: Connection, after: string): Promise<Page | undefined> {
  const path = `/notes?sort=-id&per_page=${perPage}${after && `&after=${after}`}`;
  const answer = await send('cursor', [200], { method: 'GET', path });
  return answer?.status === 200 ? (answer.json as Page) : undefined;
}

function contentOf(answer: Answer | undefined): readonly Note[] {
  return answer?.status === 200 ? (answer.json as Page).content : [];
}
