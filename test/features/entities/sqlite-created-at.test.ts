// What docs/databases.md says of @CreateDateColumn on SQLite: whole seconds, or milliseconds where they are asked for.
import { Filter, FilterEQ, Sortable } from '@decorest/core';
import { CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { directStage } from '../../support/direct-stage.js';

@Entity()
class Visit {
  @PrimaryGeneratedColumn()
  id!: number;

  @CreateDateColumn()
  second!: Date;

  @CreateDateColumn({ default: () => "strftime('%Y-%m-%d %H:%M:%f', 'now')" })
  @Filter(FilterEQ)
  @Sortable()
  createdAt!: Date;
}

describe('sqlite', () => {
  const stage = directStage('sqlite', { entities: [Visit], options: {}, fill: () => Promise.resolve() });

  test('by default whole seconds; by the default of the docs milliseconds, filtered and sorted by', async () => {
    const created = new Set<string>();
    for (let at = 0; at < 4; at++) {
      const { json } = await stage.client.post('/visits', {});
      const { second, createdAt } = json as { second: string; createdAt: string };
      expect(second).toMatch(/\.000Z$/);
      created.add(createdAt);
      expect(valuesOf(await stage.client.get(`/visits?createdAt.eq=${createdAt}`), 'createdAt')).toContain(
        createdAt,
      );
      await new Promise((later) => setTimeout(later, 3));
    }
    expect([...created].some((text) => !text.endsWith('.000Z'))).toBe(true);
    expect(created.size).toBe(4);
    expect(valuesOf(await stage.client.get('/visits?sort=-createdAt'), 'id')).toEqual([4, 3, 2, 1]);
  });
});
