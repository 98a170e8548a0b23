// limits.bulk counts every entity that a request creates: items of its body, and objects in their edges.
import { Bulk, EdgeCreate, hooksFor, NestedCreate, type AllowRequest } from '@decorest/core';
import fc from 'fast-check';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { directStage, onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { holds } from '../../support/property.js';

@Entity()
class Harbour {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @OneToMany(() => Ship, ({ harbour }) => harbour)
  @EdgeCreate()
  ships!: Relation<Ship>[];
}

@Entity()
@Bulk()
class Ship {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  @Index()
  @ManyToOne(() => Harbour, ({ ships }) => ships, { nullable: true })
  harbour!: Relation<Harbour> | null;

  @OneToOne(() => Bell, { nullable: true })
  @JoinColumn()
  @NestedCreate()
  bell!: Relation<Bell> | null;

  @OneToMany(() => Crate, ({ ship }) => ship)
  @NestedCreate()
  crates!: Relation<Crate>[];

  @ManyToMany(() => Flag)
  @JoinTable()
  @NestedCreate()
  flags!: Relation<Flag>[];
}

@Entity()
class Bell {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  tone!: string;
}

@Entity()
class Crate {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  label!: string;

  @Index()
  @ManyToOne(() => Ship, ({ crates }) => crates, { nullable: true })
  ship!: Relation<Ship> | null;
}

@Entity()
class Flag {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  colour!: string;
}

const entities = [Harbour, Ship, Bell, Crate, Flag];
const max = 6;
const limits = { bulk: max, listLength: 5 };
const tooMany = 'A request may create at most 6 entities, those in edges included (limits.bulk).';

interface ShipBody {
  readonly name: string;
  readonly bell?: object;
  readonly crates?: readonly unknown[];
  readonly flags?: readonly unknown[];
}

/** Objects, and ids of flags that exist. */
const ship: fc.Arbitrary<ShipBody> = fc.record(
  {
    name: fc.constant('Argo'),
    bell: fc.constant({ tone: 'c' }),
    crates: fc
      .integer({ min: 0, max: 5 })
      .map((count) => Array.from({ length: count }, () => ({ label: 'x' }))),
    flags: fc.uniqueArray(fc.constantFrom<unknown>(1, 2, { colour: 'red' }, { colour: 'blue' }), {
      minLength: 2,
      maxLength: 4,
    }),
  },
  { requiredKeys: ['name'] },
);

function countRows({ bell, crates = [], flags = [] }: ShipBody): number {
  const isObject = (item: unknown) => typeof item === 'object';
  return 1 + (bell ? 1 : 0) + crates.length + flags.filter(isObject).length;
}

/** The place of the row that is one too many. */
function placeIn(ships: readonly ShipBody[], before: string): string | undefined {
  let count = 0;
  for (const [at, { name, ...edges }] of ships.entries()) {
    const place = before === '' ? '' : `${before}${at}`;
    if (++count > max) return place;
    for (const [edge, given] of Object.entries(edges)) {
      count += countRows({ name, [edge]: given }) - 1;
      if (count > max) return `${place}/${edge}`;
    }
  }
  return undefined;
}

onEachDatabase(
  {
    entities,
    options: { limits },
    fill: async (dataSource) => {
      await dataSource.getRepository(Harbour).insert({ name: 'Piraeus' });
      await dataSource.getRepository(Flag).insert([{ colour: 'white' }, { colour: 'black' }]);
    },
  },
  (stage) => {
    const countStored = async () => {
      const counts = entities.map((entity) => stage.database.dataSource.getRepository(entity).count());
      return (await Promise.all(counts)).reduce((sum, count) => sum + count);
    };

    test.each([
      ['POST /ships/bulk', '/ships/bulk'],
      ['POST /ships', '/ships'],
      ['POST /harbours/1/ships', '/harbours/1/ships'],
    ])('%s creates what it names if that is not too much, and otherwise nothing', async (_, path) => {
      const isBulk = path.endsWith('bulk');
      const seen = { created: 0, refused: 0 };
      const bodies = fc.array(ship, { minLength: 1, maxLength: isBulk ? max : 1 });
      await holds(
        fc.asyncProperty(bodies, async (ships) => {
          const before = await countStored();
          const place = placeIn(ships, isBulk ? '/' : '');
          stage.database.statements.clear();
          const answer = await stage.client.post(path, isBulk ? ships : ships[0]);
          seen[place === undefined ? 'created' : 'refused']++;
          if (place === undefined) {
            expect(answer.status).toBe(201);
            const rows = ships.reduce((sum, one) => sum + countRows(one), 0);
            expect(await countStored()).toBe(before + rows);
          } else {
            expect(stage.database.statements.texts).toEqual([]);
            expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
              { pointer: place, code: 'too_many', detail: tooMany },
            ]);
            expect(await countStored()).toBe(before);
          }
        }),
        60,
      );
      expect(Object.values(seen)).not.toContain(0);
    });
  },
);

describe('on SQLite, as nothing is planned', () => {
  const stage = directStage('sqlite', { entities, options: { limits }, fill: () => Promise.resolve() });

  test('faults of the rows are not looked for', async () => {
    const crates = Array.from({ length: 5 }, () => ({ label: 7, colour: 'red' }));
    const answer = await stage.client.post('/ships', { crates, flags: [{}], colour: 'red' });
    expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
      { pointer: '/flags', code: 'too_many', detail: tooMany },
    ]);
  });

  test('a list that is too long has its own fault', async () => {
    const crates = Array.from({ length: 7 }, () => ({ label: 'x' }));
    const answer = await stage.client.post('/ships', { name: 'Argo', crates });
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { pointer: '/crates', code: 'too_many', detail: 'The value must have at most 5 items.' },
    ]);
  });

  test('a hook that authorizes the entities is asked once for each class', async () => {
    const asked: string[] = [];
    const allow = (name: string) => (request: AllowRequest) => {
      asked.push(`${name} ${request.operation}`);
      return true;
    };
    const hooks = [hooksFor(Crate, { allow: allow('crate') }), hooksFor(Flag, { allow: allow('flag') })];
    const client = DirectClient.of(stage.database.dataSource, { hooks });
    const one = { name: 'Argo', crates: [{ label: 'a' }, { label: 'b' }], flags: [{ colour: 'red' }] };
    expect((await client.post('/ships/bulk', [one, one])).status).toBe(201);
    expect(asked).toEqual(['crate create', 'flag create']);
  });
});
