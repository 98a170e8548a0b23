// Texts that agree on more than a database looks at when it sorts: walks and exports still have each row once.
import { CursorPagination, Export, Sortable } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';

@Entity()
@CursorPagination()
@Export('ndjson')
class Note {
  @PrimaryGeneratedColumn()
  @Sortable()
  id!: number;

  @Column({ length: 700 })
  @Sortable()
  title!: string;

  @Column('text', { nullable: true })
  @Sortable()
  text!: string | null;
}

const rows = 90;

forEachDatabase(
  {
    entities: [Note],
    options: {},
    fill: async ({ manager }) => {
      const end = (at: number) => String.fromCharCode(0x7a - ((at * 7) % 26));
      await manager.insert(
        Note,
        Array.from({ length: rows }, (_, at) => ({
          title:
            (at % 5 === 0 ? '😀' : 'p').repeat([10, 250, 255, 256, 300, 340, 512, 600][at % 8] ?? 0) +
            end(at),
          text:
            at % 9 === 0
              ? null
              : ('xé😀'.match(/./gu)?.[at % 3] ?? '').repeat(at % 2 === 0 ? 256 : 3000) + end(at),
        })),
      );
    },
  },
  (stage) => {
    const all = Array.from({ length: rows }, (_, at) => at + 1);

    test.each(['title', '-title', 'text', '-text', 'text,-title'])('a walk by %s', async (sort) => {
      const found: unknown[] = [];
      let cursor: string | null = '';
      while (cursor !== null && found.length <= rows) {
        const answer = await stage.client.get(
          `/notes?sort=${sort}&per_page=7${cursor && `&after=${cursor}`}`,
        );
        found.push(...contentOf(answer).map(({ id }) => id));
        cursor = (answer.json as { next_cursor: string | null }).next_cursor;
      }
      expect([...found].sort((a, b) => Number(a) - Number(b))).toEqual(all);
      const exported = await stage.client.get(`/notes?sort=${sort}`, { accept: 'application/x-ndjson' });
      const lines = exported.text.trim().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as Note).id)).toEqual(found);
    });
  },
);
