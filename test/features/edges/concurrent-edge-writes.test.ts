// Many clients change edges and fields at once: every change is one of a serial order, and none is refused.
import { EdgeUpdateBulk } from '@decorest/core';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';

@Entity()
class Member {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ default: '' })
  name!: string;

  @Column({ default: '' })
  motto!: string;

  @ManyToMany(() => Member)
  @JoinTable()
  @EdgeUpdateBulk()
  friends!: Member[];
}

const club: Fixture = {
  entities: [Member],
  options: {},
  fill: async (dataSource) => {
    await dataSource.getRepository(Member).insert(Array.from({ length: 8 }, () => ({})));
  },
};

forEachDatabase(club, (stage) => {
  const friendsOf = async (id: number): Promise<number[]> => {
    const { json } = await stage.client.get(`/members/${id}/friends?per_page=100`);
    return (json as { content: { id: number }[] }).content.map((friend) => friend.id);
  };

  test('changes that overlap in opposite order all succeed', async () => {
    const rounds = Array.from({ length: 8 }, (_, at) => [at + 1, ((at + 1) % 8) + 1] as const);
    const requests = [...rounds, ...rounds.map(([a, b]) => [b, a] as const)].map(([of, other]) =>
      stage.client.patch(`/members/${of}`, { add_friends: [other, ((other + 1) % 8) + 1] }),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses).toEqual(requests.map(() => 200));
    expect(await friendsOf(1)).toEqual(expect.arrayContaining([2, 8]));
  });

  test('sets of one edge at once leave exactly one of them', async () => {
    const sets = [[3, 4], [5, 6], [7]];
    const answers = await Promise.all(
      [...sets, ...sets].map((friends) => stage.client.patch('/members/1', { friends })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(sets).toContainEqual(await friendsOf(1));
  });

  test('the same addition many times is made once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => stage.client.patch('/members/1', { add_friends: [7] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await friendsOf(1)).toEqual([7]);
  });

  test('different fields of one entity are both kept', async () => {
    for (let round = 0; round < 20; round++) {
      await Promise.all([
        stage.client.patch('/members/1', { name: `name ${round}` }),
        stage.client.patch('/members/1', { motto: `motto ${round}` }),
      ]);
      const { json } = await stage.client.get('/members/1');
      expect(json).toMatchObject({ name: `name ${round}`, motto: `motto ${round}` });
    }
  });
});

@Entity({ name: 'shelves' })
class Shelf {
  @PrimaryGeneratedColumn() id!: number;

  @OneToMany(() => Book, (book) => book.shelf) @EdgeUpdateBulk() books!: Relation<Book>[];
}

/** Its table comes before that of the shelves: rows are locked in the order of tables. */
@Entity({ name: 'books' })
class Book {
  @PrimaryGeneratedColumn() id!: number;

  @ManyToOne(() => Shelf, (shelf) => shelf.books, { nullable: true }) shelf!: Relation<Shelf> | null;
}

const library: Fixture = {
  entities: [Shelf, Book],
  options: {},
  fill: async (dataSource) => {
    await dataSource.getRepository(Shelf).insert({});
    await dataSource.getRepository(Book).insert(Array.from({ length: 5 }, () => ({})));
  },
};

forEachDatabase(library, (stage) => {
  const set = (books: readonly number[]) => stage.client.patch('/shelves/1', { books });

  test('sets that free what each other names all succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => set(at % 2 === 0 ? [1, 2, 3] : [3, 4, 5])),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('a set has its own row before those it names: else two of them could wait for each other', async () => {
    await set([1, 2]);
    stage.statements.clear();
    expect((await set([2, 3])).status).toBe(200);
    await stage.statements.settled();
    const looked = stage.statements.texts.filter((text) => /^SELECT/i.test(text));
    expect(looked[0]).toMatch(/shelves/);
    expect(looked.slice(1).some((text) => text.includes('books'))).toBe(true);
  });
});
