// Writes whose listeners, hooks or triggers set the delete date: the row is stored with it, as by `save()`. The answer shows the
// row as it was written, and reads no longer find it.
import {
  Bulk,
  EagerLoad,
  EdgeCreate,
  EdgeUpdateBulk,
  Filter,
  hooksFor,
  NestedCreate,
  policyFor,
  Restore,
} from '@decorest/core';
import {
  BeforeInsert,
  BeforeRecover,
  BeforeUpdate,
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VersionColumn,
  type FindOptionsWhere,
  type Relation,
} from 'typeorm';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';

const longAgo = new Date('2001-02-03T04:05:06Z');

@Entity({ name: 'folders' })
class Folder {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) name!: string;

  @OneToMany(() => Letter, (letter) => letter.folder)
  @EdgeCreate()
  @NestedCreate()
  letters!: Relation<Letter[]>;

  @DeleteDateColumn() deletedAt!: Date | null;

  @BeforeInsert()
  throwAway(): void {
    if (this.name === 'spam') this.deletedAt = longAgo;
  }
}

abstract class Post {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 })
  @Filter('eq')
  title!: string;

  @VersionColumn() version!: number;

  @DeleteDateColumn() deletedAt!: Date | null;
}

@Entity({ name: 'letters' })
@Bulk()
@Restore()
class Letter extends Post {
  @ManyToOne(() => Folder, (folder) => folder.letters, { nullable: true })
  @EagerLoad()
  @NestedCreate()
  folder!: Relation<Folder> | null;

  @ManyToMany(() => Folder)
  @JoinTable({ name: 'letter_copies' })
  @EdgeUpdateBulk()
  @NestedCreate()
  copies!: Relation<Folder[]>;

  @BeforeInsert()
  @BeforeUpdate()
  @BeforeRecover()
  throwAway(): void {
    if (this.title === 'spam') this.deletedAt = longAgo;
  }
}

/** No listener of its own: the statement that inserts it checks its foreign key. */
@Entity({ name: 'stamps' })
class Stamp {
  @PrimaryGeneratedColumn() id!: number;

  @ManyToOne(() => Folder)
  @EagerLoad()
  @NestedCreate()
  folder!: Relation<Folder>;
}

/** Its policies show few titles. */
@Entity({ name: 'notes' })
@Bulk()
class Note extends Post {
  @BeforeInsert()
  @BeforeUpdate()
  throwAway(): void {
    if (this.title === 'spam' || this.title === 'hidden') this.deletedAt = longAgo;
  }
}

/** Hooks delete it: by its date before the write, by a statement after it. */
@Entity({ name: 'cards' })
@Bulk()
class Card extends Post {}

/** A trigger deletes it. */
@Entity({ name: 'slips' })
@Bulk()
class Slip extends Post {}

function discard(card: Card): void {
  if (card.title === 'spam') card.deletedAt = longAgo;
}

const fixture: Fixture = {
  entities: [Folder, Letter, Stamp, Note, Card, Slip],
  options: {
    returnMinimal: true,
    policies: [policyFor(Note, () => ({ title: ['first', 'spam', 'other'] }))],
    hooks: [
      hooksFor(Card, {
        before: {
          create: ({ entity }) => {
            discard(entity);
          },
          update: ({ entity }) => {
            discard(entity);
          },
        },
        after: {
          async update({ entity, manager }) {
            if (entity.title === 'junk') await manager.softDelete(Card, entity.id);
          },
        },
      }),
    ],
  },
  async fill({ manager }) {
    await manager.insert(Folder, [{ name: 'a' }, { name: 'b' }]);
    for (const entity of [Letter, Note, Card, Slip])
      await manager.insert(entity, [{ title: 'first' }, { title: 'first' }]);
  },
};

forEachDatabase(fixture, (stage) => {
  beforeAll(() => createDeletingTrigger(stage));

  test('an update stores what save() stores, and answers with the row', async () => {
    const { manager } = stage.dataSource;
    const saved = await manager.save(Object.assign(await read(stage, Letter, 1), { title: 'spam' }));
    const { status, json, headers } = await stage.client.patch('/letters/2', { title: 'spam' });
    expect({ status, json }).toEqual({
      status: 200,
      json: { ...spam(2), version: 2, edges: { folder: null } },
    });
    const [stored, written] = [await read(stage, Letter, 1), await read(stage, Letter, 2)];
    expect(toComparable(written)).toEqual(toComparable(stored));
    expect(saved).toMatchObject({ title: 'spam', deletedAt: longAgo });
    expect((await stage.client.get('/letters/2')).status).toBe(404);
    const again = await stage.client.get('/letters/2?deleted=with');
    expect([again.json, again.headers.etag]).toEqual([json, headers.etag]);
  });

  test('a create stores what save() stores, and answers with the row', async () => {
    await stage.dataSource.manager.save(Object.assign(new Letter(), { title: 'spam' }));
    const { status, json } = await stage.client.post('/letters', { title: 'spam' });
    expect({ status, json }).toMatchObject({ status: 201, json: { ...spam(4), version: 1 } });
    expect(toComparable(await read(stage, Letter, 4))).toEqual(toComparable(await read(stage, Letter, 3)));
    expect((await stage.client.get('/letters/4')).status).toBe(404);
  });

  test('edges of the row are written with it', async () => {
    const answer = await stage.client.patch('/letters/2', { title: 'spam', folder: 1, add_copies: [1, 2] });
    expect(answer).toMatchObject({ status: 200, json: { ...spam(2), edges: { folder: { id: 1 } } } });
    const created = await stage.client.post('/letters', { title: 'spam', folder: 1, copies: [2] });
    expect(created).toMatchObject({ status: 201, json: { ...spam(3), edges: { folder: { id: 1 } } } });
    const links = await stage.dataSource.manager.find(Letter, {
      where: { title: 'spam' },
      relations: { copies: true },
      order: { id: 'ASC', copies: { id: 'ASC' } },
      withDeleted: true,
    });
    expect(links.map(({ copies }) => copies.map(({ id }) => id))).toEqual([[1, 2], [2]]);
  });

  test('answers without content', async () => {
    const minimal = { Prefer: 'return=minimal' };
    expect(await stage.client.patch('/letters/2', { title: 'spam' }, minimal)).toMatchObject({ status: 204 });
    expect(await stage.client.post('/notes', { title: 'spam' }, minimal)).toMatchObject({ status: 204 });
    expect(await stage.client.post('/notes/bulk', [{ title: 'spam' }], minimal)).toMatchObject({
      status: 204,
    });
    expect(await stage.client.post('/notes', { title: 'hidden' }, minimal)).toMatchObject({ status: 403 });
  });

  test('creates under an edge and in a body', async () => {
    const under = await stage.client.post('/folders/1/letters', { title: 'spam' });
    expect(under).toMatchObject({ status: 201, json: spam(3) });
    const nested = await stage.client.post('/folders', {
      name: 'c',
      letters: [{ title: 'spam' }, { title: 'b' }],
    });
    expect(nested).toMatchObject({ status: 201 });
    expect((await stage.client.get('/folders/3/letters')).json).toMatchObject({ total_count: 1 });
    expect(await read(stage, Letter, 4)).toMatchObject({ title: 'spam', deletedAt: longAgo });
  });

  test('rows that a body creates refer to those of its other rows that are deleted', async () => {
    const discarded = { name: 'spam' };
    const bodies = [
      ['/folders', { ...discarded, letters: [{ title: 'child' }] }],
      ['/letters', { title: 'child', folder: discarded }],
      ['/letters', { title: 'spam', copies: [discarded] }],
      ['/letters/bulk', [{ title: 'child', folder: discarded }]],
      ['/stamps', { folder: discarded }],
    ] as const;
    for (const [path, body] of bodies)
      expect([path, (await stage.client.post(path, body)).status]).toEqual([path, 201]);
    const letters = await stage.dataSource.manager.find(Letter, {
      relations: { folder: true, copies: true },
      order: { id: 'ASC' },
      withDeleted: true,
    });
    expect(letters.map(({ folder, copies }) => folder?.name ?? copies.map(({ name }) => name))).toEqual([
      [],
      [],
      'spam',
      'spam',
      ['spam'],
      'spam',
    ]);
    const [stamp] = await stage.dataSource.manager.find(Stamp, {
      relations: { folder: true },
      withDeleted: true,
    });
    expect(stamp).toMatchObject({ folder: { name: 'spam', deletedAt: longAgo } });
    // Later requests do not.
    expect((await stage.client.post('/letters', { title: 'b', folder: 3 })).status).toBe(400);
    expect((await stage.client.post('/folders/3/letters', { title: 'b' })).status).toBe(404);
  });

  test.each(['letters', 'notes', 'cards', 'slips'])('many %s', async (path) => {
    const created = await stage.client.post(`/${path}/bulk`, [{ title: 'spam' }, { title: 'other' }]);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject([
      { title: 'spam', deletedAt: expect.any(String) as string },
      { title: 'other', deletedAt: null },
    ]);
    const items = await stage.client.patch(`/${path}`, [{ id: 1, title: 'spam' }]);
    expect(items).toMatchObject({ status: 200, json: { affected: 1 } });
    const rows = await stage.client.patch(`/${path}?title.eq=other`, { title: 'spam' });
    expect(rows).toMatchObject({ status: 200, json: { affected: 1 } });
    expect((await stage.client.get(`/${path}`)).json).toMatchObject({ content: [{ id: 2 }] });
  });

  test.each(['notes', 'cards', 'slips'])('one of %s', async (path) => {
    const updated = await stage.client.patch(`/${path}/1`, { title: 'spam' });
    expect(updated).toMatchObject({ status: 200, json: { id: 1, title: 'spam', version: 2 } });
    expect(updated.json).not.toMatchObject({ deletedAt: null });
    const created = await stage.client.post(`/${path}`, { title: 'spam' });
    expect(created).toMatchObject({ status: 201, json: { id: 3, title: 'spam', version: 1 } });
    expect(created.json).not.toMatchObject({ deletedAt: null });
    expect((await stage.client.get(`/${path}`)).json).toMatchObject({ content: [{ id: 2 }] });
  });

  test('a policy that hides the row refuses the write', async () => {
    for (const request of [
      stage.client.patch('/notes/1', { title: 'hidden' }),
      stage.client.post('/notes', { title: 'hidden' }),
      stage.client.post('/notes/bulk', [{ title: 'hidden' }]),
      stage.client.patch('/notes', [{ id: 1, title: 'hidden' }]),
      stage.client.patch('/notes?title.eq=first', { title: 'hidden' }),
    ])
      expect(await request).toMatchObject({ status: 403 });
    expect((await stage.client.get('/notes')).json).toMatchObject({ total_count: 2 });
  });

  test('a hook deletes the row after the write', async () => {
    const { status, json } = await stage.client.patch('/cards/1', { title: 'junk' });
    expect({ status, json }).toMatchObject({ status: 200, json: { title: 'junk' } });
    expect(json).not.toMatchObject({ deletedAt: null });
    expect((await stage.client.get('/cards/1')).status).toBe(404);
  });

  test('a restore clears what a listener sets', async () => {
    await stage.client.patch('/letters/2', { title: 'spam' });
    expect(await stage.client.send('POST', '/letters/2/restore')).toMatchObject({
      status: 200,
      json: { title: 'spam', deletedAt: null },
    });
  });
});

function spam(id: number): object {
  return { id, title: 'spam', deletedAt: longAgo.toISOString() };
}

/** Without the key. */
function toComparable(row: Letter): object {
  return Object.assign({}, row, { id: null });
}

function read<T extends Post>({ dataSource }: Stage, entity: new () => T, id: number): Promise<T> {
  const where = { id } as FindOptionsWhere<T>;
  return dataSource.manager.findOneOrFail(entity, { where, withDeleted: true });
}

/** Deletes slips with the title 'spam' as they are written. */
async function createDeletingTrigger({ database, dataSource }: Stage): Promise<void> {
  if (database === 'postgres') {
    await dataSource.query(
      `CREATE FUNCTION discard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.title = 'spam' THEN NEW."deletedAt" = now(); END IF; RETURN NEW; END $$`,
    );
    await dataSource.query(
      'CREATE TRIGGER discard BEFORE INSERT OR UPDATE ON slips FOR EACH ROW EXECUTE FUNCTION discard()',
    );
    return;
  }
  for (const event of ['INSERT', 'UPDATE'])
    await dataSource.query(
      database === 'sqlite'
        ? `CREATE TRIGGER discard_${event} AFTER ${event} ON slips WHEN NEW.title = 'spam' BEGIN UPDATE slips SET deletedAt = CURRENT_TIMESTAMP WHERE id = NEW.id; END`
        : `CREATE TRIGGER discard_${event} BEFORE ${event} ON slips FOR EACH ROW BEGIN IF NEW.title = 'spam' THEN SET NEW.deletedAt = NOW(6); END IF; END`,
    );
}
