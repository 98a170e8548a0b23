// The option `leaveOut`, for creates: a class has none if a new row needs a value that no body can give, since its column or edge
// is left out, or if the new row could not be found again.
import type { Settings } from '../../options.js';
import type { EntityDraft } from './entity-draft.js';
import { findObservedWrites, type HookModel } from './hook-model.js';
import type { LeftOut } from './left-out.js';
import { findLostKey } from './lost-key.js';
import { resolveCreatable } from './operation-model.js';
import { findUnsetMembers } from './unset-members.js';

/**
 * The entities without creates that would fail whatever their body has. A listener or hook may give a value: then they stay.
 * `leftOut` is null without the option: then all stay.
 */
export function leaveOutCreates(
  drafts: readonly EntityDraft[],
  leftOut: readonly LeftOut[] | null,
  { hooks, settings }: { readonly hooks: HookModel; readonly settings: Settings },
): { readonly drafts: readonly EntityDraft[]; readonly creates: readonly LeftOut[] } {
  if (!leftOut) return { drafts, creates: [] };
  const creates = drafts.flatMap((draft) => {
    const isCreatable = resolveCreatable(draft.scanned, settings) === true;
    const fault = isCreatable ? findCreateFault(draft, leftOut, hooks) : null;
    return fault ? { entity: draft.name, operation: 'create' as const, ...fault } : [];
  });
  const closed = new Set(creates.map(({ entity }) => entity));
  return {
    drafts: drafts.map((draft) => ({
      ...draft,
      unservable: closed.has(draft.name) ? ['create' as const] : draft.unservable,
      edges: draft.edges.map((edge) => (closed.has(edge.target) ? { ...edge, creation: null } : edge)),
    })),
    creates,
  };
}

function findCreateFault(
  draft: EntityDraft,
  leftOut: readonly LeftOut[],
  hooks: HookModel,
): Pick<LeftOut, 'reason' | 'remedy'> | null {
  const { name, scanned } = draft;
  const lost = findLostKey(scanned.table);
  if (lost) return { reason: lost.problem, remedy: lost.remedy };
  if (findObservedWrites(scanned, hooks).create) return null;
  const isLeftOut = (property: string) =>
    leftOut.some(({ entity, member }) => entity === name && member === property);
  const unset = findUnsetMembers(draft, scanned).find(isLeftOut);
  return unset === undefined
    ? null
    : { reason: `every new row needs a value of ${unset}, which is left out.` };
}
