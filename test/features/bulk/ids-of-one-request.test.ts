// limits.edgeIds counts every id that the edges of a request list: of its items, and of the objects in their edges.
import { Bulk, NestedCreate } from '@decorest/core';
import fc from 'fast-check';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { directStage, onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { holds } from '../../support/property.js';

@Entity()
@Bulk()
class Album {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  title!: string;

  @ManyToMany(() => Genre)
  @JoinTable()
  genres!: Relation<Genre>[];

  @OneToMany(() => Track, ({ album }) => album)
  @NestedCreate()
  tracks!: Relation<Track>[];
}

@Entity()
class Track {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @ManyToOne(() => Album, ({ tracks }) => tracks, { nullable: true })
  album!: Relation<Album> | null;

  @ManyToMany(() => Genre)
  @JoinTable()
  genres!: Relation<Genre>[];
}

@Entity()
class Genre {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;
}

const entities = [Album, Track, Genre];
const max = 6;
const limits = { edgeIds: max, listLength: 5 };
const tooMany = {
  code: 'too_many',
  detail: 'The edges of a request may list at most 6 ids (limits.edgeIds).',
} as const;

const genres = fc.subarray([1, 2, 3, 4], { maxLength: 4 });
const album = fc.record(
  {
    title: fc.constant('Blue'),
    genres,
    tracks: fc.array(fc.record({ name: fc.constant('All I Want'), genres }, { requiredKeys: ['name'] }), {
      maxLength: 3,
    }),
  },
  { requiredKeys: ['title'] },
);
const change = fc.record(
  { add_genres: fc.subarray([1, 2]), remove_genres: fc.subarray([3, 4]) },
  { requiredKeys: [] },
);

type Body = Readonly<Record<string, unknown>>;

/** The lists of ids in a body, by their places. */
function listIds(body: Body, place: string): readonly (readonly [string, number])[] {
  const own = ['genres', 'remove_genres', 'add_genres'].flatMap((key) => {
    const ids = body[key];
    return Array.isArray(ids) ? [[`${place}/${key}`, ids.length] as const] : [];
  });
  const tracks = (body.tracks ?? []) as readonly Body[];
  return [...own, ...tracks.flatMap((track, at) => listIds(track, `${place}/tracks/${at}`))];
}

/** The list with the id that is one too many. */
function findPlace(bodies: readonly Body[], isMany: boolean): string | undefined {
  let count = 0;
  const lists = bodies.flatMap((body, at) => listIds(body, isMany ? `/${at}` : ''));
  return lists.find(([, length]) => (count += length) > max)?.[0];
}

onEachDatabase(
  {
    entities,
    options: { limits },
    fill: async (dataSource) => {
      await dataSource
        .getRepository(Genre)
        .insert(['folk', 'jazz', 'rock', 'soul'].map((name) => ({ name })));
      await dataSource.getRepository(Album).insert(['a', 'b', 'c'].map((title) => ({ title })));
    },
  },
  (stage) => {
    const countRows = async () => {
      const counts = entities.map((entity) => stage.database.dataSource.getRepository(entity).count());
      return (await Promise.all(counts)).join();
    };

    const ways: readonly (readonly [string, 'POST' | 'PATCH', string, fc.Arbitrary<Body>])[] = [
      ['POST /albums', 'POST', '/albums', album],
      ['POST /albums/bulk', 'POST', '/albums/bulk', album],
      ['PATCH /albums', 'PATCH', '/albums', change],
    ];

    test.each(ways)(
      '%s links the ids that it lists if they are not too many, and otherwise nothing',
      async (...[, method, path, one]) => {
        const isMany = path === '/albums/bulk' || method === 'PATCH';
        const seen = { written: 0, refused: 0 };
        const bodies = fc.array(one, { minLength: 1, maxLength: isMany ? 3 : 1 });
        await holds(
          fc.asyncProperty(bodies, async (given) => {
            const items = method === 'PATCH' ? given.map((body, at) => ({ id: at + 1, ...body })) : given;
            const before = await countRows();
            const place = findPlace(items, isMany);
            stage.database.statements.clear();
            const answer = await stage.client.send(method, path, isMany ? items : items[0]);
            seen[place === undefined ? 'written' : 'refused']++;
            if (place === undefined) expect(answer.status).toBe(method === 'POST' ? 201 : 200);
            else {
              expect(stage.database.statements.texts).toEqual([]);
              expect(expectProblem(answer, 400, 'invalid_request')).toEqual([{ pointer: place, ...tooMany }]);
              expect(await countRows()).toBe(before);
            }
          }),
          60,
        );
        expect(Object.values(seen)).not.toContain(0);
      },
    );
  },
);

describe('on SQLite, as nothing is planned', () => {
  const fill = () => Promise.resolve();
  const stage = directStage('sqlite', { entities, options: { limits: { edgeIds: 3 } }, fill });

  test('an update of one entity lists as few ids', async () => {
    const answer = await stage.client.patch('/albums/1', { remove_genres: [1, 2], add_genres: ['x', 'y'] });
    expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
      { pointer: '/add_genres', code: 'too_many', detail: tooMany.detail.replace('6', '3') },
    ]);
  });
});
