// The answers to creates and updates of rows, kept in a file that is on the disk before the request is
// sent, and compared with what the database holds. Each value says which edges go with it: a half-made write shows.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { HttpClient } from '../support/http-client.js';

/** A pet as the database holds it: its name, and the ids of its categories in order. */
export interface StoredPet {
  readonly id: number;
  readonly name: string;
  readonly categories: string;
}

type Line =
  | { readonly client: string; readonly intent: string }
  | { readonly client: string; readonly done: string; readonly id: number };

/** What a client of one round did last: the value that is there for certain, and the one that may be. */
interface Row {
  id?: number;
  done?: string;
  intent?: string;
}

const clients = 16;
/** A client creates a pet, changes it so often, and goes on to the next. */
const changes = 4;

export class RowLedger {
  readonly #file: string;
  readonly #descriptor: number;
  acknowledged = 0;
  tried = 0;

  constructor(file: string) {
    this.#file = file;
    this.#descriptor = openSync(file, 'a');
  }

  /** Each client goes on until a request has no answer. */
  async write(http: HttpClient, round: number): Promise<void> {
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let pet = 0; await this.#onePet(http, `${round}.${client}.${pet}`); pet++);
      }),
    );
    http.close();
  }

  async #onePet(http: HttpClient, client: string): Promise<boolean> {
    let id: number | undefined;
    for (let change = 0; change <= changes; change++) {
      id = await this.#send(http, client, `w${client}-${change}`, id);
      if (id === undefined) return false;
    }
    return true;
  }

  /** Answers the id of the pet; undefined when there was no answer. */
  async #send(
    http: HttpClient,
    client: string,
    name: string,
    id: number | undefined,
  ): Promise<number | undefined> {
    const body = { name, categories: categoriesOf(name) };
    this.#append({ client, intent: name });
    this.tried++;
    const sent =
      id === undefined
        ? http.send('POST', '/pets', { body: { ...body, age: 1, type: 'DOG' } })
        : http.send('PATCH', `/pets/${id}`, { body });
    const answer = await sent.catch(() => undefined);
    if (!answer) return undefined;
    if (answer.status >= 300) throw new Error(`${name} -> ${answer.text}`);
    const { id: given } = answer.json as { id: number };
    this.#append({ client, done: name, id: given });
    this.acknowledged++;
    return given;
  }

  #append(line: Line): void {
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#descriptor);
  }

  /** Where the file and the database disagree. */
  disagreements(stored: readonly StoredPet[]): string[] {
    const names = new Set(stored.map(({ name }) => name));
    const byId = new Map(stored.map((pet) => [pet.id, pet]));
    const rows = this.#rows();
    const allowed = new Set(rows.flatMap(({ done, intent }) => [done, intent]));
    return [
      ...rows.flatMap((row) => lost(row, byId)),
      ...stored
        .filter(({ name }) => !allowed.has(name))
        .map(({ name }) => `${name} was replaced, or never sent`),
      ...(names.size < stored.length ? ['a name is there twice'] : []),
      ...stored
        .filter(({ name, categories }) => categories !== categoriesOf(name).join())
        .map(({ name, categories }) => `${name} has the categories ${categories}`),
    ];
  }

  /** As the file has them. */
  #rows(): readonly Row[] {
    const rows = new Map<string, Row>();
    for (const text of readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)) {
      const line = JSON.parse(text) as Line;
      const row = rows.get(line.client) ?? {};
      if ('intent' in line) row.intent = line.intent;
      else Object.assign(row, { id: line.id, done: line.done });
      rows.set(line.client, row);
    }
    return [...rows.values()];
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** The acknowledged value is there, or the one that was sent after it and not answered. */
function lost({ id, done, intent }: Row, stored: ReadonlyMap<number, StoredPet>): string[] {
  if (id === undefined || done === undefined) return [];
  const name = stored.get(id)?.name;
  return name === done || name === intent ? [] : [`${done} is lost: there is ${name ?? 'no row'}`];
}

/** Two of the twenty categories, others for every change. */
function categoriesOf(name: string): readonly number[] {
  const sum = Buffer.from(name).reduce((total, byte) => total + byte, 0);
  return [1 + (sum % 10), 11 + (sum % 10)];
}
