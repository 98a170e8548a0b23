// Policies of entities that only a condition looks at: across edges that filters test, but do not follow.
import {
  Filter,
  FilterDepth,
  FilterEdge,
  FilterEQ,
  FilterGroup,
  FilterIsNil,
  policyFor,
  Where,
} from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';

@Entity()
@Where()
@FilterDepth(2)
class House {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @OneToMany(() => Room, (room) => room.house) @Filter(FilterEdge) rooms!: Room[];
}

@Entity()
class Room {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ length: 20 }) @Filter(FilterEQ) @FilterGroup('search') name!: string;
  @ManyToOne(() => House, (house) => house.rooms, { nullable: true }) house!: Relation<House> | null;
  @OneToMany(() => Lamp, (lamp) => lamp.room) @Filter(FilterIsNil) @FilterGroup('search') lamps!: Lamp[];
}

@Entity()
class Lamp {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ length: 20 }) @Filter(FilterEQ) @FilterGroup('search') name!: string;
  @ManyToOne(() => Room, (room) => room.lamps, { nullable: true }) room!: Relation<Room> | null;
}

const houses: Fixture = {
  entities: [House, Room, Lamp],
  options: {},
  fill: async ({ manager }) => {
    await manager.save(House, [{ id: 1 }, { id: 2 }]);
    await manager.save(Room, [
      { id: 1, name: 'attic', house: { id: 1 } },
      { id: 2, name: 'cellar', house: { id: 2 } },
    ]);
    await manager.save(Lamp, [{ id: 1, name: 'floor', room: { id: 1 } }]);
  },
};

forEachDatabase(houses, (stage) => {
  test.each([
    [{ 'some.rooms': { 'lamps.null': true } }, [2], [1, 2]],
    [{ 'some.rooms': { 'lamps.null': false } }, [1], []],
    [{ 'some.rooms': { 'search.eq': 'floor' } }, [1], []],
  ])('%j', async (condition, all, allowed) => {
    const target = `/houses?where=${encodeURIComponent(JSON.stringify(condition))}`;
    const client = DirectClient.of(stage.dataSource, { policies: [policyFor(Lamp, () => false)] });
    expect(valuesOf(await stage.client.get(target), 'id')).toEqual(all);
    expect(valuesOf(await client.get(target), 'id')).toEqual(allowed);
  });
});
