// What the clients of a board do next: drawn from a seed, on the rows that are known to have been made.
import type { Body, Kind, Operation } from './board-operations.js';

/** From 0 to below 1. */
type Random = () => number;

const kinds = ['posts', 'tags', 'comments'] as const;
const linked = ['posts', 'tags'] as const;
/** So many rows of a kind at least are kept on a board, and few more: requests are to meet. */
const fewest: Readonly<Record<Kind, number>> = { posts: 2, tags: 3, comments: 3 };

/** All that there is, or links between few rows only, from both of their sides. */
export type Variety = 'everything' | 'links';

export class OperationSource {
  readonly #random: Random;
  readonly #variety: Variety;
  /** Rows known; some are gone meanwhile. */
  readonly #ids: Record<Kind, number[]> = { posts: [], tags: [], comments: [] };
  #texts = 0;

  constructor(random: Random, variety: Variety) {
    this.#random = random;
    this.#variety = variety;
  }

  /** What a board begins with. */
  first(): readonly Operation[] {
    const made = this.#variety === 'links' ? linked : kinds;
    return made.flatMap((kind) => Array.from({ length: fewest[kind] }, () => this.#create(kind, {})));
  }

  next(): Operation {
    return this.#variety === 'links' ? this.#nextOfLinks() : this.#nextOfAll();
  }

  #nextOfLinks(): Operation {
    const kind = this.#one(linked);
    const id = this.#id(kind) ?? 0;
    const roll = this.#random();
    if (roll < 0.25) return { does: 'read', kind, id };
    const edge = this.#edge(kind === 'posts' ? 'tags' : 'posts');
    return { does: 'update', kind, id, body: { ...(roll < 0.75 ? this.#fields(kind) : {}), ...edge } };
  }

  #nextOfAll(): Operation {
    const kind = this.#one(kinds);
    const id = this.#id(kind);
    const roll = this.#random();
    if (id === undefined || this.#ids[kind].length < fewest[kind] || roll < 0.04)
      return this.#create(kind, this.#createdEdges(kind));
    if (roll < 0.08) return { does: 'delete', kind, id };
    if (roll < 0.3) return { does: 'read', kind, id };
    if (roll < 0.4) return { does: 'list', kind, page: roll < 0.37 ? 1 : 2 };
    const post = this.#id('posts');
    if (roll < 0.46 && post !== undefined)
      return { does: 'follow', edge: this.#one(['comments', 'tags']), id: post };
    return { does: 'update', kind, id, body: this.#changes(kind) };
  }

  made(kind: Kind, id: number): void {
    this.#ids[kind].push(id);
  }

  /** Mostly forgotten: now and then it is asked for again. */
  gone(kind: Kind, id: number): void {
    if (this.#random() < 0.8) this.#ids[kind] = this.#ids[kind].filter((other) => other !== id);
  }

  #create(kind: Kind, edges: Body): Operation {
    return { does: 'create', kind, id: null, body: { ...this.#fields(kind), ...edges } };
  }

  #createdEdges(kind: Kind): Body {
    switch (kind) {
      case 'posts':
        return { tags: this.#some('tags') };
      case 'tags':
        return { posts: this.#some('posts') };
      case 'comments':
        return { post: this.#id('posts') ?? null };
    }
  }

  /** Fields, edges, or both at once. */
  #changes(kind: Kind): Body {
    const roll = this.#random();
    if (roll < 0.2) return this.#fields(kind);
    return { ...(roll < 0.7 ? this.#fields(kind) : {}), ...this.#edges(kind) };
  }

  /** A text that no other operation writes. */
  #fields(kind: Kind): Body {
    const text = `${kind[0] ?? ''}${++this.#texts}`;
    if (kind === 'posts') return { title: text, text };
    return kind === 'tags' ? { name: text } : { note: text };
  }

  #edges(kind: Kind): Body {
    switch (kind) {
      case 'posts': {
        const both = this.#random() < 0.3;
        const tags = this.#edge('tags');
        return both
          ? { ...tags, ...this.#edge('comments') }
          : this.#random() < 0.7
            ? tags
            : this.#edge('comments');
      }
      case 'tags':
        return this.#edge('posts');
      case 'comments':
        return { post: this.#random() < 0.3 ? null : (this.#id('posts') ?? null) };
    }
  }

  #edge(kind: Kind): Body {
    const key = this.#one([kind, kind, `add_${kind}`, `remove_${kind}`] as const);
    const ids = this.#some(kind);
    // An addition of nothing is no change.
    const id = this.#id(kind);
    return key === kind || id === undefined ? { [kind]: ids } : { [key]: [id] };
  }

  #some(kind: Kind): number[] {
    return this.#ids[kind].filter(() => this.#random() < 0.4);
  }

  #id(kind: Kind): number | undefined {
    const ids = this.#ids[kind];
    return ids[Math.floor(this.#random() * ids.length)];
  }

  #one<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T;
  }
}
