// Entities that listeners and subscribers get: with their eager relations, beside foreign keys that have properties of their own.
import { createApi, EdgeUpdateBulk, type Api } from '@decorest/core';
import {
  AfterRemove,
  AfterUpdate,
  BeforeUpdate,
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryGeneratedColumn,
  type DataSource,
  type EntitySubscriberInterface,
} from 'typeorm';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { ServerLog } from '../../support/server-log.js';

const told: string[] = [];

@Entity({ name: 'photos' })
class Photo {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) url!: string;
}

@Entity({ name: 'stories' })
class Story {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) title!: string;

  @Column('int', { nullable: true }) photoId!: number | null;

  @ManyToOne(() => Photo, { eager: true, nullable: true })
  @JoinColumn({ name: 'photoId' })
  photo!: Photo | null;

  @ManyToMany(() => Photo, { lazy: true })
  @JoinTable({ name: 'galleries' })
  @EdgeUpdateBulk()
  gallery!: Promise<Photo[]>;

  @BeforeUpdate()
  async see(): Promise<void> {
    if (this.title === 'see') told.push(`gallery ${String((await this.gallery).map(({ id }) => id))}`);
  }

  @BeforeUpdate()
  choose(): void {
    if (this.title === 'second') this.photoId = 2;
    if (this.title === 'none') this.photo = null;
  }

  @AfterUpdate()
  @AfterRemove()
  tell(): void {
    told.push(`${this.title}: ${String(this.photo?.id)} ${String(this.photo?.url)}`);
  }
}

/** Nothing observes it at the start. */
@Entity({ name: 'letters' })
class Letter {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) title!: string;
}

const fixture: Fixture = {
  entities: [Photo, Story, Letter],
  options: {},
  fill: async ({ manager }: DataSource) => {
    await manager.insert(Photo, [{ url: 'one' }, { url: 'two' }]);
    await manager.insert(Story, { title: 'first', photoId: 1 });
    await manager.insert(Letter, { title: 'old' });
  },
};

forEachDatabase(fixture, (stage) => {
  beforeEach(() => {
    told.length = 0;
  });

  const photoOf = async () => {
    const [row] = await stage.dataSource.manager.find(Story, { loadEagerRelations: false });
    return row?.photoId;
  };

  test('have their eager relations on updates and deletes', async () => {
    await stage.client.patch('/stories/1', { title: 'new' });
    await stage.client.delete('/stories/1');
    expect(told).toEqual(['new: 1 one', 'new: 1 one']);
  });

  test.each([
    [{ title: 'new' }, 1],
    [{ photo: 2 }, 2],
    [{ photo: null }, null],
    [{ title: 'second' }, 2],
    [{ title: 'second', photo: 2 }, 2],
    [{ title: 'none' }, null],
    [{ title: 'none', photo: 2 }, null],
  ])('%j stores the photo %j: the relation or its key, whichever was changed', async (body, photo) => {
    await stage.client.patch('/stories/1', body);
    expect(await photoOf()).toBe(photo);
  });

  test('have the edges that a request sets, lazy ones too', async () => {
    const created = await stage.client.post('/stories', { title: 'new', gallery: [1] });
    const { id } = created.json as { readonly id: number };
    await stage.client.patch(`/stories/${id}`, { title: 'see', gallery: [2] });
    expect(told).toContain('gallery 2');
    await stage.client.patch(`/stories/${id}`, { title: 'more', add_gallery: [1] });
    const story = await stage.dataSource.manager.findOneByOrFail(Story, { id });
    expect((await story.gallery).map((photo) => photo.id).sort()).toEqual([1, 2]);
  });

  test('a subscriber that comes after createApi is not left out in silence', async () => {
    const logger = new ServerLog();
    const api: Api = createApi(stage.dataSource, { logger });
    const send = async (method: string, path: string) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await api.handle({ method, path, headers, body: { title: 'new' } });
      return answer.status;
    };
    const { subscribers } = stage.dataSource;
    const heard: string[] = [];
    const late = (target: typeof Letter | typeof Story): EntitySubscriberInterface => ({
      listenTo: () => target,
      afterUpdate: () => void heard.push(target.name),
    });
    try {
      subscribers.push(late(Story));
      expect(await send('PATCH', '/letters/1')).toBe(200);
      expect(await send('PATCH', '/stories/1')).toBe(200);
      expect(heard).toEqual(['Story']);
      subscribers.push(late(Letter));
      expect(await send('GET', '/letters/1')).toBe(200);
      expect(await send('PATCH', '/letters/1')).toBe(500);
      expect(JSON.stringify(logger.failure)).toContain('A subscriber of Letter was added');
      expect(
        (await createApi(stage.dataSource).handle({ method: 'DELETE', path: '/letters/1' })).status,
      ).toBe(204);
    } finally {
      subscribers.length = 0;
    }
  });
});
