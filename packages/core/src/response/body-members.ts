// The members of an entity that a failed statement wrote, and their places in a body.
import type { EntityModel } from '../model/api-model.js';
import { toPointer } from '../vocabulary/json-pointer.js';
import type { Operation } from '../vocabulary/operation.js';

/** A field or an edge. */
export type Member = Pick<EntityModel['fields'][number], 'name' | 'settable'> &
  Partial<Pick<EntityModel['edges'][number], 'join'>>;

/** A body of an entity. */
interface WrittenBody {
  readonly entity: EntityModel;
  readonly operation: Operation;
}

/**
 * The visible members that columns belong to. A foreign key may be a field and an edge: then the one that the body can set. An
 * edge that only a part of its columns belongs to counts where no other member can be set: another target may not help.
 */
export function findMembers(body: WrittenBody, columns: readonly string[]): readonly Member[] {
  const found = [...new Set(columns.flatMap((column) => findMember(body, column) ?? []))];
  const whole = found.filter((member) => !isPartly(member, columns));
  return whole.some((member) => isSettable(member, body.operation)) ? whole : found;
}

function isPartly(member: Member, columns: readonly string[]): boolean {
  return member.join?.kind === 'own' && !member.join.columns.every((column) => columns.includes(column));
}

function findMember(
  { entity: { fields, edges }, operation }: WrittenBody,
  column: string,
): Member | undefined {
  const shown: readonly Member[] = [
    ...fields.filter((field) => field.column === column),
    ...edges.filter(({ join }) => join.kind === 'own' && join.columns.includes(column)),
  ];
  return shown.find((member) => isSettable(member, operation)) ?? shown[0];
}

/** The pointers to those members that the body can set. */
export function listPointers(members: readonly Member[], operation: Operation): readonly string[] {
  return members.filter((member) => isSettable(member, operation)).map(({ name }) => toPointer(name));
}

/** The pointers to all members that a body can set. */
export function listSettablePointers(
  { fields, edges }: EntityModel,
  operation: Operation,
): readonly string[] {
  return listPointers([...fields, ...edges], operation);
}

/** By the body that the request has, or would have. */
function isSettable({ settable }: Member, operation: Operation): boolean {
  return settable[operation === 'update' ? 'update' : 'create'];
}
