// `<path>.where`: it chooses among the rows that an edge embeds, and never leaves out one of their parents.
import { policyFor } from '@decorest/core';
import { contentOf, edgesOf, valuesOf, type EntityJson } from '../../support/collection.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { archive } from './archive.js';
import { Reply } from './archive-entities.js';

const conditions = [
  { 'year.gt': 1975 },
  { not: { 'year.gt': 1975 } },
  { 'year.null': true },
  { or: [{ 'title.eq': 'Work 1' }, { 'title.in': ['Work 3', 'Work 8'] }] },
  { 'some.reviews': { 'text.eq': 'fine' } },
  { 'none.reviews': { 'text.eq': 'fine' }, 'year.lt': 2000 },
  { 'reviews.text.eq': 'lost' },
];

forEachDatabase(archive, (stage) => {
  test.each(conditions)('%j: the rows are those of the edge’s own endpoint', async (condition) => {
    const where = encodeURIComponent(JSON.stringify(condition));
    for (const limit of [1, 2, 100]) {
      const query = `include=works&works.sort=-year&works.limit=${limit}&works.where=${where}`;
      const authors = contentOf(await stage.client.get(`/authors?${query}`));
      expect(authors).toHaveLength(4);
      for (const author of authors) {
        const target = `/authors/${String(author.id)}/works?sort=-year&per_page=${limit}&where=${where}`;
        const own = valuesOf(await stage.client.get(target), 'id');
        const works = edgesOf(author).works as readonly EntityJson[];
        expect(works.map(({ id }) => id)).toEqual(own);
      }
    }
  });

  test('deeper paths, and several conditions with values of their own', async () => {
    const where = (value: object) => encodeURIComponent(JSON.stringify(value));
    const query = `include=works,pupils.works&works.where=${where({ 'year.lt': 1985 })}&pupils.works.where=${where({ 'title.in': ['Work 5', 'Work 9'] })}&works.limit=9&pupils.works.sort=-id`;
    const [ann] = contentOf(await stage.client.get(`/authors?sort=id&per_page=1&${query}`));
    const edges = edgesOf(ann ?? {});
    expect((edges.works as readonly EntityJson[]).map(({ id }) => id)).toEqual([3, 4]);
    const [bo] = edges.pupils as readonly EntityJson[];
    expect((edgesOf(bo ?? {}).works as readonly EntityJson[]).map(({ id }) => id)).toEqual([9, 5]);
  });

  test('rows that a policy hides are not there for a condition, at any depth', async () => {
    const client = DirectClient.of(stage.dataSource, { policies: [policyFor(Reply, () => false)] });
    const where = encodeURIComponent(JSON.stringify({ 'replies.null': true }));
    for (const target of ['/works/1?include=reviews&reviews.where=', '/works/1/reviews?where=']) {
      const count = async (from: Pick<DirectClient, 'get'>) => {
        const { json } = await from.get(`${target}${where}`);
        const work = json as { edges?: { reviews: unknown[] }; content?: unknown[] };
        return (work.edges?.reviews ?? work.content)?.length;
      };
      expect([await count(stage.client), await count(client)]).toEqual([1, 3]);
    }
    const deeper = encodeURIComponent(JSON.stringify({ 'some.reviews': { 'replies.null': false } }));
    expect(contentOf(await client.get(`/authors/1/works?where=${deeper}`))).toEqual([]);
  });

  test.each([
    ['works.where={}', 'malformed_parameter', 'include=works'],
    ['works.where={"secret.eq":1}', 'unknown_key', 'include=works'],
    ['works.where={"year.gt":"1"}', 'wrong_type', 'include=works'],
    ['works.where={"year.gt":1}', 'conflict', 'include='],
    ['pupils.where={"id.eq":1}', 'unknown_parameter', 'include=pupils'],
  ])('%s is refused: %s', async (query, code, include) => {
    const [name = '', value = ''] = query.split('=');
    const answer = await stage.client.get(`/authors?${include}&${name}=${encodeURIComponent(value)}`);
    const faults = expectProblem(answer, 400, 'invalid_request');
    expect(faults).toMatchObject([{ parameter: name, code }]);
  });

  test('its filters count with the others', async () => {
    const or = Array.from({ length: 20 }, (_, year) => ({ 'year.gt': year }));
    const where = encodeURIComponent(JSON.stringify({ or: [...or, { 'year.lt': 0 }] }));
    const [fault] = expectProblem(
      await stage.client.get(`/authors?include=works&works.where=${where}`),
      400,
      'invalid_request',
    );
    expect(fault).toMatchObject({ parameter: 'works.where', code: 'too_many' });
  });
});
