// What the boats API should answer, worked out on Maps: conditional requests, bulk writes, creates under and with an edge,
// soft deletes and restores.

export interface BoatFields {
  readonly name: string;
  readonly rank: number | null;
}
export type BoatChange = Partial<BoatFields>;
interface Boat extends BoatFields {
  readonly version: number;
  readonly deleted: boolean;
}
interface Oar {
  readonly size: number;
  readonly version: number;
  readonly boat: number | null;
}
export interface NewOar {
  readonly id: number;
  readonly size: number;
}
export interface NewBoat extends BoatChange {
  readonly id: number;
  readonly name: string;
  /** Oars that exist, and new ones. */
  readonly oars?: readonly (number | NewOar)[];
}
export interface BoatUpdate extends BoatChange {
  readonly oars?: readonly number[];
  readonly add_oars?: readonly number[];
  readonly remove_oars?: readonly number[];
}

/** Which boats a bulk request is for. */
export interface Selection {
  readonly name?: string;
  readonly rank?: number | null;
  readonly ids?: readonly number[];
  readonly maxAffected?: number;
}

/** The condition of a write, by what its header says. */
export type Condition =
  | { readonly kind: 'none' | 'any' | 'absent' }
  | { readonly kind: 'versions'; readonly versions: readonly number[] };

/** An answer: the status, and the body of a success. */
export interface Outcome {
  readonly status: number;
  readonly json?: unknown;
}

/** Ends a request that leaves nothing done. */
class Refusal extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`);
  }
}

export class BoatModel {
  #boats = new Map<number, Boat>();
  #oars = new Map<number, Oar>();

  create(boat: NewBoat): Outcome {
    return this.#attempt(() => {
      this.#insert(boat);
      return { status: 201, json: this.#show(boat.id) };
    });
  }

  createMany(boats: readonly NewBoat[]): Outcome {
    return this.#attempt(() => {
      for (const boat of boats) this.#insert(boat);
      return { status: 201, json: boats.map(({ id }) => this.#show(id)) };
    });
  }

  /** A create under the boat. */
  createOar(boat: number, oar: NewOar): Outcome {
    return this.#attempt(() => {
      this.#require(boat);
      this.#insertOar(oar, boat);
      return { status: 201, json: this.#showOar(oar.id) };
    });
  }

  update(id: number, change: BoatUpdate, condition: Condition): Outcome {
    return this.#attempt(() => {
      requireMatch(this.#require(id), condition);
      this.#change(id, change);
      return { status: 200, json: this.#show(id) };
    });
  }

  updateMany(items: readonly (BoatUpdate & { readonly id: number })[]): Outcome {
    return this.#attempt(() => {
      const ids = items.map(({ id }) => id);
      if (new Set(ids).size < ids.length) throw new Refusal(400);
      for (const { id, ...change } of [...items].sort((a, b) => a.id - b.id)) {
        if (!this.#isShown(id)) throw new Refusal(400);
        this.#change(id, change);
      }
      return { status: 200, json: { affected: items.length } };
    });
  }

  updateWhere(selection: Selection, change: BoatChange): Outcome {
    return this.#attempt(() => {
      const ids = this.#select(selection);
      for (const id of ids) this.#boats.set(id, raise({ ...this.#require(id), ...change }));
      this.#requireUniqueNames();
      return { status: 200, json: { affected: ids.length } };
    });
  }

  delete(id: number, condition: Condition): Outcome {
    return this.#attempt(() => {
      const boat = this.#require(id);
      requireMatch(boat, condition);
      this.#boats.set(id, raise({ ...boat, deleted: true }));
      return { status: 204 };
    });
  }

  deleteWhere(selection: Selection): Outcome {
    return this.#attempt(() => {
      const ids = this.#select(selection);
      for (const id of ids) this.#boats.set(id, raise({ ...this.#require(id), deleted: true }));
      return { status: 200, json: { affected: ids.length } };
    });
  }

  restore(id: number): Outcome {
    return this.#attempt(() => {
      const boat = this.#boats.get(id);
      if (!boat) throw new Refusal(404);
      if (boat.deleted) this.#boats.set(id, raise({ ...boat, deleted: false }));
      return { status: 200, json: this.#show(id) };
    });
  }

  read(id: number, deleted: 'with' | null): Outcome {
    const isFound = deleted === 'with' ? this.#boats.has(id) : this.#isShown(id);
    return isFound ? { status: 200, json: this.#show(id) } : { status: 404 };
  }

  list(deleted: 'with' | 'only' | null): Outcome {
    const shown = [...this.#boats].filter(
      ([, boat]) => deleted === 'with' || boat.deleted === (deleted === 'only'),
    );
    const content = toSorted(shown.map(([id]) => id)).map((id) => this.#show(id));
    const total_count = content.length;
    return { status: 200, json: { page: 1, total_count, last_page: 1, is_last_page: true, content } };
  }

  listOars(): Outcome {
    const content = toSorted([...this.#oars.keys()]).map((id) => this.#showOar(id));
    const total_count = content.length;
    return { status: 200, json: { page: 1, total_count, last_page: 1, is_last_page: true, content } };
  }

  /** All or nothing. */
  #attempt(work: () => Outcome): Outcome {
    const before = [new Map(this.#boats), new Map(this.#oars)] as const;
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      [this.#boats, this.#oars] = before;
      return { status: error.status };
    }
  }

  #isShown(id: number): boolean {
    return this.#boats.get(id)?.deleted === false;
  }

  #require(id: number): Boat {
    const boat = this.#boats.get(id);
    if (!boat || boat.deleted) throw new Refusal(404);
    return boat;
  }

  #insert({ id, name, rank = null, oars = [] }: NewBoat): void {
    const known = oars.filter((oar) => typeof oar === 'number');
    if (known.some((oar) => !this.#oars.has(oar))) throw new Refusal(400);
    if (this.#boats.has(id)) throw new Refusal(409);
    this.#boats.set(id, { name, rank, version: 1, deleted: false });
    this.#requireUniqueNames();
    for (const oar of oars)
      if (typeof oar === 'number') this.#take(id, oar);
      else this.#insertOar(oar, id);
  }

  #insertOar({ id, size }: NewOar, boat: number): void {
    if (this.#oars.has(id)) throw new Refusal(409);
    this.#oars.set(id, { size, boat, version: 1 });
  }

  #change(id: number, change: BoatUpdate): void {
    const { oars, add_oars = [], remove_oars = [], ...fields } = change;
    const boat = this.#require(id);
    const named = [...(oars ?? []), ...add_oars, ...remove_oars];
    if (named.some((oar) => !this.#oars.has(oar))) throw new Refusal(400);
    this.#boats.set(id, Object.keys(change).length > 0 ? raise({ ...boat, ...fields }) : boat);
    this.#requireUniqueNames();
    const isFreed = (oar: number) => (oars ? !oars.includes(oar) : remove_oars.includes(oar));
    for (const [oar, { boat: holder }] of this.#oars)
      if (holder === id && isFreed(oar)) this.#move(oar, null);
    for (const oar of [...(oars ?? []), ...add_oars]) this.#take(id, oar);
  }

  /** An oar of another boat is not taken. */
  #take(boat: number, oar: number): void {
    const holder = this.#oars.get(oar)?.boat ?? null;
    if (holder !== null && holder !== boat) throw new Refusal(409);
    if (holder === null) this.#move(oar, boat);
  }

  #move(id: number, boat: number | null): void {
    const oar = this.#oars.get(id);
    if (oar) this.#oars.set(id, raise({ ...oar, boat }));
  }

  #requireUniqueNames(): void {
    const names = [...this.#boats.values()].map(({ name }) => name);
    if (new Set(names).size < names.length) throw new Refusal(409);
  }

  #select({ name, rank, ids, maxAffected }: Selection): readonly number[] {
    const matching = [...this.#boats].filter(
      ([id, boat]) =>
        !boat.deleted &&
        (name === undefined || boat.name === name) &&
        (rank === undefined || boat.rank === rank) &&
        (ids === undefined || ids.includes(id)),
    );
    if (maxAffected !== undefined && matching.length > maxAffected) throw new Refusal(400);
    return matching.map(([id]) => id);
  }

  #show(id: number): object {
    const oars = [...this.#oars].filter(([, { boat }]) => boat === id).map(([oar]) => oar);
    return { ...this.#embed(id), edges: { oars: toSorted(oars).map((oar) => this.#embedOar(oar)) } };
  }

  #showOar(id: number): object {
    const boat = this.#oars.get(id)?.boat ?? null;
    const shown = boat !== null && this.#isShown(boat) ? this.#embed(boat) : null;
    return { ...this.#embedOar(id), edges: { boat: shown } };
  }

  #embed(id: number): object {
    const { name, rank, version } = this.#boats.get(id) ?? {};
    return { id, name, rank, version, edges: {} };
  }

  #embedOar(id: number): object {
    const { size, version } = this.#oars.get(id) ?? {};
    return { id, size, version, edges: {} };
  }
}

function requireMatch({ version }: Boat, condition: Condition): void {
  if (condition.kind === 'absent') throw new Refusal(412);
  if (condition.kind === 'versions' && !condition.versions.includes(version)) throw new Refusal(412);
}

function raise<T extends { readonly version: number }>(row: T): T {
  return { ...row, version: row.version + 1 };
}

function toSorted(ids: readonly number[]): number[] {
  return [...ids].sort((a, b) => a - b);
}
