// Which rows belong together is what the database takes for equal, however their keys are spelled: by lists, reads, endpoints of
// edges, `include` and exports, as by TypeORM.
import fc from 'fast-check';
import { contentOf, edgesOf, entityOf, valuesOf, type EntityJson } from '../support/collection.js';
import { directStage, type DirectStage } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import { databaseNames } from '../support/test-database.js';
import { declareGenres, kindsOf, makeCollation, type SpelledKind } from './spelled-key-cases.js';

/** Which genre a film or a tag has, and which of the spellings its foreign key has. */
const link = fc.record({ to: fc.nat(3), spelled: fc.nat(7) });
const links = fc.record({
  films: fc.array(fc.option(link, { freq: 8 }), { maxLength: 8 }),
  tags: fc.array(fc.record({ from: link, to: link }), { maxLength: 8 }),
});

type Links = typeof links extends fc.Arbitrary<infer T> ? T : never;

describe.each(databaseNames.filter((name) => kindsOf(name).length > 0))('%s', (name) => {
  const kinds = kindsOf(name);
  const stage = directStage(name, {
    entities: kinds.flatMap(declareGenres),
    options: {},
    fill: async (dataSource) => {
      for (const [number, { isUndeclared }] of kinds.entries())
        if (isUndeclared) await makeCollation(dataSource, number);
    },
  });

  test.each(kinds.map((kind, number) => [kind.name, number, kind] as const))(
    'keys of %s',
    async (_, number, kind) => {
      const genres = new Genres(stage, kind, number);
      await holds(
        fc.asyncProperty(links, async (linked) => {
          await genres.write(linked);
          const related = await genres.find();
          expect(await genres.listed()).toEqual(related);
          expect(await genres.read()).toEqual(related);
          expect(await genres.included('films,tags')).toEqual(related);
          expect(await genres.included('films,tags', '&films.limit=20&tags.limit=20')).toEqual(related);
          expect(await genres.exported()).toEqual(related);
          expect(await genres.endpoints()).toEqual(related);
          expect(await genres.throughTags()).toEqual(await genres.filmsOfTags());
        }),
        4,
      );
    },
  );
});

/** The ids of films and tags by the id of their genre, sorted. */
type Related = Readonly<Record<string, readonly [films: readonly unknown[], tags: readonly unknown[]]>>;

class Genres {
  readonly #names: readonly [genre: string, film: string, tag: string];
  readonly #paths: readonly [genres: string, films: string, tags: string];

  constructor(
    private readonly stage: DirectStage,
    private readonly kind: SpelledKind,
    number: number,
  ) {
    const names = [`Genre${number}`, `Film${number}`, `Tag${number}`] as const;
    const pathOf = (entity: string) =>
      `/${stage.client.model.entities.find(({ name }) => name === entity)?.path ?? ''}`;
    this.#names = names;
    this.#paths = [pathOf(names[0]), pathOf(names[1]), pathOf(names[2])];
  }

  get #manager() {
    return this.stage.database.dataSource.manager;
  }

  async write({ films, tags }: Links): Promise<void> {
    const [genre, film, tag] = this.#names;
    await this.stage.database.empty();
    for (const entity of [genre, tag])
      for (const id of this.kind.keys) await this.#manager.getRepository(entity).insert({ id });
    for (const [id, link] of films.entries())
      await this.#manager.getRepository(film).insert({ id, genre: link && { id: this.#spell(link) } });
    const linked = new Set<string>();
    for (const { from, to } of tags) {
      const pair = `${this.#keyOf(from)} ${this.#keyOf(to)}`;
      if (linked.has(pair)) continue;
      linked.add(pair);
      const relation = this.#manager.createQueryBuilder().relation(genre, 'tags');
      await relation.of(this.#spell(from)).add(this.#spell(to));
    }
  }

  #keyOf({ to }: { readonly to: number }): string {
    return this.kind.keys[to % this.kind.keys.length] ?? '';
  }

  #spell(link: { readonly to: number; readonly spelled: number }): string {
    const spellings = this.kind.spellings(this.#keyOf(link));
    return spellings[link.spelled % spellings.length] ?? '';
  }

  /** By TypeORM, which joins in the database. */
  async find(): Promise<Related> {
    const rows = await this.#manager
      .getRepository(this.#names[0])
      .find({ relations: { films: true, tags: true } });
    return toRelated(rows, (row) => row);
  }

  async listed(): Promise<Related> {
    const rows = contentOf(await this.stage.client.get(`${this.#paths[0]}?per_page=100`));
    return toRelated(rows, edgesOf);
  }

  async read(): Promise<Related> {
    const rows: EntityJson[] = [];
    for (const id of await this.#ids()) rows.push(entityOf(await this.stage.client.get(this.#pathTo(id))));
    return toRelated(rows, edgesOf);
  }

  async included(include: string, more = ''): Promise<Related> {
    const target = `${this.#paths[0]}?per_page=100&include=${include}${more}`;
    return toRelated(contentOf(await this.stage.client.get(target)), edgesOf);
  }

  async exported(): Promise<Related> {
    const accept = { accept: 'application/x-ndjson' };
    const { text } = await this.stage.client.send('GET', this.#paths[0], undefined, accept);
    const lines = text.split('\n').filter((line) => line !== '');
    return toRelated(
      lines.map((line) => JSON.parse(line) as EntityJson),
      edgesOf,
    );
  }

  async endpoints(): Promise<Related> {
    const rows: EntityJson[] = [];
    for (const id of await this.#ids()) {
      const [films, tags] = [
        contentOf(await this.stage.client.get(`${this.#pathTo(id)}/films`)),
        contentOf(await this.stage.client.get(`${this.#pathTo(id)}/tags`)),
      ];
      rows.push({ id, films, tags });
    }
    return toRelated(rows, (row) => row);
  }

  /** The films of the genres of each tag: an edge below an edge. */
  async throughTags(): Promise<unknown> {
    const answer = await this.stage.client.get(
      `${this.#paths[2]}?per_page=20&include=genres.films&genres.limit=9&genres.films.limit=9`,
    );
    const films = (genre: EntityJson) => toIds(edgesOf(genre).films);
    return contentOf(answer)
      .map((tag) => [tag.id, (edgesOf(tag).genres as EntityJson[]).flatMap(films).sort()])
      .sort();
  }

  async filmsOfTags(): Promise<unknown> {
    const rows = await this.#manager
      .getRepository(this.#names[2])
      .find({ relations: { genres: { films: true } } });
    return rows
      .map(({ id, genres }: EntityJson) => [
        id,
        (genres as EntityJson[]).flatMap(({ films }) => toIds(films)).sort(),
      ])
      .sort();
  }

  async #ids(): Promise<readonly unknown[]> {
    return valuesOf(await this.stage.client.get(`${this.#paths[0]}?per_page=100`), 'id');
  }

  #pathTo(id: unknown): string {
    return `${this.#paths[0]}/${encodeURIComponent(String(id))}`;
  }
}

function toRelated(rows: readonly EntityJson[], edges: (row: EntityJson) => EntityJson): Related {
  return Object.fromEntries(
    rows.map((row) => [String(row.id), [toIds(edges(row).films), toIds(edges(row).tags)]]),
  );
}

function toIds(related: unknown): readonly unknown[] {
  return (related as readonly EntityJson[]).map(({ id }) => id).sort();
}
