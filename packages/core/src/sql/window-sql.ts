// The window of a list: how many of its rows are read and counted.
import type { SelectShape } from '../plan/plan.js';
import { asIs, type Binder } from './statement.js';
import type { SqlContext } from './table-sql.js';

/** The slot of the maximum of a count; null where all rows are counted. */
export function getCountSlot({ count, window }: SelectShape): number | null {
  return count === 'limited' && window.kind === 'page' ? window.offsetSlot + 1 : null;
}

/** ` LIMIT ... OFFSET ...`, or nothing. Binds placeholders. */
export function compileWindow({ dialect }: SqlContext, binder: Binder, shape: SelectShape): string {
  const { window } = shape;
  const { hideLimit } = dialect;
  // Where rows are sorted, planning again for each limit pays: an index may return them in order.
  const hidden = hideLimit && isInKeyOrder(shape) ? hideLimit : (placeholder: string) => placeholder;
  const limit = (slot: number) => hidden(binder.bind(slot, asIs));
  switch (window.kind) {
    case 'page':
      return ` LIMIT ${limit(window.limitSlot)} OFFSET ${limit(window.offsetSlot)}`;
    case 'capped':
      return ` LIMIT ${limit(window.limitSlot)}`;
    case 'one':
    case 'all':
      return '';
  }
}

function isInKeyOrder({ subject, sort }: SelectShape): boolean {
  return sort.every(({ sort: by }) => by.by === 'field' && subject.key.includes(by.field));
}
