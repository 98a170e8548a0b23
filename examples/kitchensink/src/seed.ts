// A small festival to look at, written only into an empty database.
import type { DataSource, EntityManager } from 'typeorm';
import { Band } from './band.js';
import { Festival, FestivalStatus } from './festival.js';
import { Genre } from './genre.js';
import { Performance } from './performance.js';
import { SoloArtist } from './solo-artist.js';
import { Stage } from './stage.js';

/** The one that the example of a performance is on. */
const mainStage = 'aaaaaaaa-0000-4000-8000-000000000001';

/** Fills an empty database; leaves one that holds a festival alone. All or nothing. */
export async function seed(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    if (!(await manager.exists(Festival))) await fill(manager);
  });
}

async function fill(manager: EntityManager): Promise<void> {
  const festival = await manager.save(
    manager.create(Festival, {
      name: 'Riverton Rocks',
      startsOn: '2027-07-01',
      status: FestivalStatus.Announced,
      address: { street: 'Mill Lane 1', city: 'Riverton', postcode: null },
    }),
  );
  const stage = await manager.save(
    manager.create(Stage, { id: mainStage, name: 'Main', capacity: 9000, festival }),
  );
  for (const act of await lineUp(manager)) {
    await manager.save(manager.create(Performance, { day: '2027-07-02', stage, act }));
  }
}

async function lineUp(manager: EntityManager): Promise<readonly (Band | SoloArtist)[]> {
  const rock = await manager.save(manager.create(Genre, { id: 'rock', title: 'Rock' }));
  const jazz = await manager.save(manager.create(Genre, { id: 'jazz', title: 'Jazz' }));
  return [
    await manager.save(manager.create(Band, { name: 'The Gaffers', members: 4, genres: [rock] })),
    await manager.save(manager.create(SoloArtist, { name: 'Ida Reed', instrument: 'sax', genres: [jazz] })),
  ];
}
