// A value of a kind is read alike wherever it stands: in a path, a filter, `where`, a body, a row of a bulk write. UUIDs are
// read in any case (RFC 9562, 4) and shown in lower case; the empty text is a text.
import {
  AllowClientIDs,
  Bulk,
  EagerLoad,
  EdgeUpdateBulk,
  Filter,
  FilterEQ,
  FilterEdge,
  FilterGroupArray,
  FilterHasAny,
  Schema,
} from '@decorest/core';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { contentOf, entityOf, valuesOf } from '../../support/collection.js';
import { onEachDatabase } from '../../support/direct-stage.js';

@Entity()
@AllowClientIDs()
@Bulk()
class Author {
  @PrimaryColumn('uuid') @Filter(FilterEQ, FilterGroupArray) id!: string;
  @Column('varchar') @Filter(FilterEQ, FilterGroupArray) name!: string;
  @Column('simple-json')
  @Schema({ type: 'array', items: { type: 'string' } })
  @Filter(FilterHasAny)
  tags!: string[];
  @OneToMany(() => Book, (book) => book.author) @EdgeUpdateBulk() books!: Relation<Book>[];
}

@Entity()
class Book {
  @PrimaryGeneratedColumn() id!: number;
  @Column('uuid', { nullable: true }) @Filter(FilterEQ) isbn!: string | null;
  @ManyToOne(() => Author, (author) => author.books)
  @EagerLoad()
  @Filter(FilterEdge)
  author!: Relation<Author>;
}

const lower = '0000000b-0000-4000-8000-00000000000a';
const upper = lower.toUpperCase();
const other = '0000000c-0000-4000-8000-00000000000a';

onEachDatabase(
  { entities: [Author, Book], options: { where: true }, fill: async () => undefined },
  (stage) => {
    beforeEach(async () => {
      await stage.database.empty();
      for (const [id, name, tags] of [
        [upper, '', ['', 'a']],
        [other, 'ada', ['b']],
      ] as const)
        expect((await stage.client.post('/authors', { id, name, tags })).status).toBe(201);
      expect((await stage.client.post('/books', { author: upper, isbn: upper })).status).toBe(201);
    });

    test.each([
      `/authors/${upper}`,
      `/authors?id.eq=${upper}`,
      `/authors?id.in=${upper}`,
      `/authors?where=${encodeURIComponent(JSON.stringify({ 'id.eq': upper }))}`,
      `/authors/${upper}/books`,
      `/books?author.id.eq=${upper}`,
      `/books?isbn.eq=${upper}`,
      `/books?where=${encodeURIComponent(JSON.stringify({ 'author.id.in': [upper] }))}`,
    ])('a UUID in upper case: %s', async (target) => {
      const answer = await stage.client.get(target);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(lower);
      expect(answer.text).not.toContain(upper);
      expect(answer.text).not.toContain(other);
    });

    test('a UUID in upper case in writes', async () => {
      const renamed = await stage.client.patch(`/authors/${upper}`, { name: 'Bo' });
      expect(entityOf(renamed)).toMatchObject({ id: lower, name: 'Bo' });
      expect((await stage.client.patch('/authors/bulk', [{ id: upper, name: 'Cy' }])).status).not.toBe(404);
      const [book] = contentOf(await stage.client.get('/books'));
      const moved = await stage.client.patch(`/books/${String(book?.id)}`, { author: other.toUpperCase() });
      expect(moved.text).toContain(other);
      expect((await stage.client.delete(`/authors?id.eq=${upper}`)).json).toMatchObject({ affected: 1 });
      expect((await stage.client.get(`/authors/${upper}`)).status).toBe(404);
    });

    test.each([
      ['name.eq=', ['']],
      ['name.in=', ['']],
      ['name.in=&name.in=ada', ['', 'ada']],
      ['name.notIn=', ['ada']],
      ['tags.any=', ['']],
      ['tags.any=&tags.any=b', ['', 'ada']],
      [`where=${encodeURIComponent('{"name.in":["","ada"]}')}`, ['', 'ada']],
    ])('the empty text: %s', async (query, names) => {
      expect(valuesOf(await stage.client.get(`/authors?${query}`), 'name')).toEqual(names);
    });

    test.each([
      'id.in=',
      'id.eq=',
      `id.eq=${lower}0`,
      `id.eq={${lower}}`,
      `id.eq=${lower.replaceAll('-', '')}`,
    ])('no UUID: %s', async (query) => {
      expect((await stage.client.get(`/authors?${query}`)).status).toBe(400);
    });
  },
);
