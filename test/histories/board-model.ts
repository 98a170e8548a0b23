// A board whose operations come one after the other: what each answers, and what it leaves.
import { rowsPerPage, type Body, type Kind, type Operation } from './board-operations.js';
import type { Model, Step } from './linearizability.js';

interface PostRow {
  title: string;
  text: string;
  version: number;
}

interface TagRow {
  name: string;
  version: number;
  /** Ids of its posts. */
  posts: number[];
}

interface CommentRow {
  note: string;
  version: number;
  post: number | null;
}

/** Keys that are numbers come in their order, as rows do in answers. */
type Rows<Row> = Record<number, Row>;

export interface Board {
  readonly posts: Rows<PostRow>;
  readonly tags: Rows<TagRow>;
  readonly comments: Rows<CommentRow>;
}

/** Why an operation is refused. */
class Refusal extends Error {}

/**
 * The model of a board. `readsBackEarlier`: where others may write between the statement that reads back what a write left
 * and its COMMIT, the answer shows the write at the moment of that statement: its own changes, and others' as they were
 * committed by then. On PostgreSQL, MariaDB and MySQL it is so, at the isolation level that is the server's own; another
 * moment could be promised only by locking every row that an answer shows. SQLite has one writer at a time.
 */
export function boardModel(board: number, readsBackEarlier: boolean): Model<Board, Operation> {
  return {
    initial: { posts: {}, tags: {}, comments: {} },
    key: (state) => JSON.stringify(state),
    step: (state, operation) => step(board, state, operation),
    writes: ({ does }, answer) =>
      (does === 'create' || does === 'update' || does === 'delete') &&
      (answer === null || answer.startsWith('2')),
    answersEarlier: ({ does }, answer) =>
      readsBackEarlier && (does === 'create' || does === 'update') && answer.startsWith('2'),
  };
}

function step(number: number, before: Board, operation: Operation): Step<Board> {
  const board = structuredClone(before);
  try {
    return { answer: perform(number, board, operation), state: board };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { answer: error.message, state: before };
  }
}

/** Changes the board; returns the answer. */
function perform(number: number, board: Board, operation: Operation): string {
  switch (operation.does) {
    case 'create': {
      const { kind, body } = operation;
      // Without an answer and without a reader, the id of a row does not matter.
      const id = operation.id ?? Infinity;
      requireTargets(board, body);
      insert(board, kind, id, body);
      changeEdges(board, kind, id, body);
      return `201 ${shown(number, board, kind, id)}`;
    }
    case 'update': {
      const { kind, id, body } = operation;
      requireRow(board, kind, id);
      requireTargets(board, body);
      setFields(board, kind, id, body);
      changeEdges(board, kind, id, body);
      return `200 ${shown(number, board, kind, id)}`;
    }
    case 'delete':
      remove(board, operation.kind, operation.id);
      return '204 ';
    case 'read':
      return `200 ${shown(number, board, operation.kind, operation.id)}`;
    case 'list':
      return `200 ${shownPage(number, board, operation.kind, operation.page)}`;
    case 'follow':
      requireRow(board, 'posts', operation.id);
      return `200 ${shownEdge(number, board, operation.edge, operation.id)}`;
  }
}

function requireRow(board: Board, kind: Kind, id: number): void {
  if (!(id in board[kind])) throw new Refusal('404 not_found');
}

function requireTargets(board: Board, body: Body): void {
  const named: [Kind, readonly number[]][] = [
    ['posts', [...(body.posts ?? []), ...(body.add_posts ?? []), ...(body.remove_posts ?? [])]],
    ['posts', typeof body.post === 'number' ? [body.post] : []],
    ['tags', [...(body.tags ?? []), ...(body.add_tags ?? []), ...(body.remove_tags ?? [])]],
    ['comments', [...(body.comments ?? []), ...(body.add_comments ?? []), ...(body.remove_comments ?? [])]],
  ];
  for (const [kind, ids] of named)
    if (ids.some((id) => !(id in board[kind]))) throw new Refusal('400 invalid_request');
}

function insert(board: Board, kind: Kind, id: number, body: Body): void {
  const version = 1;
  if (kind === 'posts') board.posts[id] = { title: body.title ?? '', text: body.text ?? '', version };
  if (kind === 'tags') board.tags[id] = { name: body.name ?? '', version, posts: [] };
  if (kind === 'comments') board.comments[id] = { note: body.note ?? '', version, post: body.post ?? null };
}

/** A version counts each update that names a key, also one of an edge that no column of the row holds. */
function setFields(board: Board, kind: Kind, id: number, body: Body): void {
  const { title, text, name, note, post } = body;
  const given = Object.entries({ title, text, name, note, post }).filter(([, value]) => value !== undefined);
  const row = board[kind][id];
  const isTouched = Object.values(body).some((value) => value !== undefined);
  if (row && isTouched) Object.assign(row, Object.fromEntries(given), { version: row.version + 1 });
}

function changeEdges(board: Board, kind: Kind, id: number, body: Body): void {
  if (kind === 'tags') {
    const tag = board.tags[id];
    if (tag) tag.posts = changed(tag.posts, body.posts, body.add_posts, body.remove_posts);
  }
  if (kind !== 'posts') return;
  setComments(board, id, body);
  const before = Object.entries(board.tags).flatMap(([tag, { posts }]) =>
    posts.includes(id) ? [Number(tag)] : [],
  );
  const after = changed(before, body.tags, body.add_tags, body.remove_tags);
  for (const [tag, row] of Object.entries(board.tags))
    row.posts = changed(
      row.posts,
      undefined,
      after.includes(Number(tag)) ? [id] : [],
      after.includes(Number(tag)) ? [] : [id],
    );
}

function setComments(board: Board, id: number, { comments, add_comments, remove_comments }: Body): void {
  const taken = [...(comments ?? []), ...(add_comments ?? [])];
  const isOfAnother = (comment: number) => ![null, undefined, id].includes(board.comments[comment]?.post);
  if (taken.some(isOfAnother)) throw new Refusal('409 edge_conflict');
  for (const [comment, row] of Object.entries(board.comments)) {
    const isTaken = taken.includes(Number(comment));
    const isFreed = comments ? !isTaken : remove_comments?.includes(Number(comment));
    if (isTaken && row.post === null) setPost(row, id);
    else if (isFreed && row.post === id) setPost(row, null);
  }
}

function setPost(row: CommentRow, post: number | null): void {
  row.post = post;
  row.version += 1;
}

function changed(
  ids: readonly number[],
  set: readonly number[] | undefined,
  add: readonly number[] = [],
  without: readonly number[] = [],
): number[] {
  const left = (set ?? ids).filter((id) => !without.includes(id));
  return [...new Set([...left, ...add])].sort((a, b) => a - b);
}

function remove(board: Board, kind: Kind, id: number): void {
  requireRow(board, kind, id);
  Reflect.deleteProperty(board[kind], id);
  if (kind !== 'posts') return;
  for (const tag of Object.values(board.tags)) tag.posts = tag.posts.filter((post) => post !== id);
  for (const comment of Object.values(board.comments)) if (comment.post === id) comment.post = null;
}

function shown(number: number, board: Board, kind: Kind, id: number): string {
  requireRow(board, kind, id);
  return JSON.stringify(entity(number, board, kind, id, true));
}

function shownPage(number: number, board: Board, kind: Kind, page: number): string {
  const ids = Object.keys(board[kind]).map(Number);
  const last = Math.max(1, Math.ceil(ids.length / rowsPerPage));
  if (page > last) throw new Refusal('400 invalid_request');
  const content = ids
    .slice((page - 1) * rowsPerPage, page * rowsPerPage)
    .map((id) => entity(number, board, kind, id, true));
  const counts = { page, total_count: ids.length, last_page: last, is_last_page: page === last };
  return JSON.stringify({ ...counts, content });
}

function shownEdge(number: number, board: Board, edge: 'comments' | 'tags', post: number): string {
  return JSON.stringify(idsOf(board, edge, post).map((id) => entity(number, board, edge, id, true)));
}

/** Ids of what leads to the post. */
function idsOf(board: Board, edge: 'comments' | 'tags', post: number): number[] {
  const rows = Object.entries<TagRow | CommentRow>(board[edge]);
  return rows.flatMap(([id, row]) => {
    const leadsThere = 'posts' in row ? row.posts.includes(post) : row.post === post;
    return leadsThere ? [Number(id)] : [];
  });
}

/** As an answer shows it; its edges one level deep. */
function entity(number: number, board: Board, kind: Kind, id: number, deep: boolean): object {
  const embedded = (target: Kind, ids: readonly number[]) =>
    ids.map((targetId) => entity(number, board, target, targetId, false));
  switch (kind) {
    case 'posts': {
      const { title = '', text = '', version = 0 } = board.posts[id] ?? {};
      const comments = deep ? embedded('comments', idsOf(board, 'comments', id)) : [];
      const tags = deep ? embedded('tags', idsOf(board, 'tags', id)) : [];
      return { id, board: number, title, text, version, edges: deep ? { comments, tags } : {} };
    }
    case 'tags': {
      const { name = '', version = 0, posts = [] } = board.tags[id] ?? {};
      return {
        id,
        board: number,
        name,
        weight: 1,
        version,
        edges: deep ? { posts: embedded('posts', posts) } : {},
      };
    }
    case 'comments': {
      const { note = '', version = 0, post = null } = board.comments[id] ?? {};
      const edges = { post: post === null ? null : entity(number, board, 'posts', post, false) };
      return { id, board: number, note, version, edges: deep ? edges : {} };
    }
  }
}
