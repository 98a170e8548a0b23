// Policies of entities that only the order of an eager-loaded edge looks at: hidden rows do not show through the order.
import { DefaultSort, EagerLoad, policyFor, Sortable } from '@decorest/core';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { edgesOf, entityOf, type EntityJson } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';

@Entity()
class Album {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @OneToMany(() => Song, (song) => song.album) @EagerLoad() songs!: Song[];
}

@Entity()
@DefaultSort('writer.name')
class Song {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @ManyToOne(() => Album, (album) => album.songs, { nullable: true }) album!: Relation<Album> | null;
  @ManyToOne(() => Writer, { nullable: true }) writer!: Relation<Writer> | null;
}

@Entity()
class Writer {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ length: 20 }) @Sortable() name!: string;
}

const albums: Fixture = {
  entities: [Album, Song, Writer],
  options: {},
  fill: async ({ manager }) => {
    await manager.save(Album, [{ id: 1 }]);
    await manager.save(Writer, [
      { id: 1, name: 'b' },
      { id: 2, name: 'a' },
    ]);
    await manager.save(Song, [
      { id: 1, album: { id: 1 }, writer: { id: 1 } },
      { id: 2, album: { id: 1 }, writer: { id: 2 } },
    ]);
  },
};

forEachDatabase(albums, (stage) => {
  test('songs by hidden writers are in the order of songs without one', async () => {
    const idsOf = async (client: Pick<DirectClient, 'get'>) => {
      const { songs } = edgesOf(entityOf(await client.get('/albums/1')));
      return (songs as readonly EntityJson[]).map(({ id }) => id);
    };
    const hidden = DirectClient.of(stage.dataSource, { policies: [policyFor(Writer, () => false)] });
    expect([await idsOf(stage.client), await idsOf(hidden)]).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });
});
