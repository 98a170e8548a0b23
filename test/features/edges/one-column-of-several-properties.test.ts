// One column of the table with several decorators or properties: one member each, in filters, bodies, answers and the document.
import { Filter, FilterEdge, FilterGroupArray, FilterGroupEqual, Sortable } from '@decorest/core';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  RelationId,
  type DataSource,
  type Relation,
} from 'typeorm';
import { contentOf } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

@Entity('writer')
class Writer {
  @PrimaryGeneratedColumn() @Filter(FilterGroupEqual) id!: number;
  @OneToMany(() => Letter, (letter) => letter.author) letters!: Relation<Letter>[];
  @Column('simple-array', { nullable: true })
  @RelationId((writer: Writer) => writer.letters)
  letterIds!: string[] | null;
}

@Entity('shelf')
class Shelf {
  @PrimaryColumn('int') room!: number;
  @PrimaryColumn('int') no!: number;
}

@Entity('letter')
class Letter {
  @PrimaryGeneratedColumn() id!: number;

  @ManyToOne(() => Writer, (writer) => writer.letters, { nullable: false })
  @JoinColumn({ name: 'authorId' })
  @Filter(FilterEdge)
  author!: Relation<Writer>;

  @Column('int')
  @RelationId((letter: Letter) => letter.author)
  @Filter(FilterGroupEqual, FilterGroupArray)
  @Sortable()
  authorId!: number;

  @ManyToOne(() => Writer, { nullable: true })
  @JoinColumn({ name: 'reader_id' })
  reader!: Relation<Writer> | null;

  @RelationId((letter: Letter) => letter.reader)
  @Column({ name: 'reader_id', type: 'int', nullable: true })
  @Filter(FilterGroupEqual)
  readerId!: number | null;

  @ManyToOne(() => Writer, { nullable: true }) editor!: Relation<Writer> | null;
  @RelationId((letter: Letter) => letter.editor) @Filter(FilterGroupEqual) editorId!: number | null;

  @ManyToOne(() => Shelf, { nullable: true })
  @JoinColumn([
    { name: 'room', referencedColumnName: 'room' },
    { name: 'shelf_no', referencedColumnName: 'no' },
  ])
  shelf!: Relation<Shelf> | null;

  @Column('int', { nullable: true }) @Filter(FilterGroupEqual) room!: number | null;
  @Column({ name: 'shelf_no', type: 'int', nullable: true }) shelfNo!: number | null;
}

@Entity('reply')
class Reply {
  @PrimaryGeneratedColumn() id!: number;
  @ManyToOne(() => Writer, { nullable: true })
  @JoinColumn({ name: 'writer_id' })
  from!: Relation<Writer> | null;
  @ManyToOne(() => Writer, { nullable: true, createForeignKeyConstraints: false })
  @JoinColumn({ name: 'writer_id' })
  sender!: Relation<Writer> | null;
}

const fixture = {
  entities: [Writer, Shelf, Letter, Reply],
  options: {},
  fill: async (dataSource: DataSource) => {
    await dataSource.getRepository(Writer).insert([{}, {}]);
    await dataSource.getRepository(Shelf).insert({ room: 4, no: 2 });
  },
};

const letter = { author: 1, reader: 2, editor: 2, shelf: '4,2' };
const shown = { authorId: 1, readerId: 2, editorId: 2, room: 4, shelfNo: 2 };

forEachDatabase(fixture, (stage) => {
  test('an answer has each member once, as find() has it', async () => {
    const answer = await stage.client.post('/letters', letter);
    expect(answer.json).toMatchObject(shown);
    for (const name of Object.keys(shown)) expect(answer.text.split(`"${name}":`)).toHaveLength(2);
    const [found] = await stage.dataSource.getRepository(Letter).find();
    expect(found).toMatchObject(shown);
  });

  test.each([
    'authorId.eq=1',
    'authorId.in=1&authorId.in=9',
    'author.id.eq=1',
    'readerId.eq=2',
    'editorId.eq=2',
    'room.eq=4',
    'sort=-authorId',
  ])('GET /letters?%s', async (query) => {
    await stage.client.post('/letters', letter);
    expect(contentOf(await stage.client.get(`/letters?${query}`))).toHaveLength(1);
  });

  test('the edges write the columns', async () => {
    for (const name of ['authorId', 'readerId', 'editorId', 'room', 'shelfNo']) {
      const [fault] = expectProblem(
        await stage.client.post('/letters', { ...letter, [name]: 1 }),
        400,
        'invalid_request',
      );
      expect(fault).toMatchObject({ pointer: `/${name}`, code: 'unknown_key' });
    }
    await stage.client.post('/letters', letter);
    await stage.client.patch('/letters/1', { author: 2, reader: null });
    expect((await stage.client.get('/letters/1')).json).toMatchObject({
      ...shown,
      authorId: 2,
      readerId: null,
    });
  });

  test('two edges of one column are set together, or either', async () => {
    const body = { from: 1, sender: 2 };
    for (const answer of [await stage.client.post('/replies', body), await stage.client.post('/replies', {})])
      if (answer.status !== 201)
        expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
          { pointer: '/sender', code: 'conflict' },
        ]);
    expect(await stage.dataSource.getRepository(Reply).count()).toBe(1);
    await stage.client.patch('/replies/1', { sender: 2 });
    expect((await stage.client.get('/replies/1/from')).json).toMatchObject({ id: 2 });
    expectProblem(await stage.client.patch('/replies/1', body), 400, 'invalid_request');
    expect((await stage.client.post('/replies', { from: 1, sender: 1 })).status).toBe(201);
  });
});
