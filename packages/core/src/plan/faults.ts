// Collects every fault of a request, so that one answer names them all.
import { ApiError, mostFaults, type Fault } from '../errors.js';

/** The faults of one request, as many as one answer lists. */
export interface Faults {
  /** Whether the list is full: further checks are pointless. */
  readonly isFull: boolean;
  add(fault: Fault): void;
  /** Whether there is a fault at this place of the body. */
  at(pointer: string): boolean;
  /** Replaces the details of the faults at this place, unless the list is empty. */
  reword(pointer: string, details: readonly string[]): void;
  /** Whether there is a fault at this place of the body or inside it. */
  within(pointer: string): boolean;
  /** Throws `invalid_request` with all faults when there is any. */
  raise(): void;
}

/** A list that starts with the faults found so far. */
export function faultList(initial: readonly Fault[] = []): Faults {
  const found = initial.slice(0, mostFaults);
  const pointers = () => found.flatMap((fault) => ('pointer' in fault ? fault.pointer : []));
  return {
    get isFull() {
      return found.length >= mostFaults;
    },
    add: (fault) => {
      if (found.length < mostFaults) found.push(fault);
    },
    at: (place) => found.length > 0 && pointers().includes(place),
    reword: (place, details) => {
      const at = found.findIndex((fault) => 'pointer' in fault && fault.pointer === place);
      const first = found[at];
      if (!first || details.length === 0) return;
      const others = found.filter((fault) => !('pointer' in fault) || fault.pointer !== place);
      others.splice(at, 0, ...details.map((detail) => ({ ...first, detail })));
      found.splice(0, found.length, ...others.slice(0, mostFaults));
    },
    within: (place) =>
      found.length > 0 && pointers().some((pointer) => pointer === place || pointer.startsWith(`${place}/`)),
    raise: () => {
      if (found.length > 0) throw new ApiError('invalid_request', { detail: summary(found), faults: found });
    },
  };
}

function summary(faults: readonly Fault[]): string {
  if (faults.length >= mostFaults) return `The request has at least ${mostFaults} faults.`;
  return faults.length === 1 && faults[0] ? faults[0].detail : `The request has ${faults.length} faults.`;
}

/** Ids of the client's, as many as a sentence takes. */
export function listed(ids: readonly unknown[]): string {
  const more = ids.length - 10;
  const shown = ids.slice(0, 10).map(String).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** A name of the client's, short enough to be echoed. */
export function shortened(name: string): string {
  return name.length <= 64 ? name : `${name.slice(0, 64)}…`;
}
