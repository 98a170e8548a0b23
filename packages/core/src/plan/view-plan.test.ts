// The views that requests ask for: their shape keys, their slots, and when they are the default view.
import { planRequests, type RequestPlanner } from '../../../../test/support/plan-request.js';
import { archiveEntities } from '../../../../test/features/including/archive-entities.js';

let planner: RequestPlanner;

beforeAll(async () => {
  planner = await planRequests(archiveEntities);
});

async function keyOf(target: string): Promise<string> {
  return (await planner.select(`GET ${target}`)).shape.key;
}

test('the default view adds nothing to the key of a shape', async () => {
  for (const target of ['/authors', '/authors/1', '/works']) {
    const { shape } = await planner.select(`GET ${target}`);
    expect(shape).toMatchObject({ view: null, keptFrom: 'first use' });
  }
  for (const query of [
    'include=prizes',
    'fields=id,name,motto,address',
    'include=prizes&fields=address,motto,name',
  ])
    expect(await planner.select(`GET /authors?${query}`)).toEqual(await planner.select('GET /authors'));
});

test('a view is part of the key, and its shape is kept from the second use on', async () => {
  const { shape } = await planner.select('GET /authors?fields=name');
  expect(shape).toMatchObject({
    keptFrom: 'second use',
    view: { fields: { names: new Set(['id', 'name']) } },
  });
  expect(shape.key).toBe(`${await keyOf('/authors')};f3`);
  expect(await keyOf('/authors/1?include=')).toBe(`${await keyOf('/authors/1')};i4x`);
  expect(await keyOf('/works/1?include=author.mentor,reviews')).toBe('Work of any class by id;i0(0),1');
});

test('the order of names does not change the shape, that of sort keys does', async () => {
  const ask = (first: string, second: string) =>
    keyOf(`/authors?include=${first}&works.sort=${second}&fields=name,motto`);
  expect(await ask('works,mentor', 'title')).toBe(await ask('mentor,works', 'title'));
  expect(await ask('works', 'title,year')).not.toBe(await ask('works', 'year,title'));
  expect(await ask('works', 'title')).not.toBe(await ask('works', '-title'));
});

test('limits take slots before those of the page, and do not change the shape', async () => {
  const query = 'include=works.reviews,prizes&works.reviews.limit=2&works.limit=7&prizes.limit=1';
  const { values, shape } = await planner.select(`GET /authors?page=3&${query}`);
  expect(values).toEqual([7, 2, 1, 10, 20]);
  const [works, prizes] = shape.view?.edges ?? [];
  expect(works).toMatchObject({ rows: { limit: { by: 'slot', slot: 0 } } });
  expect(works?.view.edges[0]).toMatchObject({ rows: { limit: { by: 'slot', slot: 1 } } });
  expect(prizes).toMatchObject({ rows: { limit: { by: 'slot', slot: 2 } } });
  expect(await keyOf(`/authors?${query}`)).toBe(await keyOf(`/authors?${query.replace('=7', '=6')}`));
});

test('all faults are collected', async () => {
  const query = 'fields=nosuch&include=nosuch&works.limit=0&pupils.sort=nosuch&nosuch=1';
  expect(await planner.faults(`GET /authors?${query}`)).toEqual([
    'nosuch unknown_parameter',
    'fields malformed_parameter',
    'include malformed_parameter',
  ]);
  expect(await planner.faults('GET /authors?include=works,pupils&works.limit=0&pupils.sort=nosuch')).toEqual([
    'pupils.sort malformed_parameter',
    'works.limit out_of_range',
  ]);
});

test('the embedded entities are counted by the limits of named paths', async () => {
  const nodes = (query: string) => planner.faults(`GET /authors?${query}`);
  expect(await nodes('per_page=100&include=works&works.limit=100')).toEqual([]);
  expect(await nodes('per_page=100&include=works&works.limit=101')).toEqual(['include too_many']);
  expect(await nodes('per_page=50&include=works.reviews&works.limit=40&works.reviews.limit=4')).toEqual([]);
  expect(await nodes('per_page=50&include=works.reviews&works.limit=40&works.reviews.limit=5')).toEqual([
    'include too_many',
  ]);
});

test('more paths than limits.includes', async () => {
  const few = await planRequests(archiveEntities, { limits: { includes: 2 } });
  expect(await few.faults('GET /authors?include=works,pupils')).toEqual([]);
  expect(await few.faults('GET /authors?include=works,pupils,mentor')).toEqual(['include too_many']);
});
