// A one-to-one whose foreign key is not unique: several rows may lead to one. The edge shows the first of them, as TypeORM does by key,
// and lists have each of their rows once, however they are sorted and filtered.
import { EagerLoad, EdgeEndpoint, Filter, FilterEdge, FilterGroupEqual, Sortable } from '@decorest/core';
import {
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  JoinColumn,
  OneToOne,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { contentOf, edgesOf, entityOf, valuesOf, type EntityJson } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';

@Entity()
class User {
  @PrimaryGeneratedColumn() id!: number;

  @OneToOne(() => Profile, (profile) => profile.user)
  @EagerLoad()
  @EdgeEndpoint(true)
  @Filter(FilterEdge)
  profile!: Relation<Profile> | null;
}

/** Without a constraint, TypeORM makes no unique key either. */
@Entity()
class Profile {
  @PrimaryGeneratedColumn() id!: number;

  @Column()
  @Filter(FilterGroupEqual)
  @Sortable()
  nick!: string;

  @OneToOne(() => User, (user) => user.profile, { createForeignKeyConstraints: false })
  @JoinColumn()
  @Index()
  user!: Relation<User> | null;

  @DeleteDateColumn() deletedAt!: Date | null;
}

const fixture = {
  entities: [User, Profile],
  options: {},
  fill: async (dataSource: DataSource) => {
    const users = await dataSource.getRepository(User).save([{}, {}, {}]);
    const [one = null, two = null] = users;
    await dataSource.getRepository(Profile).save([
      { nick: 'gone', user: one, deletedAt: new Date() },
      { nick: 'zoe', user: one },
      { nick: 'ada', user: one },
      { nick: 'eve', user: two },
      { nick: 'bob', user: two },
    ]);
  },
};

const nickOf = (user: EntityJson) => (edgesOf(user).profile as { nick: string } | null)?.nick ?? null;

forEachDatabase(fixture, (stage) => {
  test('a list has each row once, in the order of the edge that it shows', async () => {
    for (const [sort, ids] of [
      ['profile.nick', [3, 2, 1]],
      ['-profile.nick', [1, 2, 3]],
    ] as const) {
      const answer = await stage.client.get(`/users?sort=${sort}`);
      expect(answer.json).toMatchObject({ total_count: 3 });
      expect(valuesOf(answer, 'id')).toEqual(ids);
      expect(contentOf(answer).map(nickOf)).toEqual(ids.map((id) => [null, 'zoe', 'eve', null][id]));
    }
  });

  test('the edge is one row for reads, endpoints and filters, as for find()', async () => {
    const found = await stage.dataSource
      .getRepository(User)
      .find({ relations: { profile: true }, order: { id: 'ASC', profile: { id: 'ASC' } } });
    expect(found.map(({ profile }) => profile?.nick ?? null)).toEqual(['zoe', 'eve', null]);
    expect(nickOf(entityOf(await stage.client.get('/users/1')))).toBe('zoe');
    expect(entityOf(await stage.client.get('/users/1/profile')).nick).toBe('zoe');
    expect(valuesOf(await stage.client.get('/users?profile.nick.eq=zoe'), 'id')).toEqual([1]);
    expect(valuesOf(await stage.client.get('/users?profile.nick.eq=ada'), 'id')).toEqual([]);
    expect(valuesOf(await stage.client.get('/users?has.profile=false'), 'id')).toEqual([3]);
  });
});
