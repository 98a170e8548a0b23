// Random keys of one to three columns of every kind that can be a key: requests by id, edges and filters answer as a model of
// Maps does, on all databases alike.
import fc from 'fast-check';
import type { Answer } from '../support/http-client.js';
import { contentOf, edgesOf, type EntityJson } from '../support/collection.js';
import { directStage, type DirectStage } from '../support/direct-stage.js';
import { holds, samples } from '../support/property.js';
import { databaseNames } from '../support/test-database.js';
import { declarePlaces, idOf, keyCase, largeNumberCase, type KeyCase } from './composite-key-cases.js';

type Key = readonly unknown[];

/** A request, by the numbers of keys, visits and tags. */
type Step =
  | { readonly do: 'create' | 'read' | 'delete' | 'is'; readonly key: number }
  | { readonly do: 'update'; readonly key: number; readonly note: string | null }
  | { readonly do: 'visit' | 'tagged'; readonly key: number | null; readonly number: number }
  | { readonly do: 'add' | 'remove' | 'tags'; readonly key: number; readonly numbers: readonly number[] };

const key = fc.nat(5);
const numbers = fc.uniqueArray(fc.nat(3), { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('create' as const, 'create' as const, 'read', 'delete', 'is'), key }),
  fc.record({ do: fc.constant('update' as const), key, note: fc.constantFrom('a', null) }),
  fc.record({ do: fc.constantFrom('visit' as const, 'tagged'), key: fc.option(key), number: fc.nat(3) }),
  fc.record({ do: fc.constantFrom('add' as const, 'remove', 'tags'), key, numbers }),
);

const words = ['x', 'y'];

/** Rows in memory. Visits are numbered from 1. */
class Model {
  readonly notes = new Map<string, string | null>();
  readonly visits: (string | null)[] = [];
  readonly tags = new Map<string, Set<string>>();

  visitsOf(id: string): number[] {
    return this.visits.flatMap((of, at) => (of === id ? at + 1 : []));
  }
}

const cases = [...samples(keyCase, 8), ...samples(largeNumberCase, 1)];

describe.each(databaseNames)('%s', (name) => {
  const stage = directStage(name, {
    entities: cases.flatMap(declarePlaces),
    options: { defaultFilterID: true },
    fill: () => Promise.resolve(),
  });

  test.each(
    cases.map(
      (each, number) =>
        [each.columns.map(({ options }) => nameOf(options.type)).join(', '), number, each] as const,
    ),
  )('a key of %s', async (_, number, each) => {
    let requests = 0;
    await holds(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        await stage.database.empty();
        const run = new Run(stage, each, number);
        await run.begin();
        for (const one of steps) await run.take(one);
        await run.compareAll();
        await run.findAll();
        requests += steps.length + 5;
      }),
      12,
    );
    process.stdout.write(`${name}: ${requests} requests by ids of ${each.columns.length} columns\n`);
  });
});

function nameOf(type: unknown): string {
  return typeof type === 'function' ? type.name : String(type);
}

/** One sequence of requests, beside its model. */
class Run {
  readonly #model = new Model();
  readonly #keys: readonly Key[];
  readonly #paths: { readonly places: string; readonly visits: string; readonly tags: string };

  constructor(
    private readonly stage: DirectStage,
    { keys }: KeyCase,
    number: number,
  ) {
    this.#keys = keys;
    const path = (entity: string) =>
      `/${stage.client.model.entities.find(({ name }) => name === `${entity}${number}`)?.path ?? ''}`;
    this.#paths = { places: path('Place'), visits: path('Visit'), tags: path('Tag') };
  }

  async begin(): Promise<void> {
    for (const word of words) {
      await this.#expect(201, this.stage.client.post(this.#paths.tags, { word }));
      this.#model.tags.set(word, new Set());
    }
    for (let made = 0; made < 3; made++) {
      await this.#expect(201, this.stage.client.post(this.#paths.visits, {}));
      this.#model.visits.push(null);
    }
  }

  async take(one: Step): Promise<void> {
    const at = one.key === null ? null : one.key % this.#keys.length;
    const given = at === null ? [] : (this.#keys[at] ?? []);
    const id = at === null ? null : idOf(given);
    const sent = given.length === 1 ? given[0] : id;
    if (one.do === 'visit') return this.#visit(id, sent, one.number);
    if (one.do === 'tagged') return this.#tagged(id, sent, one.number);
    if (id === null) return;
    switch (one.do) {
      case 'create':
        return this.#create(id, given);
      case 'read':
        return this.#expect(this.#status(id), this.stage.client.get(this.#path(id)));
      case 'is':
        return this.#filter(id);
      case 'update':
        return this.#update(id, one.note);
      case 'delete':
        return this.#delete(id);
      case 'add':
      case 'remove':
        return this.#change(id, one.do, one.numbers);
      case 'tags':
        return this.#setTags(id, one.numbers);
    }
  }

  async compareAll(): Promise<void> {
    const { client } = this.stage;
    const places = contentOf(await client.get(`${this.#paths.places}?per_page=100`));
    expect(new Map(places.map((place) => [this.#idIn(place), this.#shown(place)]))).toEqual(
      new Map(
        [...this.#model.notes].map(([id, note]) => [
          id,
          {
            note,
            visits: this.#model.visitsOf(id),
            tags: words.filter((word) => this.#tagsOf(word).has(id)),
          },
        ]),
      ),
    );
    const visits = contentOf(await client.get(`${this.#paths.visits}?per_page=100`));
    expect(visits.map((visit) => this.#idIn(edgesOf(visit).place as EntityJson | null))).toEqual(
      this.#model.visits,
    );
    const tags = contentOf(await client.get(this.#paths.tags));
    for (const tag of tags)
      expect((edgesOf(tag).places as EntityJson[]).map((place) => this.#idIn(place)).sort()).toEqual(
        [...this.#tagsOf(String(tag.word))].sort(),
      );
  }

  /** Creates all rows, so that each is found beside its neighbour. */
  async findAll(): Promise<void> {
    for (const key of this.#keys) await this.#create(idOf(key), key);
    for (const key of this.#keys) await this.#filter(idOf(key));
  }

  async #create(id: string, given: Key): Promise<void> {
    const body = Object.fromEntries(given.map((value, at) => [`part${at}`, value]));
    const answer = await this.stage.client.post(this.#paths.places, body);
    expect(answer.status).toBe(this.#model.notes.has(id) ? 409 : 201);
    if (answer.status !== 201) return;
    this.#model.notes.set(id, null);
    expect(decodeURIComponent(String(answer.headers.location).slice(this.#paths.places.length + 1))).toBe(id);
  }

  async #update(id: string, note: string | null): Promise<void> {
    await this.#expect(this.#status(id), this.stage.client.patch(this.#path(id), { note }));
    if (this.#model.notes.has(id)) this.#model.notes.set(id, note);
  }

  async #delete(id: string): Promise<void> {
    const status = this.#model.visits.includes(id) ? 409 : this.#model.notes.has(id) ? 204 : 404;
    await this.#expect(status, this.stage.client.delete(this.#path(id)));
    if (status !== 204) return;
    this.#model.notes.delete(id);
    for (const places of this.#model.tags.values()) places.delete(id);
  }

  /** `sent` is the id as a body has it: of a key of one column its value, which need not be a text. */
  async #visit(id: string | null, sent: unknown, number: number): Promise<void> {
    const status = number > 2 ? 404 : id === null || this.#model.notes.has(id) ? 200 : 400;
    await this.#expect(
      status,
      this.stage.client.patch(`${this.#paths.visits}/${number + 1}`, { place: sent }),
    );
    if (status === 200) this.#model.visits[number] = id;
  }

  async #tagged(id: string | null, sent: unknown, number: number): Promise<void> {
    const word = words[number];
    if (word === undefined) return;
    const status = id === null || this.#model.notes.has(id) ? 200 : 400;
    const ids = id === null ? [] : [sent];
    await this.#expect(status, this.stage.client.patch(`${this.#paths.tags}/${word}`, { add_places: ids }));
    if (status === 200 && id !== null) this.#tagsOf(word).add(id);
  }

  async #change(id: string, mode: 'add' | 'remove', numbers: readonly number[]): Promise<void> {
    const ids = numbers.map((number) => number + 1);
    const owners = numbers.map((number) => this.#model.visits[number]);
    const belongs = mode === 'add' && owners.some((owner) => owner !== null && owner !== id);
    const status = !this.#model.notes.has(id) ? 404 : owners.includes(undefined) ? 400 : belongs ? 409 : 200;
    await this.#expect(status, this.stage.client.patch(this.#path(id), { [`${mode}_visits`]: ids }));
    if (status !== 200) return;
    for (const number of numbers) {
      if (mode === 'add') this.#model.visits[number] = id;
      else if (this.#model.visits[number] === id) this.#model.visits[number] = null;
    }
  }

  async #setTags(id: string, numbers: readonly number[]): Promise<void> {
    const tags = numbers.flatMap((number) => words[number] ?? []);
    await this.#expect(this.#status(id), this.stage.client.patch(this.#path(id), { tags }));
    if (!this.#model.notes.has(id)) return;
    for (const word of words) {
      if (tags.includes(word)) this.#tagsOf(word).add(id);
      else this.#tagsOf(word).delete(id);
    }
  }

  async #filter(id: string): Promise<void> {
    const name = this.#keys[0]?.length === 1 ? 'part0' : 'id';
    const found = async (query: string) =>
      contentOf(await this.stage.client.get(`${this.#paths.places}?per_page=100&${query}`)).map((place) =>
        this.#idIn(place),
      );
    const all = [...this.#model.notes.keys()];
    const text = encodeURIComponent(id);
    expect(await found(`${name}.eq=${text}`)).toEqual(all.filter((other) => other === id));
    // A boolean is tested for equality only.
    if (!this.#hasFilter(`${name}.neq`)) return;
    expect((await found(`${name}.neq=${text}`)).sort()).toEqual(all.filter((other) => other !== id).sort());
    const others = this.#keys.slice(0, 2).map(idOf);
    const list = (test: string) =>
      [id, ...others].map((each) => `${name}.${test}=${encodeURIComponent(each)}`).join('&');
    const isListed = (other: string) => other === id || others.includes(other);
    expect((await found(list('in'))).sort()).toEqual(all.filter(isListed).sort());
    expect((await found(list('notIn'))).sort()).toEqual(all.filter((other) => !isListed(other)).sort());
    const answer = await this.stage.client.get(`${this.#path(id)}/visits`);
    const visited = answer.status === 404 ? null : contentOf(answer).map((visit) => visit.id);
    expect(visited).toEqual(this.#model.notes.has(id) ? this.#model.visitsOf(id) : null);
  }

  #hasFilter(name: string): boolean {
    const entity = this.stage.client.model.entities.find(({ path }) => `/${path}` === this.#paths.places);
    return entity?.filters.some((filter) => filter.name === name) === true;
  }

  #status(id: string): number {
    return this.#model.notes.has(id) ? 200 : 404;
  }

  #tagsOf(word: string): Set<string> {
    return this.#model.tags.get(word) ?? new Set();
  }

  #path(id: string): string {
    return `${this.#paths.places}/${encodeURIComponent(id)}`;
  }

  #idIn(place: EntityJson | null): string | null {
    if (place === null) return null;
    return idOf((this.#keys[0] ?? []).map((_, at) => place[`part${at}`]));
  }

  #shown(place: EntityJson) {
    const { visits, tags } = edgesOf(place);
    return {
      note: place.note,
      visits: (visits as EntityJson[]).map(({ id }) => id),
      tags: (tags as EntityJson[]).map(({ word }) => word),
    };
  }

  async #expect(status: number, answering: Promise<Answer>): Promise<void> {
    const answer = await answering;
    expect({ status: answer.status, body: answer.text }).toEqual({ status, body: answer.text });
  }
}
