// limits.responseBytes: no answer is larger. A list that would be is refused; of one entity the eager edges are cut, so
// that it can always be read, changed and deleted.
import { EagerLoad, EdgeEndpoint, EdgeUpdateBulk, Schema, SchemaObjectAny } from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSource,
  type Relation,
} from 'typeorm';
import { edgesOf, entityOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';

@Entity()
class Folder {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  name!: string;

  /** Of any length, and so read as rows on every database. */
  @OneToMany(() => Letter, (letter) => letter.folder)
  @EagerLoad()
  @EdgeEndpoint(true)
  @EdgeUpdateBulk()
  letters!: Letter[];

  /** Short, and so printed by SQLite itself. */
  @OneToMany(() => Label, (label) => label.folder)
  @EagerLoad()
  labels!: Label[];
}

@Entity()
class Letter {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text')
  text!: string;

  @Index()
  @ManyToOne(() => Folder, (folder) => folder.letters, { nullable: true })
  folder!: Relation<Folder> | null;

  @ManyToOne(() => Drawer, (drawer) => drawer.letters, { nullable: true })
  drawer!: Relation<Drawer> | null;
}

@Entity()
class Label {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  text!: string;

  @Index()
  @ManyToOne(() => Folder, (folder) => folder.labels, { nullable: true })
  folder!: Relation<Folder> | null;
}

/** Has only edges whose rows are short. */
@Entity()
class Shelf {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  name!: string;

  @OneToMany(() => Book, (book) => book.shelf)
  @EagerLoad()
  books!: Book[];
}

@Entity()
class Book {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 80 })
  title!: string;

  @Index()
  @ManyToOne(() => Shelf, (shelf) => shelf.books, { nullable: true })
  shelf!: Relation<Shelf> | null;
}

/** Has an edge whose rows come after those that an answer has no room for. */
@Entity()
class Drawer {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToMany(() => Letter, (letter) => letter.drawer)
  @EagerLoad()
  letters!: Letter[];

  @OneToMany(() => Slip, (slip) => slip.drawer)
  @EagerLoad()
  slips!: Slip[];
}

@Entity()
class Slip {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @ManyToOne(() => Drawer, (drawer) => drawer.slips, { nullable: true })
  drawer!: Relation<Drawer> | null;
}

@Entity()
class Parcel {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'simple-json' })
  @Schema(SchemaObjectAny)
  content!: object;
}

const responseBytes = 20_000;

const archive = {
  entities: [Folder, Letter, Label, Shelf, Book, Drawer, Slip, Parcel],
  options: { limits: { responseBytes } },
  fill: async (dataSource: DataSource) => {
    const folders = dataSource.getRepository(Folder);
    await folders.insert([{ name: 'thick' }, { name: 'thin' }, { name: 'one long letter' }]);
    const letter = (id: number, length: number, char = 'x') => ({
      text: char.repeat(length),
      folder: { id },
    });
    await dataSource
      .getRepository(Letter)
      .insert([
        ...Array.from({ length: 60 }, () => letter(1, 1_000)),
        ...Array.from({ length: 3 }, () => letter(2, 1_000)),
        letter(3, responseBytes + 1),
      ]);
    await dataSource
      .getRepository(Label)
      .insert([1, 2, 3].map((id) => ({ text: `label ${id}`, folder: { id } })));
    await dataSource.getRepository(Shelf).insert([{ name: 'full' }]);
    const books = Array.from({ length: 400 }, (_, at) => ({
      title: `book ${at} `.padEnd(80, 'o'),
      shelf: { id: 1 },
    }));
    await dataSource.getRepository(Book).insert(books);
    await dataSource.getRepository(Drawer).insert([{}]);
    const ofDrawer = Array.from({ length: 30 }, () => ({ text: 'z'.repeat(1_000), drawer: { id: 1 } }));
    await dataSource.getRepository(Letter).insert(ofDrawer);
    for (let times = 0; times < 10; times++)
      await dataSource.getRepository(Slip).insert(Array.from({ length: 300 }, () => ({ drawer: { id: 1 } })));
    const parcels = Array.from({ length: 60 }, () => ({ content: { text: 'é'.repeat(500) } }));
    await dataSource.getRepository(Parcel).insert(parcels);
  },
};

onEachDatabase(archive, (stage) => {
  const bytesOf = async (target: string) => Buffer.byteLength((await stage.client.get(target)).text);

  test.each([
    '/letters?per_page=100',
    '/books?per_page=100&page=2&sort=-id',
    '/parcels?per_page=60',
    '/shelves',
    '/folders',
  ])('the list %s is refused, and the answer names the limit', async (target) => {
    const answer = await stage.client.get(target.replace('books?per_page=100&page=2', 'folders/1/letters?'));
    expectProblem(answer, 400, 'response_too_large');
    expect(answer.text).toContain('limits.responseBytes');
  });

  test('a list with more edges than fit is refused each time', async () => {
    for (let times = 0; times < 20; times++)
      expectProblem(await stage.client.get('/drawers'), 400, 'response_too_large');
    expect(entityOf(await stage.client.get('/drawers/1'))).toHaveProperty('truncated_edges');
  });

  test('fewer rows at once are answered', async () => {
    expect(await bytesOf('/letters?per_page=15')).toBeLessThanOrEqual(responseBytes);
    expect(await bytesOf('/parcels?per_page=10')).toBeLessThanOrEqual(responseBytes);
    expect(await bytesOf('/books?per_page=100')).toBeLessThanOrEqual(responseBytes);
  });

  test.each([
    ['/folders/1', 'letters'],
    ['/shelves/1', 'books'],
  ])('of %s the edge is cut to fit, and the entity says so', async (target, edge) => {
    const { json, text } = await stage.client.get(target);
    const entity = entityOf({ json } as never);
    const shown = edgesOf(entity)[edge] as readonly unknown[];
    expect(entity.truncated_edges).toEqual([edge]);
    expect(shown.length).toBeGreaterThan(10);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(responseBytes);
    // About as many as there is room for.
    expect(Buffer.byteLength(text)).toBeGreaterThan(0.85 * responseBytes);
  });

  test('an edge that fits is complete, and so are the other edges of the entity', async () => {
    expect(entityOf(await stage.client.get('/folders/2'))).not.toHaveProperty('truncated_edges');
    expect(entityOf(await stage.client.get('/folders/1'))).toMatchObject({
      edges: { labels: [{ text: 'label 1' }] },
    });
  });

  test('a single row that is too large leaves its parent readable', async () => {
    const folder = entityOf(await stage.client.get('/folders/3'));
    expect(folder).toMatchObject({ edges: { letters: [] }, truncated_edges: ['letters'] });
    expectProblem(await stage.client.get('/letters/64'), 400, 'response_too_large');
  });

  test('an entity with large edges is changed as any other', async () => {
    const changed = entityOf(await stage.client.patch('/folders/1', { name: 'thicker' }));
    expect(changed).toMatchObject({ name: 'thicker', truncated_edges: ['letters'] });
    expect(entityOf(await stage.client.patch('/shelves/1', { name: 'fuller' }))).toMatchObject({
      name: 'fuller',
    });
    const { id } = entityOf(await stage.client.post('/folders', { name: 'new', letters: [] }));
    expect((await stage.client.delete(`/folders/${String(id)}`)).status).toBe(204);
  });

  test('a write whose answer is too large is refused, and has written nothing', async () => {
    const text = 'y'.repeat(responseBytes + 1);
    const letters = async () => (await stage.client.get('/letters?per_page=1')).headers['x-total-count'];
    const before = await letters();
    expectProblem(await stage.client.post('/letters', { text }), 400, 'response_too_large');
    expectProblem(await stage.client.patch('/letters/1', { text }), 400, 'response_too_large');
    expect(await letters()).toBe(before);
    expect((await stage.client.get('/letters/1')).json).toMatchObject({ text: 'x'.repeat(1_000) });
  });

  test('a row that is too large is made shorter, or deleted', async () => {
    const path = '/letters/64';
    expectProblem(await stage.client.get(path), 400, 'response_too_large');
    expect((await stage.client.patch(path, { text: 'short' })).json).toMatchObject({ text: 'short' });
    expect((await stage.client.delete(path)).status).toBe(204);
  });

  test('an indented answer that is too large is sent as it is', async () => {
    const compact = await stage.client.get('/letters?per_page=15');
    expect((await stage.client.get('/labels?pretty=true')).text).toContain('\n');
    const indented = await stage.client.get('/books?per_page=100&pretty=true');
    expect(Buffer.byteLength(indented.text)).toBeLessThanOrEqual(responseBytes);
    expect(compact.status).toBe(200);
  });

  test('a connection goes on after an answer that was cut', async () => {
    for (let times = 0; times < 15; times++) {
      expectProblem(await stage.client.get('/letters?per_page=100'), 400, 'response_too_large');
      expect((await stage.client.get('/letters/1')).status).toBe(200);
    }
    await stage.client.patch('/folders/2', { name: 'thin' });
  });
});
