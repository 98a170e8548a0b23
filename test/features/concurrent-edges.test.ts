// Many clients change edges and fields at once: every change is one of a serial order, and nobody is turned away.
import { EdgeUpdateBulk } from '@decorest/core';
import { Column, Entity, JoinTable, ManyToMany, PrimaryGeneratedColumn } from 'typeorm';
import { forEachDatabase, type Fixture } from '../support/for-each-database.js';

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
