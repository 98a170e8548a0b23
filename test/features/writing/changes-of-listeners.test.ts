// Columns that listeners and hooks set before a write: what is stored of them is what `save()` stores, and nothing where they take
// back all changes.
import { Bulk, EdgeUpdateBulk, Filter, hooksFor } from '@decorest/core';
import {
  AfterUpdate,
  BeforeInsert,
  BeforeSoftRemove,
  BeforeUpdate,
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';

const longAgo = new Date('2001-02-03T04:05:06Z');
const told: string[] = [];

@Entity({ name: 'tags' })
class Tag {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) text!: string;
}

@Entity({ name: 'drafts' })
@Bulk()
class Draft {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 })
  @Filter('eq')
  title!: string;

  @Column('int', { default: 3 }) rank!: number;

  @Column({ length: 40, update: false, default: 'fixed' }) fixed!: string;

  @Column({ length: 40, insert: false, default: 'late' }) late!: string;

  @ManyToMany(() => Tag)
  @JoinTable({ name: 'draft_tags' })
  @EdgeUpdateBulk()
  tags!: Relation<Tag[]>;

  @CreateDateColumn() createdAt!: Date;

  @UpdateDateColumn() updatedAt!: Date;

  @DeleteDateColumn() deletedAt!: Date | null;

  @VersionColumn() version!: number;

  @BeforeInsert()
  begin(): void {
    if (this.title === 'late') this.late = 'set';
    setOwn(this);
  }

  @BeforeUpdate()
  change(): void {
    if (this.title === 'take back') this.title = 'first';
    if (this.title === 'take back but') Object.assign(this, { title: 'first', rank: 4 });
    if (this.title === 'take back, fix') Object.assign(this, { title: 'first', fixed: 'set' });
    if (this.title === 'take back, date') Object.assign(this, { title: 'first', updatedAt: longAgo });
    if (this.title === 'fix') this.fixed = 'set';
    setOwn(this);
  }

  @BeforeSoftRemove()
  end(): void {
    this.title = 'ended';
  }

  @AfterUpdate()
  changed(): void {
    told.push(this.title);
  }
}

/** Nothing but a hook observes it. */
@Entity({ name: 'sheets' })
class Sheet {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ length: 40 }) title!: string;

  @Column({ length: 40, update: false, default: 'fixed' }) fixed!: string;

  @UpdateDateColumn() updatedAt!: Date;

  @VersionColumn() version!: number;
}

type Own = Partial<Pick<Draft, 'title' | 'version' | 'createdAt' | 'updatedAt'>>;

/** Sets a column that the server sets otherwise. */
function setOwn(row: Own): void {
  if (row.title === 'version') row.version = 9;
  if (row.title === 'created') row.createdAt = longAgo;
  if (row.title === 'updated') row.updatedAt = longAgo;
}

const fixture: Fixture = {
  entities: [Tag, Draft, Sheet],
  options: {
    hooks: [
      hooksFor(Sheet, {
        before: {
          update: ({ entity }) => {
            setOwn(entity);
            entity.fixed = 'set';
          },
        },
      }),
    ],
  },
  async fill({ manager }) {
    await manager.insert(Tag, [{ text: 'red' }, { text: 'blue' }]);
    await manager.insert(Draft, [{ title: 'first' }, { title: 'first' }]);
    await manager.insert(Sheet, { title: 'first' });
  },
};

forEachDatabase(fixture, (stage) => {
  beforeEach(() => {
    told.length = 0;
  });

  test.each([
    ['take back', { version: 1 }],
    ['take back but', { version: 2, rank: 4 }],
    ['take back, fix', { version: 1, fixed: 'fixed' }],
    ['take back, date', { version: 2, updatedAt: longAgo }],
    ['fix', { version: 2, fixed: 'fixed' }],
    ['version', { version: 9 }],
    ['created', { version: 2, createdAt: longAgo }],
    ['updated', { version: 2, updatedAt: longAgo }],
    ['other', { version: 2, title: 'other' }],
  ])('an update to %j stores what save() stores', async (title, expected) => {
    const { manager } = stage.dataSource;
    const before = await read(stage, 2);
    await manager.save(Object.assign(await read(stage, 1), { title }));
    expect((await stage.client.patch('/drafts/2', { title })).status).toBe(200);
    const [saved, written] = [await read(stage, 1), await read(stage, 2)];
    expect(toComparable(written)).toEqual(toComparable(saved));
    expect(written).toMatchObject(expected);
    expect(told).toHaveLength(written.version === 1 ? 0 : 2);
    if (written.version === 1) expect(written).toEqual(before);
  });

  test.each(['late', 'version', 'created', 'updated', 'other'])(
    'a create of %j stores what save() stores',
    async (title) => {
      const { id } = await stage.dataSource.manager.save(Object.assign(new Draft(), { title }));
      const { status, json } = await stage.client.post('/drafts', { title });
      expect(status).toBe(201);
      const written = await read(stage, (json as { readonly id: number }).id);
      expect(toComparable(written)).toEqual(toComparable(await read(stage, id)));
    },
  );

  test('a soft delete stores nothing that a listener sets', async () => {
    await stage.dataSource.manager.softRemove(await read(stage, 1));
    await stage.client.delete('/drafts/2');
    const [removed, deleted] = [await read(stage, 1), await read(stage, 2)];
    expect(toComparable(deleted)).toEqual(toComparable(removed));
    expect(deleted).toMatchObject({ title: 'first', version: 2 });
  });

  test('an answer has the tag that the row had where all changes are taken back', async () => {
    const tag = String((await stage.client.get('/drafts/2')).headers.etag);
    const next = { 'If-Match': tag };
    const answer = await stage.client.patch('/drafts/2', { title: 'take back' }, next);
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe(tag);
    expect(answer.json).toMatchObject({ title: 'first', version: 1 });
    expect((await stage.client.patch('/drafts/2', { title: 'other' }, next)).status).toBe(200);
    expect((await stage.client.patch('/drafts/2', { title: 'take back' }, next)).status).toBe(412);
  });

  test('edges change, and the version with them, where a listener takes back the columns', async () => {
    const answer = await stage.client.patch('/drafts/2', { title: 'take back', add_tags: [1, 2] });
    expect(answer.json).toMatchObject({ title: 'first', version: 2 });
    expect((await stage.client.get('/drafts/2/tags')).json).toMatchObject({ total_count: 2 });
  });

  test('of many rows, those are written whose changes are not taken back', async () => {
    const answer = await stage.client.patch('/drafts', [
      { id: 1, title: 'take back' },
      { id: 2, title: 'other' },
    ]);
    expect(answer.json).toMatchObject({ affected: 2 });
    expect(told).toEqual(['other']);
    expect((await read(stage, 1)).version).toBe(1);
    expect((await read(stage, 2)).version).toBe(2);
    await stage.client.patch('/drafts?title.eq=first', { title: 'take back' });
    expect(told).toEqual(['other']);
    expect((await read(stage, 1)).version).toBe(1);
  });

  test('equal values are an update', async () => {
    expect((await stage.client.patch('/drafts/2', { title: 'first' })).json).toMatchObject({ version: 2 });
    expect(told).toEqual(['first']);
  });

  test.each([
    ['version', { version: 9 }],
    ['updated', { version: 2, updatedAt: longAgo }],
    ['other', { version: 2 }],
  ])('a hook of an update to %j sets what a listener may set', async (title, expected) => {
    expect((await stage.client.patch('/sheets/1', { title })).status).toBe(200);
    const sheet = await stage.dataSource.manager.findOneByOrFail(Sheet, { id: 1 });
    expect(sheet).toMatchObject({ title, fixed: 'fixed', ...expected });
  });
});

function read({ dataSource }: Stage, id: number): Promise<Draft> {
  return dataSource.manager.findOneOrFail(Draft, { where: { id }, withDeleted: true });
}

/** Without the key, and times without what differs between two writes. */
function toComparable(row: Draft): object {
  const entries = Object.entries(Object.assign({}, row, { id: null })).map(([name, value]) => [
    name,
    value instanceof Date && value.getTime() !== longAgo.getTime() ? 'a time' : value,
  ]);
  return Object.fromEntries(entries) as object;
}
