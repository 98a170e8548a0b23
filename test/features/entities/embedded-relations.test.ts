// Relations inside an embedded class: a foreign key of the row is an edge, named by its path; others are refused.
import { EagerLoad, Filter, FilterEdge, FilterEQ, Includable, Skip } from '@decorest/core';
import {
  BeforeInsert,
  BeforeUpdate,
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { contentOf, edgesOf, entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { mistakesOf } from '../../support/schema-mistakes.js';
import { databaseNames, openDatabase } from '../../support/test-database.js';

@Entity('avatar')
class Avatar {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') @Filter(FilterEQ) url!: string;
}

class Look {
  @ManyToOne(() => Avatar, { nullable: true }) icon!: Relation<Avatar> | null;
}

class Profile {
  @Column('varchar', { nullable: true }) nick!: string | null;
  @ManyToOne(() => Avatar, { nullable: true })
  @EagerLoad()
  @Filter(FilterEdge)
  avatar!: Relation<Avatar> | null;
  @Column('int', { nullable: true }) coverId!: number | null;
  @ManyToOne(() => Avatar, { nullable: true })
  @JoinColumn({ name: 'coverId' })
  @Includable()
  cover!: Relation<Avatar> | null;
  @ManyToOne(() => Avatar, { nullable: true }) @Skip() hidden!: Relation<Avatar> | null;
  @Column(() => Look, { prefix: 'l' }) look!: Look;
}

@Entity('member')
class Member {
  @PrimaryGeneratedColumn() id!: number;
  @Column(() => Profile) profile!: Profile;
}

@Entity('watched')
class Watched {
  @PrimaryGeneratedColumn() id!: number;
  @Column(() => Profile) profile!: Profile;

  @BeforeInsert() @BeforeUpdate() look() {
    seen.push(this.profile.avatar?.id);
  }
}

let seen: unknown[] = [];

describe.each(databaseNames)('%s', (name) => {
  test.each([
    ['members', Member],
    ['watcheds', Watched],
  ])('%s: written, read, filtered, included', async (path, made) => {
    seen = [];
    const opened = await openDatabase(name, [Avatar, made]);
    try {
      const { dataSource } = opened;
      for (const url of ['a', 'b']) await dataSource.getRepository(Avatar).insert({ url });
      const client = DirectClient.of(dataSource, {});
      const body = { profile: { nick: 'n', avatar: 2, cover: 1, look: { icon: 1 } } };
      const created = entityOf(await client.post(`/${path}`, body));
      expect(created).toMatchObject({ profile: { nick: 'n', coverId: 1 } });
      expect(edgesOf(created)).toMatchObject({ 'profile.avatar': { id: 2, url: 'b' } });
      const relations = { profile: { avatar: true, cover: true, hidden: true, look: { icon: true } } };
      const found = await dataSource.getRepository<Member>(made).findOne({ where: { id: 1 }, relations });
      expect(found?.profile).toMatchObject({
        avatar: { id: 2 },
        cover: { id: 1 },
        hidden: null,
        look: { icon: { id: 1 } },
      });
      expect(entityOf(await client.get(`/${path}/1/profile.look.icon`))).toMatchObject({ id: 1 });
      expect(contentOf(await client.get(`/${path}?profile.avatar.url.eq=b`))).toHaveLength(1);
      expect(contentOf(await client.get(`/${path}?profile.avatar.url.eq=a`))).toHaveLength(0);
      const included = entityOf(await client.get(`/${path}/1?include=profile.cover`));
      expect(edgesOf(included)).toMatchObject({ 'profile.cover': { id: 1 } });
      const patched = entityOf(
        await client.patch(`/${path}/1`, { profile: { avatar: 1, look: { icon: null } } }),
      );
      expect(edgesOf(patched)).toMatchObject({ 'profile.avatar': { id: 1 } });
      expect(patched).toMatchObject({ profile: { nick: 'n' } });
      expect(entityOf(await client.patch(`/${path}/1`, { profile: { avatar: null } }))).toMatchObject({
        edges: { 'profile.avatar': null },
      });
      const gone = expectProblem(
        await client.post(`/${path}`, { profile: { avatar: 9 } }),
        400,
        'invalid_request',
      );
      expect(gone).toMatchObject([{ pointer: '/profile/avatar' }]);
      expectProblem(await client.post(`/${path}`, { profile: { hidden: 1 } }), 400, 'invalid_request');
      if (made === Watched) expect(seen.slice(0, 1)).toEqual([2]);
    } finally {
      await opened.close();
    }
  });
});

test('links of a join table are named at the start, and @Skip helps', async () => {
  class Tagged {
    @ManyToMany(() => Avatar) @JoinTable() avatars!: Avatar[];
  }
  class Hidden {
    @ManyToMany(() => Avatar) @JoinTable() @Skip() avatars!: Avatar[];
  }
  @Entity('x')
  class Refused {
    @PrimaryGeneratedColumn() id!: number;
    @Column(() => Tagged) tagged!: Tagged;
  }
  @Entity('y')
  class Taken {
    @PrimaryGeneratedColumn() id!: number;
    @Column(() => Hidden) tagged!: Hidden;
  }
  const message = await mistakesOf([Avatar, Refused, Taken]);
  expect(message).toContain('1 problem');
  expect(message).toContain(
    'Refused.tagged.avatars: the relation is not supported: it is inside an embedded object',
  );
});
