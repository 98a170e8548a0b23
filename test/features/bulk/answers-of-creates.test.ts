// The answer to a create of many rows: each is as a read of it, whatever its key, its columns and its edges are.
import { AllowClientIDs, Bulk, EagerLoad, EagerLoadLimit, NestedCreate } from '@decorest/core';
import {
  ChildEntity,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';

@Entity()
@Bulk()
class Album {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({
    type: 'varchar',
    length: 40,
    transformer: {
      to: (value: string) => value.toLowerCase(),
      from: (value: string) => value.toUpperCase(),
    },
  })
  title!: string;

  @OneToMany(() => Track, (track) => track.album)
  @EagerLoad()
  @EagerLoadLimit(2)
  @NestedCreate()
  tracks!: Relation<Track[]>;
}

@Entity()
class Track {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 40 })
  name!: string;

  @Column({ type: 'text', nullable: true })
  words!: string | null;

  @ManyToOne(() => Album, (album) => album.tracks, { nullable: true })
  album!: Relation<Album> | null;
}

@Entity()
@Bulk()
@AllowClientIDs()
class Seat {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  row!: string;

  @PrimaryColumn({ type: 'bigint' })
  place!: string;

  @Column({ type: 'text' })
  note!: string;
}

@Entity()
@TableInheritance({ column: { type: 'varchar', length: 20, name: 'kind' } })
@Bulk()
class Vehicle {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int' })
  wheels!: number;
}

@ChildEntity('van')
class Van extends Vehicle {
  @Column({ type: 'int', nullable: true })
  load!: number | null;
}

const fixture: Fixture = {
  entities: [Album, Track, Seat, Vehicle, Van],
  options: {},
  fill: () => Promise.resolve(),
};

interface Created {
  readonly id?: number;
  readonly row?: string;
  readonly place?: string;
}

/** Parts of a key have commas and percent signs escaped, within a path once more. */
const pathIdOf = ({ id, row = '', place = '' }: Created) =>
  id ?? encodeURIComponent(`${row.replaceAll('%', '%25').replaceAll(',', '%2C')},${place}`);

/** Without those that look for a key that is taken. */
const countReads = ({ statements }: Stage) =>
  statements.texts
    .flatMap((text) => text.split('; '))
    .filter((text) => /^SELECT (?!1 FROM|pg_backend_pid)/.test(text)).length;

async function expectReads(stage: Stage, path: string, bodies: readonly object[]): Promise<void> {
  const created = await stage.client.post(`${path}/bulk`, bodies);
  expect(created.status).toBe(201);
  const entities = contentOf(created) as readonly Created[];
  expect(entities).toMatchObject(bodies);
  for (const entity of entities)
    expect((await stage.client.get(`${path}/${pathIdOf(entity)}`)).json).toEqual(entity);
}

forEachDatabase(fixture, (stage) => {
  test('rows have generated keys, transformers and edges of many rows, some of them cut', async () => {
    const track = (name: string) => ({ name });
    const bodies = [
      { title: 'Zoo', tracks: [track('a'), track('b'), track('c')] },
      { title: 'Ant' },
      { title: 'Mob', tracks: [track('d')] },
    ];
    stage.statements.clear();
    const created = await stage.client.post('/albums/bulk', bodies);
    expect(created.status).toBe(201);
    expect(countReads(stage)).toBe(2);
    const albums = contentOf(created) as { readonly id: string; readonly truncated_edges?: string[] }[];
    expect(albums.map(({ truncated_edges: cut }) => cut)).toEqual([['tracks'], undefined, undefined]);
    expect(albums).toMatchObject([{ title: 'ZOO' }, { title: 'ANT' }, { title: 'MOB' }]);
    for (const album of albums) expect((await stage.client.get(`/albums/${album.id}`)).json).toEqual(album);
  });

  test('rows have keys of two columns, in another order than their ids', async () => {
    const note = '"é", \\ and \u2028';
    stage.statements.clear();
    await stage.client.post('/seats/bulk', [
      { row: 'y', place: '9007199254740993', note },
      { row: 'y', place: '9007199254740992', note },
    ]);
    expect(countReads(stage)).toBe(1);
    await expectReads(stage, '/seats', [
      { row: 'z,%', place: '9007199254740993', note },
      { row: 'z,%', place: '9007199254740992', note: '' },
      { row: 'a', place: '-1', note: 'x'.repeat(10_000) },
    ]);
  });

  test('rows are of several classes', async () => {
    await expectReads(stage, '/vehicles', [
      { kind: 'van', wheels: 4, load: 7 },
      { kind: 'Vehicle', wheels: 2 },
      { kind: 'van', wheels: 6, load: null },
    ]);
  });
});

const small: Fixture = {
  ...fixture,
  options: { limits: { responseBytes: 100_000 }, returnMinimal: true },
};

describe('more text than an answer may have', () => {
  forEachDatabase(small, (stage) => {
    const countSeats = async () => (await stage.client.get('/seats?per_page=1')).headers['x-total-count'];

    test('edges of one row are cut, and those of others are whole', async () => {
      const tracks = [{ name: 'a', words: 'x'.repeat(20_000) }];
      const long = [50_000, 60_000].map((length) => ({ name: 'b', words: 'x'.repeat(length) }));
      const created = await stage.client.post('/albums/bulk', [
        { title: 'ZOO', tracks },
        { title: 'ANT', tracks: long },
      ]);
      const albums = contentOf(created) as { readonly id: string }[];
      expect(albums).toHaveLength(2);
      expect(albums).toMatchObject([{ edges: { tracks } }, { truncated_edges: ['tracks'] }]);
      for (const album of albums) expect((await stage.client.get(`/albums/${album.id}`)).json).toEqual(album);
    });

    test('is refused before anything is written, and the client can ask for less', async () => {
      const rows = (count: number, length: number) =>
        Array.from({ length: count }, (_, at) => ({ row: `r${at}`, place: '1', note: 'x'.repeat(length) }));
      for (const bodies of [rows(4, 40_000), rows(60, 2_000), rows(2, 60_000)]) {
        const refused = await stage.client.post('/seats/bulk', bodies);
        expect(refused).toMatchObject({ status: 400, json: { code: 'response_too_large' } });
        expect(refused.text).toContain('Prefer: return=minimal');
        expect(await countSeats()).toBe('0');
        const path = '/seats/bulk';
        const minimal = await stage.client.send('POST', path, {
          body: bodies,
          headers: { prefer: 'return=minimal' },
        });
        expect(minimal.status).toBe(204);
        expect(await countSeats()).toBe(String(bodies.length));
        await stage.refill();
      }
      await expectReads(stage, '/seats', rows(40, 2_000));
    });
  });
});
