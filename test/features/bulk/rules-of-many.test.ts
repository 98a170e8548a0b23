// Rules of class-validator are checked in turns of the event loop: many bodies in one request do not hold it.
import { Bulk, NestedCreate, Schema } from '@decorest/core';
import { Type } from 'class-transformer';
import { registerDecorator, ValidateNested } from 'class-validator';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { directStage } from '../../support/direct-stage.js';
import { expectProblem, places } from '../../support/problem.js';

/** Values that were checked in this turn of the event loop, and the most in any. */
let inThisTurn = 0;
let mostInOneTurn = 0;
let turns = 0;
let checked = 0;

function IsKnown(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isKnown',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => {
          checked++;
          if (inThisTurn++ === 0)
            setImmediate(() => {
              inThisTurn = 0;
              turns++;
            });
          mostInOneTurn = Math.max(mostInOneTurn, inThisTurn);
          return value !== 'unknown';
        },
        defaultMessage: () => 'The value is not known.',
      },
    });
  };
}

class Track {
  @IsKnown()
  name!: string;
}

@Entity()
@Bulk()
class Depot {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  @IsKnown()
  name!: string;

  @OneToMany(() => Tram, ({ depot }) => depot)
  @NestedCreate()
  trams!: Relation<Tram>[];

  @Column({ type: 'simple-json', nullable: true })
  @Schema({ type: 'array' })
  @ValidateNested({ each: true })
  @Type(() => Track)
  tracks!: Track[] | null;
}

@Entity()
class Tram {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  @IsKnown()
  line!: string;

  @Index()
  @ManyToOne(() => Depot, ({ trams }) => trams, { nullable: true })
  depot!: Relation<Depot> | null;
}

const fixture = {
  entities: [Depot, Tram],
  options: { limits: { listLength: 1000 } },
  fill: () => Promise.resolve(),
};

describe('on SQLite, where writes take no turn of their own', () => {
  const stage = directStage('sqlite', fixture);
  beforeEach(() => {
    [mostInOneTurn, turns, checked] = [0, 0, 0];
  });
  const depots = Array.from({ length: 1000 }, (_, at) => ({ name: `D${at}` }));
  const trams = Array.from({ length: 999 }, (_, at) => ({ line: `T${at}` }));

  test.each([
    ['items', () => stage.client.post('/depots/bulk', depots)],
    ['objects in edges', () => stage.client.post('/depots', { name: 'D', trams })],
    ['requests', () => Promise.all(depots.map((body) => stage.client.post('/depots', body)))],
  ])('of a thousand %s a hundred are checked in one turn', async (_, send) => {
    const answers = [await send()].flat();
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(mostInOneTurn).toBeGreaterThan(0);
    // A hundred before the immediate of this test, and a hundred in the one before it.
    expect(mostInOneTurn).toBeLessThanOrEqual(200);
  });

  test('of a thousand objects in a JSON column a hundred are checked in one turn', async () => {
    const tracks = Array.from({ length: 1000 }, (_, at) => ({ name: `T${at}` }));
    expect((await stage.client.post('/depots', { name: 'D', tracks })).status).toBe(201);
    expect(turns).toBeGreaterThan(5);
  });

  test('after a hundred faults in a JSON column no other object is checked', async () => {
    const tracks = Array.from({ length: 1000 }, () => ({ name: 'unknown' }));
    const answer = await stage.client.post('/depots', { name: 'D', tracks });
    expect(expectProblem(answer, 400, 'invalid_request')).toHaveLength(100);
    // Class-validator itself checks each of them once, in one turn; what is counted after that looks for missing members, too.
    expect(checked).toBe(1 + 1000 + 100);
  });

  test('a rule that a late item breaks is found', async () => {
    const answer = await stage.client.post('/depots/bulk', [...depots.slice(1), { name: 'unknown' }]);
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/999/name']);
  });
});
