// The place of NULL in a sort: below or above all values, first or last in both directions; of the entity's own field, across
// a unique edge, and in the default sort of a list and of an eager-loaded edge.
import { createApi, DefaultSort, EagerLoad, Sortable, type NullPlace } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

const optional = { type: 'int', nullable: true } as const;

@Entity()
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @OneToMany(() => Jar, (jar) => jar.shelf) @EagerLoad() jars!: Jar[];
}

@Entity()
@DefaultSort('-last')
class Jar {
  @PrimaryGeneratedColumn() id!: number;
  @Column(optional) @Sortable() lowest!: number | null;
  @Column(optional) @Sortable({ nulls: 'highest' }) highest!: number | null;
  @Column(optional) @Sortable({ nulls: 'first' }) first!: number | null;
  @Column(optional) @Sortable({ nulls: 'last' }) last!: number | null;
  @Column({ type: 'int' }) @Sortable({ nulls: 'last' }) never!: number;
  @ManyToOne(() => Shelf, (shelf) => shelf.jars, { nullable: true }) shelf!: Relation<Shelf> | null;
  @OneToMany(() => Label, (label) => label.jar) @EagerLoad() labels!: Label[];
}

@Entity()
class Label {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Jar, (jar) => jar.labels, { nullable: true }) jar!: Relation<Jar> | null;
}

const jarOf = (value: number | null, shelf: { id: number } | null) => ({
  lowest: value,
  highest: value,
  first: value,
  last: value,
  never: value ?? 0,
  shelf,
});

const jars: Fixture = {
  entities: [Shelf, Jar, Label],
  options: {},
  fill: async (dataSource) => {
    const shelf = await dataSource.getRepository(Shelf).save({});
    // Ids 1 to 4; the last has no shelf.
    await dataSource
      .getRepository(Jar)
      .save([jarOf(2, shelf), jarOf(null, shelf), jarOf(1, shelf), jarOf(null, null)]);
    // Ids 1 to 4, the last without a jar.
    await dataSource
      .getRepository(Label)
      .save([{ jar: { id: 1 } }, { jar: { id: 2 } }, { jar: { id: 3 } }, {}]);
  },
};

/** Ids of the jars in both directions, each with the key after it in the same direction. */
const orders: readonly [NullPlace, readonly number[], readonly number[]][] = [
  ['lowest', [2, 4, 3, 1], [1, 3, 4, 2]],
  ['highest', [3, 1, 2, 4], [4, 2, 1, 3]],
  ['first', [2, 4, 3, 1], [4, 2, 1, 3]],
  ['last', [3, 1, 2, 4], [1, 3, 4, 2]],
];

forEachDatabase(jars, (stage) => {
  const ids = async (target: string) => valuesOf(await stage.client.get(target), 'id');

  test.each(orders)('%s: the field of a list, page by page', async (place, up, down) => {
    expect(await ids(`/jars?sort=${place}`)).toEqual(up);
    expect(await ids(`/jars?sort=-${place}`)).toEqual(down);
    expect(await ids(`/jars?sort=-${place}&per_page=3&page=2`)).toEqual(down.slice(3));
    expect(await ids(`/shelves/1/jars?sort=${place}`)).toEqual(up.filter((id) => id !== 4));
  });

  test.each(orders)('%s: across a unique edge, where nothing related is NULL', async (place, up, down) => {
    expect(await ids(`/labels?sort=jar.${place}`)).toEqual(up);
    expect(await ids(`/labels?sort=-jar.${place}`)).toEqual(down);
  });

  test('a field that is never NULL: across the edge, only the missing row is', async () => {
    expect(await ids('/labels?sort=jar.never')).toEqual([2, 3, 1, 4]);
    expect(await ids('/labels?sort=-jar.never')).toEqual([1, 3, 2, 4]);
  });

  test('several keys, each with a place of its own', async () => {
    expect(await ids('/jars?sort=first,-last,id')).toEqual([2, 4, 3, 1]);
    expect(await ids('/labels?sort=-jar.first,jar.last,-id')).toEqual([4, 2, 1, 3]);
  });

  test('the default sort, of lists and of eager-loaded edges', async () => {
    expect(await ids('/jars')).toEqual([1, 3, 4, 2]);
    const one = (await stage.client.get('/shelves/1')).json as { edges: { jars: { id: number }[] } };
    expect(one.edges.jars.map(({ id }) => id)).toEqual([1, 3, 2]);
    const [first] = valuesOf(await stage.client.get('/shelves'), 'edges') as { jars: { id: number }[] }[];
    expect(first?.jars.map(({ id }) => id)).toEqual([1, 3, 2]);
  });
});

test('the document says where NULL goes, and nothing of where it always went', async () => {
  const dataSource = await bareDataSource([Shelf, Jar, Label]);
  const logger = { error: () => undefined, warn: () => undefined, info: () => undefined };
  const parameters = openApiDocument(createApi(dataSource, { logger })).components?.parameters ?? {};
  expect(parameters['Jar.sort']).toHaveProperty(
    'description',
    expect.stringMatching(
      /In `highest`, null is higher than all values\. In `first`, null comes first in both directions, .* In `last`, /,
    ),
  );
  expect(JSON.stringify(parameters['Label.sort'])).toContain('In `jar.last`, `jar.never`, ');
  expect(JSON.stringify(parameters['Shelf.sort'])).not.toContain(', null ');
  await dataSource.destroy();
});

test('a place that does not exist is a mistake of the author', async () => {
  @Entity()
  class Lost {
    @PrimaryGeneratedColumn() id!: number;
    @Column(optional) @Sortable({ nulls: 'middle' as NullPlace }) value!: number | null;
  }
  expect(await mistakesOf([Lost])).toContain("'middle' is not a place of NULL");
});
