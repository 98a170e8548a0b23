// Collects every fault of a request, so that one answer names them all.
import { ApiError, mostFaults, type Fault } from '../errors.js';
import { idText } from './id-value.js';

/** The faults of one request, as many as one answer lists. A class: an object with a getter takes 2 µs to make. */
export class Faults {
  readonly #found: Fault[];

  /** A list that starts with the faults found so far. */
  constructor(initial: readonly Fault[] = []) {
    this.#found = initial.slice(0, mostFaults);
  }

  /** Whether the list is full: further checks are pointless. */
  get isFull(): boolean {
    return this.#found.length >= mostFaults;
  }

  add(fault: Fault): void {
    if (!this.isFull) this.#found.push(fault);
  }

  /** Whether there is a fault at this place of the body. */
  at(pointer: string): boolean {
    return this.#found.some((fault) => pointerOf(fault) === pointer);
  }

  /** Replaces the details of the faults at this place, unless the list is empty. */
  reword(pointer: string, details: readonly string[]): void {
    const found = this.#found;
    const at = found.findIndex((fault) => pointerOf(fault) === pointer);
    const first = found[at];
    if (!first || details.length === 0) return;
    const others = found.filter((fault) => pointerOf(fault) !== pointer);
    others.splice(at, 0, ...details.map((detail) => ({ ...first, detail })));
    found.splice(0, found.length, ...others.slice(0, mostFaults));
  }

  /** Whether there is a fault at this place of the body or inside it. */
  within(pointer: string): boolean {
    return this.#found.some((fault) => {
      const place = pointerOf(fault);
      return place === pointer || place?.startsWith(`${pointer}/`);
    });
  }

  /** Throws `invalid_request` with all faults when there is any. */
  raise(): void {
    const faults = this.#found;
    if (faults.length > 0) throw new ApiError('invalid_request', { detail: summary(faults), faults });
  }
}

function pointerOf(fault: Fault): string | undefined {
  return 'pointer' in fault ? fault.pointer : undefined;
}

function summary(faults: readonly Fault[]): string {
  if (faults.length >= mostFaults) return `The request has at least ${mostFaults} faults.`;
  return faults.length === 1 && faults[0] ? faults[0].detail : `The request has ${faults.length} faults.`;
}

/** Ids of the client's, as many as a sentence takes. */
export function listed(ids: readonly unknown[]): string {
  const more = ids.length - 10;
  const shown = ids.slice(0, 10).map(idText).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** A name of the client's, short enough to be echoed. */
export function shortened(name: string): string {
  return name.length <= 64 ? name : `${name.slice(0, 64)}…`;
}
