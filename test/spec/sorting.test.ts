// The section "Sorting" of the specification, 1 and 2.
import { valuesOf } from '../support/collection.js';
import { onEachDatabase } from '../support/direct-stage.js';
import { operationIn, schemaIn } from '../support/document-parts.js';
import { festival } from '../support/fixtures/festival.js';
import { expectProblem } from '../support/problem.js';

onEachDatabase(festival, (stage) => {
  const ids = async (target: string) => valuesOf(await stage.client.get(target), 'id');

  describe('Sorting', () => {
    test.each([
      ['id', '/visitors?sort=id', [1, 2, 3]],
      ['id, descending', '/visitors?sort=-id', [3, 2, 1]],
      ['a sortable field', '/line-up?sort=name', [1, 3, 2]],
      ['created_at', '/festivals?sort=createdAt&order=asc', [1, 2]],
      ['a field of an embedded object', '/festivals?sort=address.city', [2, 1]],
      ['<edge>.count', '/festivals?sort=stages.count', [2, 1]],
      ['-<edge>.count', '/genres?sort=-children.count', ['rock', 'punk', 'jazz']],
      ['<unique edge>.<field>', '/performances?sort=act.name', [1, 2, 3]],
      ['<edge>.<numeric field>.sum', '/visitors?sort=-tickets.price.sum', [1, 3, 2]],
      ['several keys', '/performances?sort=minutes,-day', [3, 1, 2]],
    ])('1. %s', async (_, target, sorted) => {
      expect(await ids(target)).toEqual(sorted);
    });

    test('1. random returns everything, once', async () => {
      expect((await ids('/line-up?sort=random')).sort()).toEqual([1, 2, 3]);
    });

    test.each(['website', 'sponsors', 'internalNotes', 'stages', 'nosuch', 'stages.name', 'random,id', ''])(
      '1. %s is not a sort key',
      async (key) => {
        expectProblem(await stage.client.get(`/festivals?sort=${key}`), 400, 'invalid_request');
      },
    );

    test('1. the document lists the keys', () => {
      const { document } = stage.client;
      const { schema } = operationIn(document, 'GET /stages')?.parameter('sort') ?? {};
      expect(schema).toMatchObject({ oneOf: [{ type: 'array' }, { const: 'random' }] });
      expect(schemaIn(document, 'StageSortKey')).toMatchObject({
        enum: expect.arrayContaining(['name', '-name', 'performances.minutes.sum']) as unknown,
      });
    });

    test('2. without a choice: by id, ascending', async () => {
      expect(await ids('/visitors')).toEqual([1, 2, 3]);
    });

    test('2. or by the default sort in the default order', async () => {
      expect(await ids('/festivals')).toEqual([2, 1]);
      expect(await ids('/genres')).toEqual(['rock', 'punk', 'jazz']);
      expect(await ids('/performances')).toEqual([2, 1, 3]);
    });
  });
});
