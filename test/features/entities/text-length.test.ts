// How long a text may be: counted in code points, and as its column has it.
import { Filter, FilterEQ } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';
import type { DatabaseName } from '../../support/test-database.js';

function tagOn(database: DatabaseName): new () => object {
  @Entity()
  class Tag {
    @PrimaryGeneratedColumn() id!: number;
    @Column({ type: 'varchar', length: 3, nullable: true }) @Filter(FilterEQ) name!: string | null;
    // One character on servers; SQLite has no such type.
    @Column(
      database === 'sqlite'
        ? { type: 'varchar', length: 1, nullable: true }
        : { type: 'char', nullable: true },
    )
    letter!: string | null;
  }
  return Tag;
}

const tags: Fixture = {
  entities: (database) => [tagOn(database)],
  options: { limits: { valueLength: 3 } },
  fill: async () => {},
};

forEachDatabase(tags, (stage) => {
  test.each([
    ['name', '😀😀😀', '😀😀😀😀'],
    ['letter', '😀', 'ab'],
  ])('%s holds %s, not %s', async (field, text, longer) => {
    expect(entityOf(await stage.client.post('/tags', { [field]: text }))[field]).toBe(text);
    const faults = expectProblem(
      await stage.client.post('/tags', { [field]: longer }),
      400,
      'invalid_request',
    );
    expect(places(faults)).toEqual([`/${field}`]);
  });

  test('a value of a query is as long as the document says', async () => {
    expect((await stage.client.get(`/tags?name.eq=${encodeURIComponent('😀😀😀')}`)).status).toBe(200);
    expect((await stage.client.get(`/tags?name.eq=${encodeURIComponent('😀😀😀😀')}`)).status).toBe(400);
    expect((await stage.client.get('/tags?name.eq=abcd')).status).toBe(400);
  });
});
