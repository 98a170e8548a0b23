// A record label: every kind of edge, a soft delete, client ids, and an entity that a subscriber follows.
import { AllowClientIDs, EagerLoad, EdgeUpdateBulk, Skip } from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  EventSubscriber,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type EntitySubscriberInterface,
  type InsertEvent,
  type Relation,
  type RemoveEvent,
  type UpdateEvent,
} from 'typeorm';
import type { Fixture } from '../support/for-each-database.js';

@Entity()
export class Label {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  name!: string;
}

@Entity()
@AllowClientIDs()
export class Genre {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  name!: string;
}

@Entity()
export class Artist {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  name!: string;

  @ManyToOne(() => Label, { nullable: true })
  @EagerLoad()
  label!: Relation<Label> | null;

  @ManyToMany(() => Genre)
  @JoinTable()
  @EdgeUpdateBulk()
  @EagerLoad()
  genres!: Genre[];

  @OneToMany(() => Song, (song) => song.artist)
  @EdgeUpdateBulk()
  songs!: Song[];
}

@Entity()
export class Song {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  title!: string;

  @ManyToOne(() => Artist, (artist) => artist.songs, { nullable: true })
  artist!: Relation<Artist> | null;

  @DeleteDateColumn()
  deletedAt!: Date | null;
}

/** Every write of it leaves a trace in the same transaction. */
@Entity()
export class Contract {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  text!: string;

  @ManyToMany(() => Genre)
  @JoinTable()
  genres!: Genre[];
}

@Entity()
@Skip()
export class Trace {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  event!: string;
}

@EventSubscriber()
class ContractTracer implements EntitySubscriberInterface<Contract> {
  listenTo(): typeof Contract {
    return Contract;
  }

  async afterInsert({ manager }: InsertEvent<Contract>): Promise<void> {
    await manager.insert(Trace, { event: 'inserted' });
  }

  async afterUpdate({ manager }: UpdateEvent<Contract>): Promise<void> {
    await manager.insert(Trace, { event: 'updated' });
  }

  async beforeRemove({ manager }: RemoveEvent<Contract>): Promise<void> {
    await manager.insert(Trace, { event: 'removed' });
  }
}

/** Two artists with songs and genres, and songs and genres that are free. */
export const label: Fixture = {
  entities: [Label, Genre, Artist, Song, Contract, Trace],
  subscribers: [ContractTracer],
  options: {},
  // Four rows of each: a greater id belongs to a new row.
  fill: async ({ manager }: DataSource) => {
    await manager.insert(Label, [{ name: 'Blue' }, { name: 'Red' }, { name: 'Pink' }, { name: 'Grey' }]);
    await manager.insert(Genre, [{ name: 'Jazz' }, { name: 'Soul' }, { name: 'Funk' }, { name: 'Ska' }]);
    await manager.insert(Artist, [
      { name: 'Nina', label: { id: 1 } },
      { name: 'Curtis' },
      { name: 'Donny' },
      { name: 'Roy' },
    ]);
    await manager.createQueryBuilder().relation(Artist, 'genres').of(1).add([1, 2]);
    const artist = { id: 1 };
    await manager.insert(Song, [
      { title: 'One', artist },
      { title: 'Two', artist },
      { title: 'Three' },
      { title: 'Four' },
    ]);
    for (const text of ['a', 'b', 'c', 'd']) await manager.insert(Contract, { text });
  },
};

/** The largest id of the fixture, in every table. */
export const lastId = 4;
