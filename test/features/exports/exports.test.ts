// Exports: the whole list as NDJSON or CSV, chosen by `Accept`, in batches, with a limit.
import {
  EagerLoad,
  Export,
  ExportLimit,
  Filter,
  FilterEQ,
  FilterGTE,
  Schema,
  SchemaObjectAny,
  Sortable,
} from '@decorest/core';
import { parse } from 'csv-parse/sync';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { forEachMount, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

class Size {
  @Column({ type: 'int', nullable: true }) height!: number | null;
}

@Entity()
@Export('csv')
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Book, (book) => book.shelf) @ExportLimit(2) books!: Book[];
}

@Entity()
@Export('ndjson', 'csv')
@ExportLimit(1300)
class Book {
  @PrimaryGeneratedColumn() id!: number;
  @Column() @Filter(FilterEQ) @Sortable() title!: string;
  @Column({ type: 'int', nullable: true }) @Filter(FilterGTE) @Sortable() pages!: number | null;
  @Column({ type: 'decimal', precision: 8, scale: 2 }) price!: string;
  @Column({ type: 'simple-json', nullable: true }) @Schema(SchemaObjectAny) notes!: object | null;
  @Column(() => Size) size!: Size;
  @ManyToOne(() => Shelf, (shelf) => shelf.books, { nullable: true })
  @EagerLoad()
  shelf!: Relation<Shelf> | null;
}

@Entity()
class Plain {
  @PrimaryGeneratedColumn() id!: number;
}

const titles = ['plain', 'a, b', 'say "hi"', 'two\nlines', '', ' blanks ', '=1+1', '-x', 'ä€😀'];
const rowCount = 1203;

const library: Fixture = {
  entities: [Shelf, Book, Plain],
  options: {},
  fill: async (dataSource) => {
    await dataSource.getRepository(Shelf).insert([{ name: 'Low' }, { name: 'High' }]);
    const rows = Array.from({ length: rowCount }, (_, n) => ({
      title: titles[n % titles.length] ?? '',
      pages: n % 5 === 0 ? null : n % 300,
      price: (n / 4).toFixed(2),
      notes: n % 7 === 0 ? null : { tags: ['x', `${n}`] },
      size: { height: n % 3 === 0 ? null : n },
      shelf: n % 4 === 0 ? null : { id: 1 + (n % 2) },
    }));
    for (let at = 0; at < rows.length; at += 200)
      await dataSource.getRepository(Book).insert(rows.slice(at, at + 200));
  },
};

const csv = { accept: 'text/csv' };
const ndjson = { accept: 'application/x-ndjson' };

interface BookJson {
  readonly id: number;
  readonly title: string;
  readonly pages: number | null;
  readonly price: string;
  readonly notes: object | null;
  readonly size: { readonly height: number | null };
  readonly edges: { readonly shelf: { readonly id: number } | null };
}

forEachMount(library, (stage) => {
  const readAll = async (query: string): Promise<BookJson[]> => {
    const books: BookJson[] = [];
    for (let page = 1; ; page++) {
      const { json } = await stage.client.get(`/books?${query}&per_page=100&page=${page}`);
      const { content, is_last_page: isLast } = json as { content: BookJson[]; is_last_page: boolean };
      books.push(...content);
      if (isLast) return books;
    }
  };

  describe('NDJSON', () => {
    test.each(['sort=id', 'sort=-pages', 'sort=title,-pages', 'pages.gte=100&sort=pages'])(
      'the lines of ?%s are the entities of all pages',
      async (query) => {
        const { status, headers, text } = await stage.client.get(`/books?${query}`, ndjson);
        expect(status).toBe(200);
        expect(headers).toMatchObject({
          'content-type': 'application/x-ndjson; charset=utf-8',
          'content-disposition': 'attachment; filename="books.ndjson"',
          vary: 'Accept',
        });
        expect(headers).not.toHaveProperty('x-total-count');
        const lines = text.split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(await readAll(query));
      },
    );

    test('one statement counts, and one reads each batch of 500', async () => {
      stage.statements.clear();
      await stage.client.get('/books', ndjson);
      expect(stage.statements.texts.filter((text) => text.startsWith('SELECT'))).toHaveLength(4);
    });
  });

  describe('CSV', () => {
    test('an independent parser reads the values of the JSON', async () => {
      const { headers, text } = await stage.client.get('/books?sort=-pages', csv);
      expect(headers['content-disposition']).toBe('attachment; filename="books.csv"');
      const records = parse(text, { record_delimiter: '\r\n' });
      expect(records.shift()).toEqual(['id', 'title', 'pages', 'price', 'notes', 'size.height', 'shelf']);
      const expected = (await readAll('sort=-pages')).map((book) =>
        [
          book.id,
          book.title,
          book.pages,
          book.price,
          book.notes && JSON.stringify(book.notes),
          book.size.height,
          book.edges.shelf?.id,
        ].map((value) => String(value ?? '')),
      );
      expect(records).toEqual(expected);
    });

    test('NULL is empty, and the empty text is quoted', async () => {
      const { text } = await stage.client.get('/books?title.eq=&sort=id', csv);
      expect(text.split('\r\n')[1]).toBe('5,"",4,1.00,"{""tags"":[""x"",""4""]}",4,');
    });

    test('an empty list is its header', async () => {
      const { text } = await stage.client.get('/books?title.eq=none', csv);
      expect(text).toBe('id,title,pages,price,notes,size.height,shelf\r\n');
    });

    test('an empty list of lines is empty', async () => {
      expect(await stage.client.get('/books?title.eq=none', ndjson)).toMatchObject({ status: 200, text: '' });
    });

    test('the endpoint of an edge has its own limit', async () => {
      expectProblem(await stage.client.get('/shelves/1/books', csv), 400, 'invalid_request');
      const { text } = await stage.client.get('/shelves/1/books?pages.gte=298&title.eq=a,%20b', csv);
      expect(text.split('\r\n')).toHaveLength(4);
      expectProblem(await stage.client.get('/shelves/9/books', csv), 404, 'not_found');
    });
  });

  describe('Accept', () => {
    test.each(['*/*', 'application/json', 'text/csv;q=0.5, application/json', 'text/html, */*;q=0.8'])(
      '%s is JSON',
      async (accept) => {
        const { headers } = await stage.client.get('/books', { accept });
        expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept' });
      },
    );

    test('none of those offered is a 406 that names them', async () => {
      expect(await stage.client.get('/books', { accept: 'text/html' })).toMatchObject({
        status: 406,
        json: {
          detail: "The header 'Accept' excludes application/json, application/x-ndjson and text/csv.",
        },
      });
    });

    test('a list without exports has none of it', async () => {
      expectProblem(await stage.client.get('/plains', csv), 406, 'not_acceptable');
      expect((await stage.client.get('/plains')).headers).not.toHaveProperty('vary');
      expectProblem(await stage.client.get('/shelves', ndjson), 406, 'not_acceptable');
    });
  });

  test('HEAD has the headers, and holds no place', async () => {
    for (let n = 0; n < 6; n++) {
      const { status, headers, text } = await stage.client.send('HEAD', '/books', { headers: csv });
      expect({ status, text, type: headers['content-type'] }).toEqual({
        status: 200,
        text: '',
        type: 'text/csv; charset=utf-8',
      });
    }
  });

  test.each(['page=3', 'per_page=7', 'pretty=true', 'page=2&per_page=5'])(
    '?%s is a conflict',
    async (query) => {
      const faults = expectProblem(await stage.client.get(`/books?${query}`, csv), 400, 'invalid_request');
      expect(new Set(faults.map(({ code }) => code))).toEqual(new Set(['conflict']));
      expect(faults).toHaveLength(query.split('&').length);
    },
  );

  test('an order without places is a conflict', async () => {
    const faults = expectProblem(await stage.client.get('/books?sort=random', csv), 400, 'invalid_request');
    expect(faults).toMatchObject([{ parameter: 'sort', code: 'conflict' }]);
  });

  test('all faults are reported', async () => {
    const answer = await stage.client.get('/books?page=2&nosuch=1&pages.gte=x', csv);
    const faults = expectProblem(answer, 400, 'invalid_request');
    expect(faults.map(({ parameter }) => parameter)).toEqual(['page', 'nosuch', 'pages.gte']);
  });

  test('more rows than the limit are refused before the first byte', async () => {
    await stage.dataSource
      .getRepository(Book)
      .insert(Array.from({ length: 98 }, () => ({ title: 'more', price: '1', size: { height: 1 } })));
    const answer = await stage.client.get('/books', csv);
    const faults = expectProblem(answer, 400, 'invalid_request');
    expect(faults).toMatchObject([{ code: 'too_many' }]);
    expect(answer.text).toContain('more than 1300 rows');
    await stage.refill();
  });
});
