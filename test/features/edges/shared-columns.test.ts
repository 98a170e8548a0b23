// Foreign keys of several columns that share a nullable one: each edge is changed without the other.
import { hooksFor } from '@decorest/core';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';

@Entity()
class Room {
  @PrimaryColumn({ type: 'int' }) site!: number;
  @PrimaryColumn({ type: 'int' }) number!: number;
  @OneToMany(() => Visit, (visit) => visit.room) visits!: Relation<Visit>[];
}

@Entity()
class Guide {
  @PrimaryColumn({ type: 'int' }) site!: number;
  @PrimaryColumn({ type: 'int' }) number!: number;
}

/** The site is that of the room and of the guide. */
@Entity()
class Visit {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'int', nullable: true }) site!: number | null;

  @Column({ type: 'int', nullable: true }) guideNumber!: number | null;

  @Column({ type: 'int', nullable: true }) roomNumber!: number | null;

  @ManyToOne(() => Guide, { nullable: true })
  @JoinColumn([
    { name: 'site', referencedColumnName: 'site' },
    { name: 'guideNumber', referencedColumnName: 'number' },
  ])
  guide!: Relation<Guide> | null;

  @ManyToOne(() => Room, (room) => room.visits, { nullable: true })
  @JoinColumn([
    { name: 'site', referencedColumnName: 'site' },
    { name: 'roomNumber', referencedColumnName: 'number' },
  ])
  room!: Relation<Room> | null;
}

/** As above, where the site is never NULL. */
@Entity()
class Booking {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'int' }) site!: number;

  @Column({ type: 'int', nullable: true }) guideNumber!: number | null;

  @Column({ type: 'int', nullable: true }) roomNumber!: number | null;

  @ManyToOne(() => Guide, { nullable: true })
  @JoinColumn([
    { name: 'site', referencedColumnName: 'site' },
    { name: 'guideNumber', referencedColumnName: 'number' },
  ])
  guide!: Relation<Guide> | null;

  @ManyToOne(() => Room, { nullable: true })
  @JoinColumn([
    { name: 'site', referencedColumnName: 'site' },
    { name: 'roomNumber', referencedColumnName: 'number' },
  ])
  room!: Relation<Room> | null;
}

const sites: Fixture = {
  entities: [Room, Guide, Visit, Booking],
  options: {},
  fill: async ({ manager }) => {
    for (const site of [1, 2]) {
      await manager.insert(Room, { site, number: 1 });
      await manager.insert(Guide, { site, number: 1 });
    }
    await manager.insert(Visit, { site: 1, guideNumber: 1, roomNumber: 1 });
    await manager.insert(Booking, { site: 1, guideNumber: 1, roomNumber: 1 });
  },
};

const listened = [Visit, Booking].map((entity) => hooksFor<object>(entity, { before: { update: () => {} } }));

forEachDatabase(sites, (stage) => {
  describe.each([
    ['without hooks', []],
    ['with hooks', listened],
  ])('%s', (_, hooks) => {
    const clientOf = () => DirectClient.of(stage.dataSource, { hooks });

    test.each(['visits', 'bookings'])('one edge of %s is cleared, the other stays', async (path) => {
      const answer = await clientOf().patch(`/${path}/1`, { room: null });
      expect(answer).toMatchObject({ status: 200, json: { site: 1, guideNumber: 1, roomNumber: null } });
    });

    test.each(['visits', 'bookings'])('one edge of %s is cleared, the other set', async (path) => {
      const moved = { site: 2, guideNumber: null, roomNumber: 1 };
      for (const body of [
        { guide: null, room: '2,1' },
        { room: '2,1', guide: null },
      ]) {
        await stage.refill();
        const answer = await clientOf().patch(`/${path}/1`, body);
        expect(answer).toMatchObject({ status: 200, json: moved });
      }
    });

    test('an edge is cleared from its other side, the other one stays', async () => {
      expect((await clientOf().patch('/rooms/1,1', { remove_visits: [1] })).status).toBe(200);
      const visit = { site: 1, guideNumber: 1, roomNumber: null };
      expect((await clientOf().get('/visits/1')).json).toMatchObject(visit);
    });
  });
});
