// Rows that TypeORM connects are connected in the API, and the other way round: for keys in any order, join columns in any
// order, and join tables declared on either side or both.
import type { EntityMetadata } from 'typeorm';
import { contentOf, edgesOf, entityOf, type EntityJson } from '../support/collection.js';
import { directStage, type DirectStage } from '../support/direct-stage.js';
import { samples } from '../support/property.js';
import { databaseNames } from '../support/test-database.js';
import { declareJoined, joinCase, type JoinCase } from './join-cases.js';

/** A key of two columns in two orders, and a join table that both sides declare. */
const known: JoinCase = {
  left: { declared: ['kilo'], instance: ['kilo'] },
  right: { declared: ['alfa', 'kilo'], instance: ['kilo', 'alfa'] },
  kind: 'many-to-one',
  tables: 'both',
  joins: null,
  isOwn: false,
  by: 'decorators',
  isHidden: false,
};
const cases = [known, { ...known, kind: 'many-to-many' } as const, ...samples(joinCase, 20)];

/** The keys of rows: no value occurs in two columns, so that a key whose columns are swapped is none. */
const rows = [0, 1, 2];
const places: Readonly<Record<string, number>> = { kilo: 10, alfa: 20, mike: 30 };

type Key = Readonly<Record<string, number>>;

function keyOf({ declared }: JoinCase['left'], row: number): Key {
  return Object.fromEntries(declared.map((name) => [name, (places[name] ?? 0) + row]));
}

/** Which left rows lead to which right rows: by the API, to change what TypeORM has written. */
const written: readonly (readonly [number, readonly number[]])[] = [
  [0, [1]],
  [1, [2]],
  [2, [0]],
];
const changed: readonly (readonly [number, readonly number[]])[] = [
  [0, [2]],
  [1, []],
  [2, [1]],
];

describe.each(databaseNames)('%s', (name) => {
  const stage = directStage(name, {
    entities: cases.flatMap(declareJoined),
    options: { defaultOperations: ['read', 'list', 'create', 'update'] },
    fill: () => Promise.resolve(),
  });

  test.each(cases.map((each, number) => [number, describeCase(each), each] as const))(
    '%i: %s',
    async (number, _, each) => {
      const joined = new Joined(stage, each, number);
      await joined.save();
      expect(await joined.shown()).toEqual(joined.expected(written));
      await joined.change();
      expect(await joined.shown()).toEqual(joined.expected(changed));
      expect(await joined.stored()).toEqual(joined.links(changed));
    },
  );
});

function describeCase({ left, right, kind, tables, joins, isOwn, by, isHidden }: JoinCase): string {
  const names = [left, ...(isOwn ? [] : [right])].map(
    ({ declared, instance }) => `${declared.join('+')} as ${instance.join('+')}`,
  );
  const of = kind === 'many-to-many' ? `${kind} by ${tables}` : `${kind} ${joins?.join('+') ?? ''}`;
  return `${of}, ${names.join(' to ')}, ${by}${isHidden ? ', hidden' : ''}`;
}

class Joined {
  readonly #left: string;
  readonly #right: string;

  constructor(
    private readonly stage: DirectStage,
    private readonly each: JoinCase,
    number: number,
  ) {
    this.#left = `Left${number}`;
    this.#right = each.isOwn ? this.#left : `Right${number}`;
  }

  /** Writes the rows by TypeORM, which joins them from the side that has the join table. */
  async save(): Promise<void> {
    const { left, right, kind, isOwn } = this.each;
    const { manager } = this.stage.database.dataSource;
    for (const row of rows) await manager.getRepository(this.#right).insert(keyOf(right, row));
    if (!isOwn) for (const row of rows) await manager.getRepository(this.#left).insert(keyOf(left, row));
    for (const [from, [to = 0]] of written) {
      const [one, other] = [keyOf(left, from), keyOf(right, to)];
      if (kind !== 'many-to-many') await manager.getRepository(this.#left).save({ ...one, right: other });
      else if (this.#isJoinedByLeft())
        await manager.getRepository(this.#left).save({ ...one, right: [other] });
      else await manager.getRepository(this.#right).save({ ...other, left: [one] });
    }
  }

  /** With `@JoinTable()` on both sides, TypeORM writes one of them right. */
  #isJoinedByLeft(): boolean {
    return this.#junction()?.ownerColumns[0]?.relationMetadata?.propertyName === 'right';
  }

  #junction(): EntityMetadata | undefined {
    const { relations } = this.stage.database.dataSource.getMetadata(this.#left);
    return relations.find(({ propertyName }) => propertyName === 'right')?.junctionEntityMetadata;
  }

  /** The links, as the client sees them. */
  async change(): Promise<void> {
    const { client } = this.stage;
    const { kind, right, left } = this.each;
    const many = kind === 'many-to-many';
    // Of a one-to-one, no two rows may lead to the same row in between.
    for (const { from, ids, old } of changed.map(([from, to], at) => ({
      from,
      ids: to.map((row) => this.#sent(right, row)),
      old: (written[at]?.[1] ?? []).map((row) => this.#sent(right, row)),
    }))) {
      const target = `${this.#path(this.#left)}/${this.#id(left, from)}`;
      const cleared = await client.patch(target, many ? { remove_right: old } : { right: null });
      expect([cleared.status, edgesOf(entityOf(cleared)).right]).toEqual([200, many ? [] : null]);
      if (ids.length === 0) continue;
      if (kind === 'one-to-one') await this.#clearOthers(from);
      const answer = await client.patch(target, many ? { add_right: ids } : { right: ids[0] });
      expect(answer.status).toBe(200);
    }
  }

  async #clearOthers(kept: number): Promise<void> {
    for (const row of rows.filter((each) => each > kept)) {
      const target = `${this.#path(this.#left)}/${this.#id(this.each.left, row)}`;
      expect((await this.stage.client.patch(target, { right: null })).status).toBe(200);
    }
  }

  /** By row: what its list shows, what its endpoints show, from both sides. */
  async shown(): Promise<unknown> {
    const { left, right, isHidden } = this.each;
    const there = await this.#shownFrom(this.#left, left, 'right');
    return isHidden ? there : [there, await this.#shownFrom(this.#right, right, 'left')];
  }

  async #shownFrom(entity: string, key: JoinCase['left'], edge: 'left' | 'right'): Promise<unknown> {
    const { client } = this.stage;
    const path = this.#path(entity);
    const listed = contentOf(await client.get(path));
    const of = (row: number) => listed.find((each) => this.#id(key, row) === this.#idIn(key, each));
    const target = edge === 'right' ? this.each.right : this.each.left;
    const found: unknown[] = [];
    for (const row of rows) {
      const answer = await client.get(`${path}/${this.#id(key, row)}/${edge}`);
      const endpoint = answer.status === 404 ? [] : toList(answer.json);
      const { [edge]: eager } = edgesOf(of(row) ?? {});
      const ids = (related: readonly EntityJson[]) => related.map((each) => this.#idIn(target, each));
      found.push(eager === undefined ? [ids(endpoint)] : [ids(endpoint), ids(toList(eager))]);
    }
    return found;
  }

  expected(links: typeof written): unknown {
    const { left, right, isHidden, kind } = this.each;
    const there = rows.map((row) => {
      const ids = links
        .filter(([from]) => from === row)
        .flatMap(([, to]) => to.map((at) => this.#id(right, at)));
      return [ids, ids];
    });
    if (isHidden) return there;
    const back = rows.map((row) => {
      const ids = links.flatMap(([from, to]) => (to.includes(row) ? this.#id(left, from) : []));
      return kind === 'one-to-one' ? [ids] : [ids, ids];
    });
    return [there, back];
  }

  /** The links as TypeORM reads them from the side that it reads right. */
  async stored(): Promise<unknown> {
    const { left, right, kind } = this.each;
    const { manager } = this.stage.database.dataSource;
    const found: [string, string][] = [];
    const isBack = kind === 'many-to-many' && !this.#isJoinedByLeft();
    const [entity, own, edge] = isBack
      ? ([this.#right, right, 'left'] as const)
      : ([this.#left, left, 'right'] as const);
    const target = isBack ? left : right;
    for (const row of await manager.getRepository(entity).find({ relations: { [edge]: true } }))
      for (const related of toList(row[edge])) {
        const pair = [this.#idIn(own, row), this.#idIn(target, related)] as const;
        found.push(isBack ? [pair[1], pair[0]] : [...pair]);
      }
    return found.sort();
  }

  links(links: typeof written): unknown {
    const { left, right } = this.each;
    return links.flatMap(([from, to]) => to.map((at) => [this.#id(left, from), this.#id(right, at)])).sort();
  }

  #path(entity: string): string {
    return `/${this.stage.client.model.entities.find(({ name }) => name === entity)?.path ?? ''}`;
  }

  /** The id in a path: the values in the order of the instance's properties. */
  #id(key: JoinCase['left'], row: number): string {
    return this.#idIn(key, keyOf(key, row));
  }

  #idIn({ instance }: JoinCase['left'], values: EntityJson): string {
    return instance.map((name) => String(values[name])).join(',');
  }

  #sent(key: JoinCase['left'], row: number): unknown {
    const id = this.#id(key, row);
    return key.declared.length === 1 ? Number(id) : id;
  }
}

function toList(related: unknown): readonly EntityJson[] {
  if (Array.isArray(related)) return related as readonly EntityJson[];
  return related === null || related === undefined ? [] : [related as EntityJson];
}
