// Requests with large answers or bodies, sent many at once, and the check of their answers.
import { isDeepStrictEqual } from 'node:util';
import type { TextRow } from '../data/filled-database.js';

export interface LargeRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/api`. */
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  /** Whether a successful answer says what it should. */
  isRight(answer: unknown): boolean;
}

export interface LargeKind {
  readonly title: string;
  /** The n-th request of the kind. */
  request(n: number): LargeRequest;
}

const mebibyte = 1024 * 1024;

/** The rows of a group are alike; the groups are not. */
export function longTexts(group: string, rows: number, parent?: number): TextRow {
  const pattern = `${group}-`.padEnd(16, '.');
  const row = { pattern, times: mebibyte / pattern.length, rows };
  return parent === undefined ? row : { ...row, parent };
}

interface TextAnswer {
  readonly id: number;
  readonly content: string;
}

/** The kinds of request for a database with these texts, whose ids begin at 1. */
export function largeKinds(texts: readonly TextRow[]): LargeKind[] {
  const contents = texts.map(({ pattern, times }) => pattern.repeat(times));
  const groups = texts.map(({ rows }, at) => {
    const before = texts.slice(0, at).reduce((sum, group) => sum + group.rows, 0);
    return { first: before + 1, last: before + rows, content: contents[at] ?? '' };
  });
  const total = groups.at(-1)?.last ?? 0;
  const isText = ({ id, content }: TextAnswer) =>
    groups.some(({ first, last, content: right }) => id >= first && id <= last && content === right);
  return [
    { title: 'rows 100 at once', request: () => list(100, isText) },
    { title: 'rows 5 at once', request: () => list(5, isText) },
    ...texts.flatMap(({ parent, rows }) => {
      if (parent === undefined) return [];
      return [{ title: `parent of ${rows}`, request: () => parentOf(parent, rows, isText) }];
    }),
    { title: 'a row', request: (n) => single(((n * 7_919) % total) + 1, isText) },
    { title: 'a body of 1 MB', request: (n) => creation(n, mebibyte - 100) },
    { title: 'a larger body', request: (n) => creation(n, mebibyte + 1) },
  ];
}

type IsText = (text: TextAnswer) => boolean;

function list(rows: number, isText: IsText): LargeRequest {
  const isRight = (answer: unknown) => {
    const { content } = answer as { content: readonly TextAnswer[] };
    return content.length <= rows && content.length > 0 && content.every(isText);
  };
  return { method: 'GET', path: `/texts?per_page=${rows}`, status: 200, isRight };
}

/** An edge that is cut must be named in `truncated_edges`. */
function parentOf(id: number, rows: number, isText: IsText): LargeRequest {
  const isRight = (answer: unknown) => {
    const { edges, truncated_edges: truncated = [] } = answer as {
      edges: { texts: readonly TextAnswer[] };
      truncated_edges?: readonly string[];
    };
    const isWhole = edges.texts.length === rows;
    return edges.texts.every(isText) && isDeepStrictEqual(truncated, isWhole ? [] : ['texts']);
  };
  return { method: 'GET', path: `/authors/${id}`, status: 200, isRight };
}

function single(id: number, isText: IsText): LargeRequest {
  const isRight = (answer: unknown) => (answer as TextAnswer).id === id && isText(answer as TextAnswer);
  return { method: 'GET', path: `/texts/${id}`, status: 200, isRight };
}

function creation(n: number, length: number): LargeRequest {
  const content = `${n}`.padEnd(length, 'x');
  const isRight = (answer: unknown) => (answer as TextAnswer).content === content;
  return {
    method: 'POST',
    path: '/texts',
    body: JSON.stringify({ title: 'new', content }),
    status: 201,
    isRight,
  };
}

/** How many answers of a kind there were: `200`, `400 response_too_large`, or what was wrong. */
export type Outcomes = Readonly<Record<string, number>>;

/** The errors that say clearly what a client may do. */
const clearErrors = ['400 response_too_large', '413 body_too_large', '503 unavailable'];

export function isWrong(outcome: string): boolean {
  return !/^20[01]$/.test(outcome) && !clearErrors.includes(outcome);
}

/** Sends many requests of a kind at once, and deletes what they create. */
export async function largeRound(base: string, kind: LargeKind, atOnce: number): Promise<Outcomes> {
  const outcomes: Record<string, number> = {};
  const ask = async (request: LargeRequest) => {
    const outcome = await outcomeOf(base, request).catch((error: unknown) => `no answer: ${causeOf(error)}`);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: atOnce }, (_, n) => ask(kind.request(n))));
  return outcomes;
}

async function outcomeOf(base: string, request: LargeRequest): Promise<string> {
  const { method, path, body } = request;
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  const answer = JSON.parse(await response.text()) as { id?: number; code?: string };
  if (!response.ok) return `${response.status} ${answer.code ?? 'without a code'}`;
  if (method === 'POST') await remove(`${base}${path}/${String(answer.id)}`);
  return response.status === request.status && request.isRight(answer)
    ? String(response.status)
    : `${response.status}, but a wrong answer`;
}

async function remove(address: string): Promise<void> {
  const { status } = await fetch(address, { method: 'DELETE' });
  if (status !== 204) throw new Error(`DELETE ${status}`);
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
