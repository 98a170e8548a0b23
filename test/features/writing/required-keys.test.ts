// A foreign key that a new row needs, and that no edge can set: an ordinary field, unless the author's code sets it.
import { createApi, hooksFor, Skip } from '@decorest/core';
import {
  BeforeInsert,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { databaseNames, openDatabase } from '../../support/test-database.js';

@Entity('tenant')
@Skip()
class Tenant {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity('place')
class Place {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity('note')
class Note {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') tenantId!: number;
  @ManyToOne(() => Tenant) @JoinColumn({ name: 'tenantId' }) tenant!: Relation<Tenant>;
  @Column('int') placeId!: number;
  @ManyToOne(() => Place) @JoinColumn({ name: 'placeId' }) @Skip() place!: Relation<Place>;
  @Column('int', { nullable: true }) otherId!: number | null;
  @ManyToOne(() => Tenant, { nullable: true })
  @JoinColumn({ name: 'otherId' })
  other!: Relation<Tenant> | null;
}

@Entity('filled')
class Filled {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') tenantId!: number;
  @ManyToOne(() => Tenant) @JoinColumn({ name: 'tenantId' }) tenant!: Relation<Tenant>;

  @BeforeInsert() fill() {
    this.tenantId = 1;
  }
}

describe.each(databaseNames)('%s', (name) => {
  test('the key is a field of its own where nothing else sets it', async () => {
    const opened = await openDatabase(name, [Tenant, Place, Note, Filled]);
    try {
      const { dataSource } = opened;
      for (let at = 0; at < 2; at++) await dataSource.getRepository(Tenant).insert({});
      await dataSource.getRepository(Place).insert({});
      const client = DirectClient.of(dataSource, {});
      const note = entityOf(await client.post('/notes', { tenantId: 1, placeId: 1 }));
      expect(note).toMatchObject({ tenantId: 1, placeId: 1, otherId: null });
      expect(entityOf(await client.patch('/notes/1', { tenantId: 2 }))).toMatchObject({ tenantId: 2 });
      expect(
        expectProblem(await client.post('/notes', { placeId: 1 }), 400, 'invalid_request'),
      ).toMatchObject([{ pointer: '/tenantId' }]);
      expectProblem(
        await client.post('/notes', { tenantId: 1, placeId: 1, otherId: 1 }),
        400,
        'invalid_request',
      );
      expect((await client.post('/notes', { tenantId: 9, placeId: 1 })).status).toBeLessThan(500);
      expect(entityOf(await client.post('/filleds', {}))).toMatchObject({ tenantId: 1 });
      expectProblem(await client.post('/filleds', { tenantId: 2 }), 400, 'invalid_request');
      const hooks = [hooksFor(Note, { before: { create: () => undefined } })];
      const hooked = createApi(dataSource, { hooks }).model.entities.find((entity) => entity.name === 'Note');
      expect(hooked?.fields.find((field) => field.name === 'tenantId')?.settable.create).toBe(false);
    } finally {
      await opened.close();
    }
  });
});
