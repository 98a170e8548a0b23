// Constraints that PostgreSQL checks at COMMIT: what they refuse is answered as where it is refused at once, by each way to write,
// and nothing is stored. Only the item of a list that has failed is not known.
import {
  Bulk,
  EdgeCreate,
  Filter,
  FilterEQ,
  hooksFor,
  idempotencyEntity,
  NestedCreate,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, Unique, type Relation } from 'typeorm';
import { directStage } from '../../support/direct-stage.js';
import type { Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity({ name: 'halls' })
class Hall {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'varchar', length: 20 }) name!: string;

  @OneToMany(() => Seat, (seat) => seat.hall)
  @NestedCreate()
  @EdgeCreate()
  seats!: Relation<Seat[]>;
}

@Entity({ name: 'seats' })
@Unique(['place'], { deferrable: 'INITIALLY DEFERRED' })
@Bulk()
class Seat {
  @PrimaryGeneratedColumn() id!: number;

  @Column('int')
  @Filter(FilterEQ)
  place!: number;

  /** Of a hall: a foreign key that TypeORM does not know. */
  @Column('int', { nullable: true }) from!: number | null;

  @ManyToOne(() => Hall, (hall) => hall.seats, { nullable: true, deferrable: 'INITIALLY DEFERRED' })
  hall!: Relation<Hall> | null;
}

/** Written with hooks. */
@Entity({ name: 'stands' })
@Unique(['place'], { deferrable: 'INITIALLY DEFERRED' })
@Bulk()
class Stand {
  @PrimaryGeneratedColumn() id!: number;

  @Column('int')
  @Filter(FilterEQ)
  place!: number;
}

const nothing = () => undefined;
const fixture: Fixture = {
  entities: [Hall, Seat, Stand, idempotencyEntity('postgres')],
  options: {
    idempotency: { scope: () => 'all' },
    hooks: [hooksFor(Stand, { before: { create: nothing, update: nothing, delete: nothing } })],
  },
  async fill(dataSource) {
    await dataSource.query(
      'ALTER TABLE seats ADD FOREIGN KEY ("from") REFERENCES halls (id) DEFERRABLE INITIALLY DEFERRED',
    );
    await dataSource.manager.insert(Hall, { name: 'a' });
    await dataSource.manager.insert(Seat, [{ place: 1, hall: { id: 1 } }, { place: 2 }]);
    await dataSource.manager.insert(Stand, [{ place: 1 }, { place: 2 }]);
  },
};

const stage = directStage('postgres', fixture);

const readAll = () =>
  Promise.all(
    [Hall, Seat, Stand].map((entity) => stage.database.dataSource.manager.find(entity, { order: { id: 1 } })),
  );

/** A write that meets a constraint, and the pointers of its answer. */
type Refused = readonly [
  method: string,
  target: string,
  body: unknown,
  code: 'already_exists' | 'edge_conflict' | 'still_referenced',
  pointers: readonly string[],
];

let keys = 0;
const taken: readonly Refused[] = ['/seats', '/stands'].flatMap((path): readonly Refused[] => [
  ['POST', path, { place: 1 }, 'already_exists', ['/place']],
  ['PATCH', `${path}/2`, { place: 1 }, 'already_exists', ['/place']],
  ['POST', `${path}/bulk`, [{ place: 8 }, { place: 1 }], 'already_exists', []],
  ['POST', `${path}/bulk`, [{ place: 7 }, { place: 7 }], 'already_exists', []],
  ['PATCH', path, [{ id: 2, place: 1 }], 'already_exists', []],
  ['PATCH', `${path}?place.eq=2`, { place: 1 }, 'already_exists', ['/place']],
]);

const refused: readonly Refused[] = [
  ...taken,
  ['POST', '/halls', { name: 'b', seats: [{ place: 1 }] }, 'already_exists', []],
  ['POST', '/halls/1/seats', { place: 1 }, 'already_exists', ['/place']],
  ['POST', '/seats', { place: 3, from: 99 }, 'edge_conflict', []],
  ['PATCH', '/seats/2', { from: 99 }, 'edge_conflict', []],
  ['POST', '/seats/bulk', [{ place: 3, from: 99 }], 'edge_conflict', []],
  ['DELETE', '/halls/1', undefined, 'still_referenced', []],
];

test.each(refused)('%s %s %j is %s', async (method, target, body, code, pointers) => {
  const before = await readAll();
  for (const headers of [{}, { 'idempotency-key': `key-${++keys}` }]) {
    const faults = expectProblem(await stage.client.send(method, target, body, headers), 409, code);
    expect(faults.map(({ pointer }) => pointer)).toEqual(pointers);
  }
  expect(await readAll()).toEqual(before);
});

test.each(['/seats', '/stands'])('items of %s take the values of each other', async (path) => {
  const items = [
    { id: 1, place: 2 },
    { id: 2, place: 1 },
  ];
  expect((await stage.client.patch(path, items)).json).toEqual({ affected: 2 });
});
