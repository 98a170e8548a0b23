// The rows of the archive: few, but with an end of each kind.
import type { Fixture } from '../../support/for-each-database.js';
import { archiveEntities, Author, Desk, Play, Prize, Reply, Review, Work } from './archive-entities.js';

export const archive: Fixture = {
  entities: archiveEntities,
  options: {},
  fill: async ({ manager }) => {
    const [gold, iron, wood] = await manager.save(Prize, [
      { id: 1, label: 'gold' },
      { id: 2, label: 'iron' },
      { id: 3, label: 'wood' },
    ]);
    const author = (id: number, name: string, more: object = {}) => ({
      id,
      name,
      motto: `${name} wrote this`,
      address: { city: `${name}ville`, street: null },
      password: 'hush',
      secret: 'hush',
      ...more,
    });
    const ann = await manager.save(Author, author(1, 'Ann', { prizes: [gold, iron, wood] }));
    const bo = await manager.save(Author, author(2, 'Bo', { mentor: ann, prizes: [wood] }));
    await manager.save(Author, [
      author(3, 'Cy', { mentor: ann }),
      author(4, 'Di', { mentor: bo, address: { city: null, street: null } }),
    ]);
    await manager.save(Desk, [
      { id: 1, room: 'attic', author: ann },
      { id: 2, room: 'cellar', author: null },
    ]);
    const work = (id: number, year: number | null, by: Author | null) => ({
      id,
      title: `Work ${id}`,
      year,
      author: by,
    });
    await manager.save(Work, [
      work(1, 1990, ann),
      work(2, null, ann),
      work(3, 1970, ann),
      work(4, 1980, ann),
      work(5, 2000, bo),
      work(6, 1960, null),
      { ...work(7, 1950, bo), deletedAt: new Date('2020-01-01') },
    ]);
    await manager.save(Play, [
      { ...work(8, 1985, bo), acts: 3, writtenAt: { id: 1 } },
      { ...work(9, 1985, bo), acts: null, writtenAt: null },
    ]);
    const review = (year: number, number: number, text: string) => ({ year, number, text });
    await manager.save(Review, [
      { ...review(2001, 1, 'fine'), work: { id: 1 }, critic: { id: 2 } },
      { ...review(2001, 2, 'long '.repeat(30)), work: { id: 1 } },
      { ...review(2002, 1, 'dull'), work: { id: 1 }, critic: { id: 1 } },
      { ...review(2002, 2, 'lost'), work: { id: 5 }, critic: { id: 1 } },
    ]);
    await manager.save(
      Reply,
      [4, 1, 3, 2, 2].map((votes, at) => ({
        id: at + 1,
        votes,
        review: { year: 2001, number: 1 + (at % 2) },
      })),
    );
  },
};
