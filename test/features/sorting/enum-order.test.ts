// An enum is sorted in the order of its declaration where the database has enums, and as text where it keeps texts: the
// entity's own, across an edge, and with the same page breaks.
import { Sortable } from '@decorest/core';
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, type DataSource, type Relation } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import type { DatabaseName } from '../../support/test-database.js';

const statuses = ['planned', 'open', 'closed', 'archived'] as const;

function entitiesOf(type: 'enum' | 'simple-enum'): (new () => object)[] {
  @Entity()
  class Conference {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column({ type, enum: statuses })
    @Sortable()
    status!: string;
  }

  @Entity()
  class Talk {
    @PrimaryGeneratedColumn()
    id!: number;

    @ManyToOne(() => Conference, { nullable: true })
    conference!: Relation<Conference> | null;
  }
  return [Conference, Talk];
}

const fixture = {
  entities: (database: DatabaseName) => entitiesOf(database === 'sqlite' ? 'simple-enum' : 'enum'),
  options: {},
  fill: async (dataSource: DataSource) => {
    const rows = [...statuses].sort().map((status) => ({ status }));
    const conferences = await dataSource.getRepository<{ status: string }>('Conference').save(rows);
    await dataSource.getRepository('Talk').save([...conferences.map((conference) => ({ conference })), {}]);
  },
};

forEachDatabase(fixture, (stage) => {
  const order = stage.database === 'sqlite' ? [...statuses].sort() : [...statuses];
  // Saved in the order of their texts.
  const ids = order.map((status) => [...statuses].sort().indexOf(status) + 1);

  test('the own column', async () => {
    expect(valuesOf(await stage.client.get('/conferences?sort=status'), 'status')).toEqual(order);
    expect(valuesOf(await stage.client.get('/conferences?sort=-status'), 'status')).toEqual(
      [...order].reverse(),
    );
  });

  test('across an edge; a talk without a conference comes first', async () => {
    expect(valuesOf(await stage.client.get('/talks?sort=conference.status'), 'id')).toEqual([5, ...ids]);
    expect(valuesOf(await stage.client.get('/talks?sort=-conference.status'), 'id')).toEqual([
      ...[...ids].reverse(),
      5,
    ]);
    expect(valuesOf(await stage.client.get('/talks?sort=conference.status&per_page=2&page=2'), 'id')).toEqual(
      ids.slice(1, 3),
    );
  });
});
