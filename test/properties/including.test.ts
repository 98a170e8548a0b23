// What `include`, `fields` and the parameters of paths show, against an oracle that holds the rows in memory: random graphs,
// with soft-deleted rows, and random views of them to the depth of three.
import { Includable, IncludeDepth, ItemsPerPage, Sortable, SparseFields } from '@decorest/core';
import fc from 'fast-check';
import {
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../support/direct-client.js';
import { holds } from '../support/property.js';
import { databaseNames, openDatabase, type TestDatabase } from '../support/test-database.js';

const loose = { nullable: true, createForeignKeyConstraints: false } as const;

@Entity()
@SparseFields()
@IncludeDepth(3)
class Knot {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'int', nullable: true }) @Sortable() weight!: number | null;
  @Column({ length: 10 }) @Sortable() name!: string;
  @DeleteDateColumn() deletedAt!: Date | null;

  @Index()
  @ManyToOne(() => Knot, (knot) => knot.lower, loose)
  @Includable()
  upper!: Relation<Knot> | null;

  @OneToMany(() => Knot, (knot) => knot.upper)
  @Includable()
  @ItemsPerPage(2)
  lower!: Knot[];

  @ManyToMany(() => Knot, (knot) => knot.backwards, { createForeignKeyConstraints: false })
  @JoinTable({ name: 'knot_link' })
  @Includable()
  forwards!: Knot[];

  @ManyToMany(() => Knot, (knot) => knot.forwards, { createForeignKeyConstraints: false })
  backwards!: Knot[];
}

interface KnotRow {
  readonly id: number;
  readonly weight: number | null;
  readonly name: string;
  readonly deleted: boolean;
  readonly upper: number | null;
  readonly forwards: readonly number[];
}

const size = 8;
const anyId = fc.integer({ min: 1, max: size });
const anyKnots: fc.Arbitrary<readonly KnotRow[]> = fc
  .array(
    fc.record({
      weight: fc.option(fc.integer({ min: 0, max: 3 })),
      name: fc.constantFrom('a', 'b', 'B', 'é'),
      deleted: fc.boolean(),
      upper: fc.option(anyId, { freq: 4 }),
      forwards: fc.uniqueArray(anyId, { maxLength: 6 }),
    }),
    { minLength: size, maxLength: size },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, id: at + 1, deleted: row.deleted && at % 4 === 3 })));

const edgeNames = ['upper', 'lower', 'forwards'] as const;
const keys = ['weight', 'name', 'deletedAt'] as const;

/** A view as a client asks for it. */
interface AskedView {
  readonly fields: readonly string[] | null;
  readonly sort: string | null;
  readonly limit: number | null;
  readonly edges: Readonly<Record<(typeof edgeNames)[number], AskedView | undefined>>;
}

function anyView(depth: number): fc.Arbitrary<AskedView> {
  const edge =
    depth === 0 ? fc.constant(undefined) : fc.option(anyView(depth - 1), { nil: undefined, freq: 1 });
  return fc
    .record({
      fields: fc.option(fc.subarray([...keys], { minLength: 1 })),
      sort: fc.option(fc.constantFrom('weight', '-weight', 'name', '-name,weight', '-id')),
      limit: fc.option(fc.integer({ min: 1, max: 4 })),
      upper: edge,
      lower: edge,
      forwards: edge,
    })
    .map(({ upper, lower, forwards, ...view }) => ({ ...view, edges: { upper, lower, forwards } }));
}

/** The parameters that ask for a view. */
function queryOf(view: AskedView, path = ''): string[] {
  const prefix = path === '' ? '' : `${path}.`;
  const isMany = path !== '' && !path.endsWith('upper');
  return [
    ...(view.fields ? [`${prefix}fields=${view.fields.join()}`] : []),
    ...(view.sort && isMany ? [`${prefix}sort=${view.sort}`] : []),
    ...(view.limit && isMany ? [`${prefix}limit=${view.limit}`] : []),
    ...edgeNames.flatMap((name) => {
      const below = view.edges[name];
      return below ? queryOf(below, `${prefix}${name}`) : [];
    }),
  ];
}

function pathsOf(view: AskedView, prefix = ''): string[] {
  return edgeNames.flatMap((name) => {
    const below = view.edges[name];
    return below ? [`${prefix}${name}`, ...pathsOf(below, `${prefix}${name}.`)] : [];
  });
}

/** The JSON of a knot in a view. */
function expectedJson(row: KnotRow, view: AskedView, knots: readonly KnotRow[]): object {
  const cut: string[] = [];
  const edges = edgeNames.flatMap((name): [string, unknown][] => {
    const below = view.edges[name];
    if (!below) return [];
    const rows = relatedRows(row, name, knots);
    if (name === 'upper') return [[name, rows[0] ? expectedJson(rows[0], below, knots) : null]];
    const limit = below.limit ?? (name === 'lower' ? 2 : 10);
    if (rows.length > limit) cut.push(name);
    const sorted = [...rows].sort(comparison(below.sort ?? 'id')).slice(0, limit);
    return [[name, sorted.map((each) => expectedJson(each, below, knots))]];
  });
  const all: Record<string, unknown> = { weight: row.weight, name: row.name, deletedAt: null };
  const shown = keys.filter((key) => view.fields?.includes(key) ?? true);
  return {
    id: row.id,
    ...Object.fromEntries(shown.map((key) => [key, all[key]])),
    edges: Object.fromEntries(edges),
    ...(cut.length > 0 && { truncated_edges: cut }),
  };
}

function relatedRows(row: KnotRow, edge: (typeof edgeNames)[number], knots: readonly KnotRow[]): KnotRow[] {
  const tests = {
    upper: ({ id }: KnotRow) => id === row.upper,
    lower: ({ upper }: KnotRow) => upper === row.id,
    forwards: ({ id }: KnotRow) => row.forwards.includes(id),
  };
  return knots.filter((other) => !other.deleted && tests[edge](other));
}

/** By the keys of a sort, then the id in the direction of the last; NULL lowest, texts by their code points. */
function comparison(sort: string): (a: KnotRow, b: KnotRow) => number {
  const terms = sort
    .split(',')
    .map((key) => ({ name: key.replace('-', ''), sign: key.startsWith('-') ? -1 : 1 }));
  const all = [...terms, { name: 'id', sign: terms.at(-1)?.sign ?? 1 }];
  return (a, b) => {
    for (const { name, sign } of all) {
      const [x, y] = [a, b].map((row) => (row as unknown as Record<string, number | string | null>)[name]);
      if (x === y) continue;
      if (x === null || x === undefined) return -sign;
      if (y === null || y === undefined) return sign;
      return x < y ? -sign : sign;
    }
    return 0;
  };
}

describe.each(databaseNames)('%s', (name) => {
  let database: TestDatabase;
  let client: DirectClient;
  beforeAll(async () => {
    database = await openDatabase(name, [Knot]);
    client = DirectClient.of(database.dataSource, {
      limits: { nodes: 1_000_000, includes: 100, valueLength: 2_000 },
    });
  });
  afterAll(() => database.close());

  test('lists and reads show what the oracle shows', async () => {
    await holds(
      fc.asyncProperty(
        anyKnots,
        fc.array(anyView(3), { minLength: 5, maxLength: 10 }),
        async (knots, views) => {
          await fill(database, knots);
          for (const view of views) {
            const query = [`include=${pathsOf(view).join()}`, ...queryOf(view)].join('&');
            const expected = knots
              .filter(({ deleted }) => !deleted)
              .map((row) => expectedJson(row, view, knots));
            const list = await client.get(`/knots?per_page=100&${query}`);
            expect({ query, content: (list.json as { content: unknown }).content }).toEqual({
              query,
              content: expected,
            });
            const [first] = expected as readonly { id: number }[];
            if (first) expect((await client.get(`/knots/${first.id}?${query}`)).json).toEqual(first);
          }
        },
      ),
      60,
    );
  });
});

async function fill({ dataSource, empty }: TestDatabase, knots: readonly KnotRow[]): Promise<void> {
  await empty();
  const repository = dataSource.getRepository(Knot);
  await repository.insert(
    knots.map(({ id, weight, name, deleted, upper }) => ({
      id,
      weight,
      name,
      deletedAt: deleted ? new Date(0) : null,
      upper: upper === null ? null : { id: upper },
    })),
  );
  const links = knots.flatMap(({ id, forwards }) => forwards.map((to) => ({ knotId_1: id, knotId_2: to })));
  const { tableName } = repository.metadata.relations.find(
    (relation) => relation.propertyName === 'forwards',
  )!.junctionEntityMetadata!;
  if (links.length > 0)
    await dataSource.createQueryBuilder().insert().into(tableName).values(links).execute();
}
