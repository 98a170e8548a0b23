// What listeners and subscribers do to the documents of `before` events: they take changes back, and set values of their own.
import fc from 'fast-check';
import type { EntityManager } from 'typeorm';
import type { Document } from './observed-document-entities.js';

const columns = ['title', 'rank', 'tags', 'code'] as const;
const relations = ['media', 'cover'] as const;
const properties = [...columns, ...relations, 'size'] as const;

/** What one of those that are told does to a document that changes. */
export interface Reaction {
  readonly by: 'listener' | 'subscriber';
  /** Properties that get their stored values again. */
  readonly takeBack: readonly (typeof properties)[number][];
  readonly set: Readonly<Record<string, unknown>>;
}

const related = fc.constantFrom(null, { id: 1 }, { id: 2 });
export const reactions: fc.Arbitrary<Reaction> = fc.record({
  by: fc.constantFrom('listener', 'subscriber'),
  takeBack: fc.oneof(fc.constant(properties), fc.subarray([...properties])),
  set: fc.oneof(
    fc.constant({}),
    fc.record(
      {
        rank: fc.constantFrom(3, 9),
        tags: fc.constantFrom(['x'], ['set']),
        // Stored in upper case.
        code: fc.constantFrom('ab', 'AB'),
        secret: fc.constantFrom('s', null),
        authorId: fc.constantFrom(1, null),
        media: related,
        cover: related,
        // Of a class that has one.
        deletedAt: fc.constantFrom(new Date('2001-02-03T04:05:06Z'), null),
      },
      { requiredKeys: [] },
    ),
  ),
});

let current: Reaction | null = null;
let stored: Document | null = null;

/** Says what happens in the next write of a document that is stored, or of a new one. */
export async function prepareReaction(
  reaction: Reaction | null,
  manager?: EntityManager,
  row?: { readonly target: new () => Document; readonly id: number },
): Promise<void> {
  current = reaction;
  stored =
    manager && row
      ? await manager.findOneOrFail<Document>(row.target, {
          where: { id: row.id },
          relations: { cover: true },
          withDeleted: true,
        })
      : null;
}

/** Whether a document differs from the stored one: the API tells of updates that change nothing, too. */
export function isChanged(document: Document): boolean {
  if (!stored) return true;
  const toText = (each: Document) => JSON.stringify(columns.map((name) => each[name]));
  const { size, ...before } = stored;
  return (
    toText(document) !== toText(stored) ||
    relations.some((name) => document[name] !== undefined && document[name]?.id !== before[name]?.id) ||
    document.size.width !== size.width
  );
}

export function react(document: Document, by: Reaction['by']): void {
  if (current?.by !== by || !isChanged(document)) return;
  if (stored) for (const property of current.takeBack) takeBack(document, stored, property);
  const { deletedAt, ...others } = current.set;
  Object.assign(document, others);
  if (deletedAt !== undefined && 'deletedAt' in document) Object.assign(document, { deletedAt });
}

function takeBack(document: Document, before: Document, property: Reaction['takeBack'][number]): void {
  if (property === 'size') document.size.width = before.size.width;
  else if (document[property] !== undefined) Object.assign(document, { [property]: before[property] });
}

/** TypeORM's `save()` stores a relation even if it is taken back. */
export async function storeRelations(manager: EntityManager, document: Document): Promise<void> {
  for (const relation of relations) {
    const value = document[relation];
    if (value === undefined) continue;
    await manager
      .createQueryBuilder()
      .relation(document.constructor, relation)
      .of(document.id)
      .set(value?.id ?? null);
  }
}
