// Collects the faults of a request, so that one answer reports all of them.
import { ApiError, isProblemCode, maxFaults, type Fault, type FaultCode } from '../errors.js';
import { formatId } from './id-value.js';

/** The faults of one request, up to the number that one answer lists. A class, as an object with a getter costs 2 µs. */
export class Faults {
  readonly #found: Fault[];

  /** Starts with the faults that parsing found. */
  constructor(initial: readonly Fault[] = []) {
    this.#found = initial.slice(0, maxFaults);
  }

  /** Whether the list is full: further checks are pointless. */
  get isFull(): boolean {
    return this.#found.length >= maxFaults;
  }

  /** How many there are so far. */
  get count(): number {
    return this.#found.length;
  }

  add(fault: Fault): void {
    if (!this.isFull) this.#found.push(fault);
  }

  /** Whether this place in the body has a fault. */
  hasFaultAt(pointer: string): boolean {
    return this.#found.some((fault) => getPointer(fault) === pointer);
  }

  /** The faults at this place in the body. */
  listAt(pointer: string): readonly Extract<Fault, { readonly pointer: string }>[] {
    return this.#found.flatMap((fault) =>
      'pointer' in fault && getPointer(fault) === pointer ? [fault] : [],
    );
  }

  /** Replaces the faults at this place, which has some. */
  replaceAt(pointer: string, faults: readonly Fault[]): void {
    const found = this.#found;
    const at = found.findIndex((fault) => getPointer(fault) === pointer);
    const others = found.filter((fault) => getPointer(fault) !== pointer);
    others.splice(at, 0, ...faults);
    found.splice(0, found.length, ...others.slice(0, maxFaults));
  }

  /** Whether this place in the body, or a place inside it, has a fault. */
  hasFaultWithin(pointer: string): boolean {
    return this.#found.some((fault) => {
      const place = getPointer(fault);
      return place === pointer || place?.startsWith(`${pointer}/`);
    });
  }

  /** Adds faults that differ from all so far. `move` returns a fault as one of this list, or null to leave it out. */
  addMoved(others: Faults, move: (fault: Fault) => Fault | null): void {
    if (others.count === 0 || this.isFull) return;
    const known = new Set(this.#found.map((fault) => JSON.stringify(fault)));
    for (const fault of others.#found) {
      const moved = move(fault);
      if (moved && !known.has(JSON.stringify(moved))) this.add(moved);
    }
  }

  /** Adds the faults of other checks of the same body that differ from all so far. */
  addDistinct(others: Faults): void {
    this.addMoved(others, (fault) => fault);
  }

  /** Adds the faults of a part of the body that differ from all so far. `place` is the pointer to the part. */
  addWithin(place: string, part: Faults): void {
    this.addMoved(part, (fault) => moveFault(fault, place));
  }

  /** Throws `invalid_request` with all faults, if any. */
  throwIfAny(): void {
    const faults = this.#found;
    if (faults.length > 0) throw new ApiError('invalid_request', { detail: summarizeFaults(faults), faults });
  }
}

/** A place in the body; undefined for a fault of a parameter or a header. */
export function getPointer(fault: Fault): string | undefined {
  return 'pointer' in fault && !('parameter' in fault) ? fault.pointer : undefined;
}

function summarizeFaults(faults: readonly Fault[]): string {
  if (faults.length >= maxFaults) return `The request has at least ${maxFaults} faults.`;
  return faults.length === 1 && faults[0] ? faults[0].detail : `The request has ${faults.length} faults.`;
}

/** A fault of a part of the body as one of the whole. `place` is the pointer to the part. */
export function moveFault(fault: Fault, place: string): Fault {
  const pointer = getPointer(fault);
  return pointer === undefined ? fault : { ...fault, pointer: `${place}${pointer}` };
}

/**
 * The error of a part of the body as one of the whole. A problem of the request that has no faults gets one, which names the
 * part.
 */
export function moveErrorWithin(error: ApiError, place: string): ApiError {
  const { code, own, status, title, detail, headers, cause } = error;
  const problem = own ?? (isProblemCode(code) ? code : null);
  if (!problem || status >= 500) return error;
  const faults =
    error.faults.length > 0
      ? error.faults.map((fault) => moveFault(fault, place))
      : [{ pointer: place, code: faultOfStatus.get(status) ?? 'invalid', detail: detail ?? `${title}.` }];
  return new ApiError(problem, { ...(detail === undefined ? {} : { detail }), faults, headers, cause });
}

const faultOfStatus: ReadonlyMap<number, FaultCode> = new Map([
  [403, 'not_allowed'],
  [404, 'not_found'],
  [409, 'conflict'],
]);

/** The first ten ids of the client, for a sentence. */
export function listIds(ids: readonly unknown[]): string {
  const more = ids.length - 10;
  const shown = ids.slice(0, 10).map(formatId).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
