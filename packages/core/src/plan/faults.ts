// Collects every fault of a request, so that one answer names them all.
import { ApiError, type Fault } from '../errors.js';

/** Most faults one answer lists; a request with more is not worth more bytes. */
export const mostFaults = 100;

/** The faults of one request, at most 100. */
export interface Faults {
  add(fault: Fault): void;
  /** Whether there is a fault at this place of the body. */
  at(pointer: string): boolean;
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
    add: (fault) => {
      if (found.length < mostFaults) found.push(fault);
    },
    at: (place) => found.length > 0 && pointers().includes(place),
    within: (place) =>
      found.length > 0 && pointers().some((pointer) => pointer === place || pointer.startsWith(`${place}/`)),
    raise: () => {
      if (found.length > 0) throw new ApiError('invalid_request', { detail: summary(found), faults: found });
    },
  };
}

function summary(faults: readonly Fault[]): string {
  return faults.length === 1 && faults[0] ? faults[0].detail : `The request has ${faults.length} faults.`;
}

/** A name of the client's, short enough to be echoed. */
export function shortened(name: string): string {
  return name.length <= 64 ? name : `${name.slice(0, 64)}…`;
}
