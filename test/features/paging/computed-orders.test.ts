// Cursors over every kind of sort key: fields, values in JSON, virtual columns, numbers and sums of related rows, here and
// across an edge. A walk gives every row once, in the order of the list without cursors.
import { CursorPagination, EagerLoad, Schema, Sortable, SortablePath, TotalCount } from '@decorest/core';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VirtualColumn,
  type Relation,
} from 'typeorm';
import { contentOf, entityOf, valuesOf } from '../../support/collection.js';
import { onEachDatabase, type DirectStage } from '../../support/direct-stage.js';
import type { Fixture } from '../../support/for-each-database.js';

@Entity('owner')
@CursorPagination()
class Owner {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { nullable: true }) @Sortable() name!: string | null;
  @Column('simple-json', { nullable: true })
  @Schema({ type: 'object', properties: { size: { type: 'integer' } } })
  @SortablePath('size')
  data!: object | null;
  @VirtualColumn({
    type: 'varchar',
    query: (alias) => `SELECT upper(o2.name) FROM owner o2 WHERE o2.id = ${alias}.id`,
  })
  @Sortable()
  shout!: string | null;
  @OneToMany(() => Pet, (pet) => pet.owner) pets!: Pet[];
}

@Entity('pet')
@CursorPagination()
@TotalCount('exact')
class Pet {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int', { nullable: true }) @Sortable() age!: number | null;
  @VirtualColumn({ type: 'int', query: (alias) => `SELECT p2.age * 2 FROM pet p2 WHERE p2.id = ${alias}.id` })
  @Sortable()
  twice!: number | null;
  @ManyToOne(() => Owner, (owner) => owner.pets, { nullable: true })
  @EagerLoad()
  owner!: Relation<Owner> | null;
}

const fixture: Fixture = {
  entities: [Owner, Pet],
  options: {},
  fill: async (dataSource) => {
    for (const [name, size] of [
      ['b', 2],
      ['a', null],
      [null, 1],
      ['a', 3],
    ] as const)
      await dataSource.getRepository(Owner).insert({ name, data: size === null ? null : { size } });
    for (let at = 0; at < 11; at++)
      await dataSource
        .getRepository(Pet)
        .insert({ age: at % 4 === 3 ? null : at % 4, owner: at % 5 === 4 ? null : { id: 1 + (at % 5) } });
  },
};

onEachDatabase(fixture, (stage) => {
  test('every order of every list', async () => {
    const orders = stage.client.model.entities.flatMap(({ path, sorts }) =>
      sorts
        .filter(({ by }) => by !== 'random')
        .flatMap(({ key }) => [`/${path}?sort=${key}`, `/${path}?sort=-${key}`]),
    );
    expect(orders).toContain('/pets?sort=owner.shout');
    for (const order of [
      ...orders,
      '/owners/1/pets?sort=owner.shout',
      '/pets?sort=owner.shout,-owner.name,age',
    ])
      expect([order, await walk(stage, order)]).toEqual([
        order,
        valuesOf(await stage.client.get(`${order}&per_page=100`), 'id'),
      ]);
  });
});

/** The ids of all pages of two rows, forward. */
async function walk(stage: DirectStage, order: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let after: unknown = '', pages = 0; pages < 20; pages++) {
    const answer = await stage.client.get(
      `${order}&per_page=2${after === '' ? '' : `&after=${String(after)}`}`,
    );
    ids.push(...contentOf(answer).map((row) => row.id));
    after = entityOf(answer).next_cursor;
    if (after === null) break;
  }
  return ids;
}
