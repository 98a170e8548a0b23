// One request with all it caused: what the invariants judge.
import type { Answer, Message } from '../support/http-client.js';

export interface WatchedExchange {
  readonly method: string;
  readonly target: string;
  readonly message: Message;
  readonly requestId: string;
  readonly answer: Answer;
  /** How many statements the database was given. */
  readonly statements: number;
  /** Texts of statements that no earlier request sent. */
  readonly newTexts: readonly string[];
  /** What the request made the server log. */
  readonly logged: readonly string[];
}

/** Every text of a request that its sender chose: path segments, names and values, keys and strings of the body. */
export function textsOf({ target, message }: Pick<WatchedExchange, 'target' | 'message'>): string[] {
  const [path = '', ...query] = target.split('?');
  const parts = [...path.split('/'), ...query.join('?').split(/[&=]/)];
  return [...parts, ...parts.map(decoded), ...textsIn(message.body)].filter((text) => text !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function textsIn(value: unknown): string[] {
  if (value instanceof Uint8Array) return [];
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsIn(member)]);
}
