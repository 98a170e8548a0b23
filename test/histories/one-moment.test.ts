// Two writers turn a post from one look into the other and back, its fields and both of its edges at once; every answer of
// three processes shows one look, wholly. HISTORY_READS is how many reads are made on each database.
import { HttpClient, type Answer } from '../support/http-client.js';
import { databaseNames } from '../support/test-database.js';
import { startServers, type Servers } from './servers.js';

const reads = Number(process.env.HISTORY_READS ?? 6_000);
const readers = 6;

jest.setTimeout(120_000 + reads * 50);

/** Posts that stay: a list of all takes a while, in which others write. */
const others = 79;

/** The post that turns, and the rows that its edges lead to. */
interface Turning {
  readonly post: number;
  readonly tags: readonly number[];
  readonly comments: readonly number[];
}

const looks = ['dawn', 'dusk'] as const;
type Look = (typeof looks)[number];

/** The two looks share no row of an edge but one. */
function bodyOf({ tags, comments }: Turning, look: Look) {
  const half = look === 'dawn' ? [0, 3] : [2, 5];
  return { title: look, text: look, tags: tags.slice(...half), comments: comments.slice(...half) };
}

describe.each(databaseNames)('%s', (database) => {
  let servers: Servers;
  let processes: readonly HttpClient[] = [];
  let turning: Turning;

  beforeAll(async () => {
    servers = await startServers(database);
    processes = servers.ports.map((port) => new HttpClient(port));
    turning = await makeRows(clientAt(processes, 0));
  });
  afterAll(async () => {
    for (const client of processes) client.close();
    await servers.stop();
  });

  test('a row and its edges are of one moment in every answer', async () => {
    const checks = checksOf(turning);
    const state = { left: reads, over: false, made: 0, writes: 0, unavailable: 0 };
    const mixed: string[] = [];
    const started = performance.now();
    const writer = async (look: Look, at: number) => {
      while (!state.over) {
        const body = bodyOf(turning, look);
        const answer = await ask(clientAt(processes, at++), 'PATCH', `/posts/${turning.post}`, body);
        state.writes++;
        if (!answer) state.unavailable++;
        else if (answer.status !== 200 || lookOf(answer.json as PostAnswer, turning) !== look)
          mixed.push(`PATCH to ${look}: ${answer.text}`);
      }
    };
    const reader = async (at: number) => {
      while (state.left > 0) {
        const { target, isWhole } = checks[state.left-- % checks.length] ?? checks[0];
        const answer = await ask(clientAt(processes, at++), 'GET', target);
        if (!answer) state.unavailable++;
        else if (answer.status !== 200 || !isWhole(answer.json)) mixed.push(`GET ${target}: ${answer.text}`);
        // A long run says how far it is.
        if (++state.made % 50_000 === 0)
          process.stdout.write(`${database}: ${state.made} reads so far, ${mixed.length} mixed.\n`);
      }
    };
    const writing = looks.map(writer);
    await Promise.all(Array.from({ length: readers }, (_, at) => reader(at)));
    state.over = true;
    await Promise.all(writing);
    const ms = Math.round(performance.now() - started);
    process.stdout.write(
      `${database}: ${state.made} reads beside ${state.writes} writes in ${ms} ms: ${mixed.length} mixed, ` +
        `${state.unavailable} unavailable.\n`,
    );
    expect(mixed.slice(0, 3)).toEqual([]);
    expect(state.writes).toBeGreaterThan(reads / 100);
    expect(state.unavailable).toBeLessThan(reads / 100);
  });
});

function clientAt(processes: readonly HttpClient[], at: number): HttpClient {
  const client = processes[at % processes.length];
  if (!client) throw new Error('The processes run only while tests do.');
  return client;
}

/** Null where the database was not available, or the connection was lost. */
async function ask(
  client: HttpClient,
  method: string,
  target: string,
  body?: object,
): Promise<Answer | null> {
  const answer = await client.send(method, target, body ? { body } : {}).catch(() => null);
  return answer?.status === 503 ? null : answer;
}

async function makeRows(client: HttpClient): Promise<Turning> {
  const make = async (target: string, body: object) => {
    const answer = await client.send('POST', target, { body: { board: 1, ...body } });
    return (answer.json as { readonly id: number }).id;
  };
  const makeFive = async (target: string, body: object) => {
    const ids: number[] = [];
    for (let made = 0; made < 5; made++) ids.push(await make(target, body));
    return ids;
  };
  await Promise.all(Array.from({ length: others }, () => make('/posts', { title: 'stays', text: 'stays' })));
  const post = await make('/posts', { title: 'dawn', text: 'dawn' });
  const turning = {
    post,
    tags: await makeFive('/tags', { name: 'tag' }),
    comments: await makeFive('/comments', { note: 'comment' }),
  };
  await client.send('PATCH', `/posts/${post}`, { body: bodyOf(turning, 'dawn') });
  return turning;
}

interface PostAnswer {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly edges: { readonly tags: readonly Row[]; readonly comments: readonly Row[] };
}

interface Row {
  readonly id: number;
}

interface TagAnswer extends Row {
  readonly edges: { readonly posts: readonly { readonly title: string; readonly text: string }[] };
}

interface CommentAnswer extends Row {
  readonly edges: { readonly post: { readonly title: string; readonly text: string } | null };
}

/** A read, and whether its answer is of one moment. */
interface Check {
  readonly target: string;
  readonly isWhole: (json: unknown) => boolean;
}

function checksOf(turning: Turning): readonly [Check, ...Check[]] {
  const { post, tags, comments } = turning;
  const isPost = (json: unknown) => lookOf(json as PostAnswer, turning) !== null;
  const isTag = (json: unknown) => tagLook(json as Row, turning) !== null;
  const inList = (json: unknown) => (json as { readonly content: readonly Row[] }).content;
  const read = { target: `/posts/${post}`, isWhole: isPost };
  // Half of the reads are of the post itself.
  return [
    read,
    {
      target: `/posts?board.eq=1&per_page=${1 + others}`,
      isWhole: (json) => {
        const shown = inList(json).filter(({ id }) => id === post);
        return inList(json).length === 1 + others && shown.length === 1 && isPost(shown[0]);
      },
    },
    read,
    // The other side of the edges: one of its tags, all, and its comments.
    { target: `/tags/${tags[0] ?? 0}`, isWhole: isTag },
    read,
    { target: '/tags?board.eq=1&per_page=10', isWhole: (json) => areOfOneLook(inList(json), tags, tagLook) },
    read,
    {
      target: '/comments?board.eq=1&per_page=10',
      isWhole: (json) => areOfOneLook(inList(json), comments, commentLook),
    },
  ];

  function areOfOneLook(
    rows: readonly Row[],
    ids: readonly number[],
    look: (row: Row, of: Turning) => Look | null,
  ): boolean {
    const found = new Set(rows.map((row) => look(row, turning)));
    return rows.length === ids.length && found.size === 1 && !found.has(null);
  }
}

/** The look that an answer shows; null for parts of both. */
function lookOf({ title, text, edges }: PostAnswer, turning: Turning): Look | null {
  const look = looks.find((known) => known === title && known === text);
  if (!look) return null;
  const { tags, comments } = bodyOf(turning, look);
  return sameIds(edges.tags, tags) && sameIds(edges.comments, comments) ? look : null;
}

function sameIds(rows: readonly Row[], ids: readonly number[]): boolean {
  return rows.map(({ id }) => id).join() === ids.join();
}

/** A tag has the post in the looks that it belongs to, and shows it as it is then. */
function tagLook(row: Row, turning: Turning): Look | null {
  const { id, edges } = row as TagAnswer;
  const isIn = (look: Look) => bodyOf(turning, look).tags.includes(id);
  return rowLook(edges.posts, isIn);
}

function commentLook(row: Row, turning: Turning): Look | null {
  const { id, edges } = row as CommentAnswer;
  const isIn = (look: Look) => bodyOf(turning, look).comments.includes(id);
  return rowLook(edges.post ? [edges.post] : [], isIn);
}

function rowLook(
  posts: readonly { readonly title: string; readonly text: string }[],
  isIn: (look: Look) => boolean,
): Look | null {
  const [post] = posts;
  if (!post) return looks.find((look) => !isIn(look)) ?? null;
  return looks.find((look) => isIn(look) && post.title === look && post.text === look) ?? null;
}
