// What clients do on a board, and the requests for it.

export type Kind = 'posts' | 'tags' | 'comments';

/** Members of bodies: fields, and edges by the ids they lead to. */
export interface Body {
  readonly title?: string;
  readonly text?: string;
  readonly name?: string;
  readonly note?: string;
  readonly post?: number | null;
  readonly comments?: readonly number[];
  readonly add_comments?: readonly number[];
  readonly remove_comments?: readonly number[];
  readonly tags?: readonly number[];
  readonly add_tags?: readonly number[];
  readonly remove_tags?: readonly number[];
  readonly posts?: readonly number[];
  readonly add_posts?: readonly number[];
  readonly remove_posts?: readonly number[];
}

export type Operation =
  /** `id` is the one that the database made, once it is known. */
  | { readonly does: 'create'; readonly kind: Kind; readonly id: number | null; readonly body: Body }
  | { readonly does: 'update'; readonly kind: Kind; readonly id: number; readonly body: Body }
  | { readonly does: 'delete'; readonly kind: Kind; readonly id: number }
  | { readonly does: 'read'; readonly kind: Kind; readonly id: number }
  | { readonly does: 'list'; readonly kind: Kind; readonly page: number }
  /** Of a post. */
  | { readonly does: 'follow'; readonly edge: 'comments' | 'tags'; readonly id: number };

/** Fewer than a board may have, so that there is more than one page. */
export const rowsPerPage = 3;

export interface Request {
  readonly method: string;
  readonly target: string;
  readonly body?: unknown;
}

export function requestOf(board: number, operation: Operation): Request {
  switch (operation.does) {
    case 'create':
      return { method: 'POST', target: `/${operation.kind}`, body: { board, ...operation.body } };
    case 'update':
      return { method: 'PATCH', target: `/${operation.kind}/${operation.id}`, body: operation.body };
    case 'delete':
      return { method: 'DELETE', target: `/${operation.kind}/${operation.id}` };
    case 'read':
      return { method: 'GET', target: `/${operation.kind}/${operation.id}` };
    case 'list':
      return {
        method: 'GET',
        target: `/${operation.kind}?board.eq=${board}&per_page=${rowsPerPage}&page=${operation.page}`,
      };
    case 'follow':
      return { method: 'GET', target: `/posts/${operation.id}/${operation.edge}` };
  }
}
