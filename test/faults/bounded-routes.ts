// The routes that write, each with bodies, rows and answers as large as they may be.
import type { HttpClient, Message } from '../support/http-client.js';

/** An answer without its text where that is long. */
export interface RouteAnswer {
  readonly client: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly length: number;
  readonly text: string;
}

export interface WriteRoute {
  readonly name: string;
  /** What the client of this number sends. */
  readonly request: (client: number) => Message & { readonly method: string; readonly path: string };
  /** What may come of it. */
  readonly statuses: readonly number[];
  /** Length of an answer of success. */
  readonly atLeast: number;
  /** What the end of such an answer has. */
  readonly ending?: string;
  /** An aggregate that grows with each write. */
  readonly measure: string;
  /** By how much, for these answers of success. */
  readonly written: (answers: readonly RouteAnswer[]) => number;
  /** By how much at most, for a request whose outcome is unknown. Default 1. */
  readonly most?: number;
  readonly prepare?: (http: HttpClient, clients: number) => Promise<void>;
}

/** One of the rows that fit into an answer. */
const rowOf = (client: number) => (client % 8) + 1;

const text = (length: number) => 't'.repeat(length);

const idsOf = (first: number) => Array.from({ length: 100 }, (_, at) => first + at);

const once = ({ length }: readonly RouteAnswer[]) => length;
const nothing = () => 0;

/** Bulk writes count what they have written. */
const affected = (answers: readonly RouteAnswer[]) =>
  answers.reduce((sum, { text: answer }) => sum + (JSON.parse(answer) as { affected: number }).affected, 0);

const versions = (path: string) => `${path}/aggregate?measures=version.sum`;

const ofPages = (path: string, kind: string): readonly WriteRoute[] => [
  {
    name: `PATCH of ${kind}`,
    request: (client) => ({
      method: 'PATCH',
      path: `${path}/${rowOf(client)}`,
      body: { text: text(1_000_000) },
    }),
    statuses: [200],
    atLeast: 7_500_000,
    measure: versions(path),
    written: once,
  },
  {
    name: `PATCH of ${kind} that stays larger than an answer, which writes nothing`,
    request: () => ({ method: 'PATCH', path: `${path}/9`, body: { text: text(1_000_000) } }),
    statuses: [400],
    atLeast: 0,
    measure: versions(path),
    written: nothing,
    most: 0,
  },
  {
    name: `the same of ${kind} without an answer`,
    request: () => ({
      method: 'PATCH',
      path: `${path}/9`,
      body: { text: text(1_000_000) },
      headers: { prefer: 'return=minimal' },
    }),
    statuses: [204],
    atLeast: 0,
    measure: versions(path),
    written: once,
  },
  {
    name: `bulk update by filters of ${kind}`,
    request: () => ({
      method: 'PATCH',
      path: `${path}?title.eq=last`,
      body: { text: text(1_000_000) },
    }),
    statuses: [200],
    atLeast: 10,
    measure: versions(path),
    written: affected,
    most: 9,
  },
  {
    name: `bulk update of items of ${kind}`,
    request: () => ({
      method: 'PATCH',
      path: path,
      body: Array.from({ length: 9 }, (_, at) => ({ id: at + 1, text: text(110_000) })),
    }),
    statuses: [200],
    atLeast: 10,
    measure: versions(path),
    written: affected,
    most: 9,
  },
  {
    name: `bulk delete of ${kind}`,
    prepare: (http) => restoreAll(http, path),
    request: () => ({ method: 'DELETE', path: `${path}?title.eq=last` }),
    statuses: [200],
    atLeast: 10,
    measure: `${path}/aggregate?measures=count&deleted=only`,
    written: affected,
    most: 9,
  },
  {
    name: `restore of ${kind}`,
    prepare: async (http) => {
      await http.send('DELETE', `${path}?title.neq=none`);
    },
    request: (client) => ({ method: 'POST', path: `${path}/${rowOf(client)}/restore` }),
    statuses: [200],
    atLeast: 6_500_000,
    measure: `${path}/aggregate?measures=count`,
    written: (answers) => new Set(answers.map(({ client }) => rowOf(client))).size,
  },
];

async function restoreAll(http: HttpClient, path: string): Promise<void> {
  for (let id = 1; id <= 9; id++)
    await http.send('POST', `${path}/${id}/restore`, { headers: { prefer: 'return=minimal' } });
}

export const boundedRoutes: readonly WriteRoute[] = [
  ...ofPages('/pages', 'a page'),
  ...ofPages('/watched-pages', 'a page that hooks see'),
  {
    name: 'create along an edge',
    prepare: (http) => restoreAll(http, '/pages'),
    request: (client) => ({
      method: 'POST',
      path: `/pages/${rowOf(client)}/notes`,
      body: { text: text(500_000) },
    }),
    statuses: [201],
    atLeast: 7_000_000,
    measure: versions('/notes'),
    written: once,
  },
  {
    name: 'create along an edge of a row that is larger than an answer',
    request: () => ({ method: 'POST', path: '/pages/9/notes', body: { text: text(1_000_000) } }),
    statuses: [400],
    atLeast: 0,
    measure: versions('/notes'),
    written: nothing,
    most: 0,
  },
  {
    name: 'a page with its notes',
    request: () => ({
      method: 'POST',
      path: '/pages',
      body: { title: 'none', text: '', notes: Array.from({ length: 50 }, () => ({ text: text(20_000) })) },
    }),
    statuses: [201],
    atLeast: 50,
    measure: versions('/notes'),
    written: ({ length }) => 50 * length,
    most: 50,
  },
  {
    name: 'a shelf with sheets that hooks see',
    request: () => ({
      method: 'POST',
      path: '/shelves',
      body: { sheets: Array.from({ length: 50 }, () => ({ text: text(20_000) })) },
    }),
    statuses: [201],
    atLeast: 1_000_000,
    measure: versions('/sheets'),
    written: ({ length }) => 50 * length,
    most: 50,
  },
  {
    name: 'a note with its page',
    request: () => ({
      method: 'POST',
      path: '/notes',
      body: { text: text(400_000), page: { title: 'none', text: text(600_000) } },
    }),
    statuses: [201],
    atLeast: 1_000_000,
    measure: versions('/notes'),
    written: once,
  },
  {
    name: 'links that are added',
    request: (client) => ({
      method: 'PATCH',
      path: `/albums/${rowOf(client)}`,
      body: { add_stickers: idsOf(1) },
    }),
    statuses: [200],
    atLeast: 7_000_000,
    measure: versions('/albums'),
    written: once,
  },
  {
    // As a read shows it: fewer of the stickers.
    name: 'links that exceed an answer',
    request: (client) => ({
      method: 'PATCH',
      path: `/albums/${rowOf(client)}`,
      body: { add_stickers: idsOf(101) },
    }),
    statuses: [200],
    atLeast: 7_000_000,
    ending: '"truncated_edges":["stickers"]',
    measure: versions('/albums'),
    written: once,
  },
  {
    name: 'links that are replaced',
    request: (client) => ({
      method: 'PATCH',
      path: `/albums/${rowOf(client)}`,
      body: { stickers: idsOf(1 + (client % 2) * 100) },
    }),
    statuses: [200],
    atLeast: 7_000_000,
    measure: versions('/albums'),
    written: once,
  },
  {
    name: 'answers that are replayed',
    prepare: async (http, clients) => {
      for (let client = 0; client < Math.min(8, clients); client++)
        await http.send('POST', '/notes', createKeyed(client));
    },
    request: (client) => ({ method: 'POST', path: '/notes', ...createKeyed(client) }),
    statuses: [201],
    atLeast: 7_000_000,
    measure: versions('/notes'),
    written: (answers) => answers.filter(({ headers }) => headers['idempotent-replayed'] !== 'true').length,
  },
];

function createKeyed(client: number): Message {
  const row = rowOf(client);
  return { body: { text: text(500_000), page: row }, headers: { 'idempotency-key': `note-${row}` } };
}
