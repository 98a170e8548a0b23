// Groups and their measures: what is counted, added, compared and sorted, and what is refused.
import { contentOf } from '../../support/collection.js';
import { forEachMount } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';
import { market } from './market.js';

forEachMount(market, (stage) => {
  const groups = async (query: string, path = '/sales/aggregate') =>
    contentOf(await stage.client.get(`${path}?${query}`));

  test('without keys, all rows are one group, and one statement reads it', async () => {
    expect(await groups('')).toEqual([{ count: 4 }]);
    expect(stage.statements.texts.filter((text) => text.startsWith('SELECT'))).toHaveLength(1);
    expect(await groups('measures=units.sum,count,units.count')).toEqual([
      { 'units.sum': '-3', count: 4, 'units.count': 3 },
    ]);
    expect(await groups('units.gt=100&measures=count,units.distinct,units.sum,units.avg,units.min')).toEqual([
      { count: 0, 'units.distinct': 0, 'units.sum': null, 'units.avg': null, 'units.min': null },
    ]);
  });

  test('no rows are no groups', async () => {
    const answer = await stage.client.get('/sales/aggregate?units.gt=100&group_by=kind');
    expect(answer.json).toEqual({
      page: 1,
      total_count: 0,
      last_page: 1,
      is_last_page: true,
      content: [],
    });
  });

  test('members come as asked: keys, then measures', async () => {
    const { text } = await stage.client.get(
      '/sales/aggregate?measures=units.avg,count&group_by=paid,kind&sort=-count,-paid',
    );
    expect(text).toContain(
      '[{"paid":true,"kind":"CASH","units.avg":"3.5","count":2},{"paid":false,"kind":"CARD","units.avg":"-10","count":2}]',
    );
  });

  test.each([
    ['units', 'units', [null, -10, 3, 4]],
    ['units&order=desc', 'units', [4, 3, -10, null]],
    ['paid', 'paid', [false, true]],
    ['stall', 'stall', [null, 1]],
    ['stall.name', 'stall.name', [null, 'Bread']],
    ['slot', 'slot', [null, '1,a%2Cb']],
    ['soldOn.year', 'soldOn.year', [null, '2026', '2027']],
    ['soldOn.quarter', 'soldOn.quarter', [null, '2026-Q1', '2027-Q1']],
    ['soldOn.month', 'soldOn.month', [null, '2026-01', '2027-01']],
    ['soldOn.week', 'soldOn.week', [null, '2026-W01', '2026-W05', '2026-W53']],
    ['soldOn.day', 'soldOn.day', [null, '2026-01-01', '2026-01-31', '2027-01-03']],
    ['soldAt.year', 'soldAt.year', [null, '2026', '2027']],
    ['soldAt.quarter', 'soldAt.quarter', [null, '2026-Q1', '2027-Q1']],
    ['soldAt.month', 'soldAt.month', [null, '2026-01', '2027-01']],
    ['soldAt.week', 'soldAt.week', [null, '2026-W01', '2026-W05', '2026-W53']],
    ['soldAt.day', 'soldAt.day', [null, '2026-01-01', '2026-01-31', '2027-01-03']],
    ['soldAt.hour', 'soldAt.hour', [null, '2026-01-01T00', '2026-01-31T23', '2027-01-03T12']],
  ])('group_by=%s', async (query, name, values) => {
    expect((await groups(`group_by=${query}`)).map((group) => group[name])).toEqual(values);
  });

  test('texts that differ in a letter or a blank are groups of their own, and different values', async () => {
    const found = await groups('group_by=item');
    expect(found.map(({ item }) => item).sort()).toEqual(['Rye', 'Rye ', null, 'rye'].sort());
    expect(found.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
    expect(await groups('measures=item.distinct,item.count')).toEqual([
      { 'item.distinct': 3, 'item.count': 3 },
    ]);
  });

  test.each([
    ['units', { sum: '-3', avg: '-1', min: -10, max: 4 }],
    [
      'points',
      {
        sum: '9223372036854775806',
        avg: '3074457345618258602',
        min: '-9223372036854775808',
        max: '9223372036854775807',
      },
    ],
    ['price', { sum: '7.55', avg: '2.516667', min: '-3.00', max: '10.50' }],
    ['weight', { sum: -0.75, avg: -0.25, min: -1.5, max: 0.5 }],
  ])('measures of %s', async (field, expected) => {
    const names = Object.keys(expected).map((name) => `${field}.${name}`);
    const [group] = await groups(`measures=${names.join()}`);
    expect(group).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, value]) => [`${field}.${name}`, value])),
    );
  });

  test('extremes of dates and instants', async () => {
    expect(await groups('measures=soldOn.min,soldOn.max,soldAt.min,soldAt.max,soldAt.distinct')).toEqual([
      {
        'soldOn.min': '2026-01-01',
        'soldOn.max': '2027-01-03',
        'soldAt.min': '2026-01-01T00:30:00.000Z',
        'soldAt.max': '2027-01-03T12:00:00.000Z',
        'soldAt.distinct': 3,
      },
    ]);
  });

  test('sums beyond 64 bits are exact, also when compared', async () => {
    const both = '18446744073709551614';
    expect(await groups('measures=points.sum&paid.eq=true')).toEqual([{ 'points.sum': both }]);
    const having = (condition: string) =>
      groups(`measures=points.sum&paid.eq=true&having.points.sum.${condition}`);
    expect(await having(`eq=${both}`)).toHaveLength(1);
    expect(await having('gt=18446744073709551613')).toHaveLength(1);
    expect(await having(`gt=${both}`)).toHaveLength(0);
    expect(await having(`gte=${both}`)).toHaveLength(1);
    expect(await having('lt=18446744073709551615')).toHaveLength(1);
    expect(await having(`lt=${both}`)).toHaveLength(0);
    expect(await having(`lte=${both}`)).toHaveLength(1);
    expect(await having('gt=-999999999999999999999999999999')).toHaveLength(1);
    expect(await having('lt=999999999999999999999999999999')).toHaveLength(1);
  });

  test.each([
    ['having.count.gte=2&measures=count', ['CARD', 'CASH']],
    ['having.count.gt=2&measures=count', []],
    ['having.units.count.eq=1&measures=units.count', ['CARD']],
    ['having.units.sum.lt=0&measures=units.sum', ['CARD']],
    ['having.units.avg.eq=3.5&measures=units.avg', ['CASH']],
    ['having.units.avg.gt=3.499999&measures=units.avg', ['CASH']],
    ['having.units.avg.gt=3.5&measures=units.avg', []],
    ['having.units.avg.gte=-10&measures=units.avg', ['CARD', 'CASH']],
    ['having.units.avg.gt=-10&measures=units.avg', ['CASH']],
    ['having.units.avg.lt=-9.999999&measures=units.avg', ['CARD']],
    ['having.points.avg.eq=9223372036854775807&measures=points.avg', ['CASH']],
    ['having.points.avg.gt=9223372036854775806.999999&measures=points.avg', ['CASH']],
    ['having.points.avg.lt=9223372036854775807&measures=points.avg', ['CARD']],
    ['having.points.avg.lt=9223372036854775808.5&measures=points.avg', ['CARD', 'CASH']],
    ['having.price.sum.eq=10.55&measures=price.sum', ['CASH']],
    ['having.price.sum.eq=10.550000000000001&measures=price.sum', []],
    ['having.price.sum.gt=10.549&measures=price.sum', ['CASH']],
    ['having.price.sum.lt=-2.999&measures=price.sum', ['CARD']],
    ['having.price.avg.eq=5.275&measures=price.avg', ['CASH']],
    ['having.price.avg.lte=5.274999&measures=price.avg', ['CARD']],
    ['having.price.min.gte=0.05&measures=price.min', ['CASH']],
    ['having.weight.sum.gt=0.5&measures=weight.sum', ['CASH']],
    ['having.weight.avg.eq=0.375&measures=weight.avg', ['CASH']],
    ['having.soldAt.max.lt=2026-06-01T00:00:00Z&measures=soldAt.max', ['CASH']],
    ['having.soldOn.min.eq=2026-01-01&measures=soldOn.min', ['CASH']],
    ['having.points.max.eq=9223372036854775807&measures=points.max', ['CASH']],
    ['having.item.distinct.eq=2&measures=item.distinct', ['CASH']],
  ])('%s', async (query, kinds) => {
    const found = await stage.client.get(`/sales/aggregate?group_by=kind&${query}`);
    expect(
      contentOf(found)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(kinds);
    expect(found.json).toMatchObject({ total_count: kinds.length });
  });

  test.each([
    ['sort=count', [1, 1, 2]],
    ['sort=-count', [2, 1, 1]],
    ['sort=count&order=desc', [2, 1, 1]],
    ['sort=units.sum', [2, 1, 1]],
    ['sort=-units.avg', [1, 1, 2]],
    ['sort=-points.avg', [1, 1, 2]],
    ['sort=-points.sum,units', [1, 1, 2]],
  ])('%s sorts the groups', async (query) => {
    const [name = ''] = /[a-z.]+/.exec(query.slice('sort='.length).replace('-', '')) ?? [];
    const up = await groups(
      `group_by=units&measures=count,units.sum,units.avg,points.avg,points.sum&${query}`,
    );
    const values = up.map((group) => (group[name] === null ? -Infinity : Number(group[name])));
    const sorted = [...values].sort((a, b) => a - b);
    expect(values).toEqual(/-|desc/.test(query) ? sorted.reverse() : sorted);
  });

  test('pages, X-Total-Count and Link are those of a list', async () => {
    const answer = await stage.client.get('/sales/aggregate?group_by=units&per_page=2&page=2');
    expect(answer.json).toMatchObject({ page: 2, total_count: 4, last_page: 2, is_last_page: true });
    expect(answer.headers['x-total-count']).toBe('4');
    expect(answer.headers.link).toContain('</sales/aggregate?group_by=units&per_page=2&page=1>; rel="prev"');
    const past = await stage.client.get('/sales/aggregate?group_by=units&per_page=2&page=3');
    expect(places(expectProblem(past, 400, 'invalid_request'))).toEqual(['page']);
    const head = await stage.client.send('HEAD', '/sales/aggregate');
    expect([head.status, head.text, head.headers['x-total-count']]).toEqual([200, '', '1']);
    const options = await stage.client.send('OPTIONS', '/sales/aggregate');
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expectProblem(await stage.client.post('/sales/aggregate', {}), 405, 'method_not_allowed');
  });

  test('the rows of an edge', async () => {
    const path = '/stalls/1/sales/aggregate';
    expect(await groups('group_by=kind&measures=count,price.sum', path)).toEqual([
      { kind: 'CASH', count: 2, 'price.sum': '10.55' },
    ]);
    expect(await groups('', path)).toEqual([{ count: 2 }]);
    expect(await groups('units.gt=100', path)).toEqual([{ count: 0 }]);
    expect(await groups('units.gt=100&group_by=kind', path)).toEqual([]);
    expect(await groups('having.count.gt=5', path)).toEqual([]);
    for (const query of ['', 'group_by=kind', 'having.count.gt=5'])
      for (const id of [2, 3])
        expectProblem(await stage.client.get(`/stalls/${id}/sales/aggregate?${query}`), 404, 'not_found');
    expectProblem(await stage.client.get('/stalls/x/sales/aggregate'), 404, 'not_found');
  });

  test.each([
    ['measures=nosuch', 'measures', 'malformed_parameter'],
    ['measures=', 'measures', 'malformed_parameter'],
    ['measures=count,', 'measures', 'malformed_parameter'],
    ['measures=count,count', 'measures', 'malformed_parameter'],
    ['measures=kind.sum', 'measures', 'malformed_parameter'],
    ['measures=note.count', 'measures', 'malformed_parameter'],
    ['measures=__proto__', 'measures', 'malformed_parameter'],
    ['measures=count&measures=count', 'measures', 'malformed_parameter'],
    ['group_by=kind,kind', 'group_by', 'malformed_parameter'],
    ['group_by=random', 'group_by', 'malformed_parameter'],
    ['group_by=soldAt', 'group_by', 'malformed_parameter'],
    ['group_by=stall.secret', 'group_by', 'malformed_parameter'],
    ['group_by=stall.nosuch', 'group_by', 'malformed_parameter'],
    ['group_by=', 'group_by', 'malformed_parameter'],
    ['group_by=kind,paid,units,item', 'group_by', 'too_many'],
    ['sort=kind', 'sort', 'malformed_parameter'],
    ['sort=units.sum', 'sort', 'malformed_parameter'],
    ['sort=random', 'sort', 'malformed_parameter'],
    ['order=up', 'order', 'malformed_parameter'],
    ['having.units.sum.gt=1', 'having.units.sum.gt', 'conflict'],
    ['having.count.gt=x', 'having.count.gt', 'malformed_parameter'],
    ['having.count.gt=-1', 'having.count.gt', 'out_of_range'],
    ['having.count.gt=9007199254740992', 'having.count.gt', 'out_of_range'],
    ['having.count.neq=1', 'having.count.neq', 'unknown_parameter'],
    ['having.kind.sum.eq=1', 'having.kind.sum.eq', 'unknown_parameter'],
    ['measures=units.sum&having.units.sum.gt=1.5', 'having.units.sum.gt', 'malformed_parameter'],
    ['measures=units.avg&having.units.avg.gt=1.5000001', 'having.units.avg.gt', 'out_of_range'],
    ['measures=units.min&having.units.min.gt=x', 'having.units.min.gt', 'malformed_parameter'],
    [
      'measures=points.sum&having.points.sum.gt=1000000000000000000000000000000',
      'having.points.sum.gt',
      'out_of_range',
    ],
    ['per_page=0', 'per_page', 'out_of_range'],
    ['page=0', 'page', 'out_of_range'],
    ['nosuch=1', 'nosuch', 'unknown_parameter'],
    ['pretty=x', 'pretty', 'malformed_parameter'],
    ['filter_op=xor', 'filter_op', 'malformed_parameter'],
  ])('?%s is refused before any statement', async (query, parameter, code) => {
    const faults = expectProblem(await stage.client.get(`/sales/aggregate?${query}`), 400, 'invalid_request');
    expect(faults).toEqual([expect.objectContaining({ parameter, code })]);
    expect(stage.statements.texts).toEqual([]);
  });

  test('hidden and missing names get the same fault', async () => {
    const fault = async (name: string) =>
      (await stage.client.get(`/sales/aggregate?group_by=stall.${name}`)).text
        .replaceAll(name, '')
        .replace(/"(instance|request_id)":"[^"]*"/g, '');
    expect(await fault('secret')).toBe(await fault('nosuch'));
  });

  test('the literal segment takes precedence over an id', async () => {
    expect(await groups('', '/labels/aggregate')).toEqual([{ count: 1 }]);
    const faults = expectProblem(
      await stage.client.post('/labels', { code: 'aggregate' }),
      400,
      'invalid_request',
    );
    expect(faults).toEqual([expect.objectContaining({ pointer: '/code', code: 'not_allowed' })]);
    expect((await stage.client.post('/labels', { code: 'Aggregate' })).status).toBe(201);
  });
});
