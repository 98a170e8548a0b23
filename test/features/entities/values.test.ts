// How values of each kind go in, come out and are filtered, and how names of several words are spelled.
import { entityOf, valuesOf } from '../../support/collection.js';
import { readings } from '../../support/fixtures/reading.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';

const path = '/sensor-readings';

forEachDatabase(readings, (stage) => {
  test.each([
    ['serial', '9223372036854775807'],
    ['serial', '-9223372036854775808'],
    ['serial', '9007199254740993'],
    ['serial', '0'],
    ['heat', 36.6],
    ['heat', 0.1],
    ['heat', 1e300],
    ['heat', -5e-324],
    ['heat', 5],
    ['isValid', true],
    ['isValid', false],
    ['onDay', '2024-02-29'],
    ['onDay', '0001-01-01'],
    ['rawData', { a: [1, 'x', null, { b: true }], ключ: '\u2028' }],
    ['rawData', {}],
  ])('%s: %j comes back as it went in', async (field, value) => {
    const created = await stage.client.post(path, { [field]: value });
    expect({ status: created.status, value: entityOf(created)[field] }).toEqual({ status: 201, value });
    const target = `${path}/${String(entityOf(created).id)}`;
    expect((await stage.client.get(target)).text).toBe(created.text);
    expect((await stage.client.patch(target, { [field]: null })).json).toHaveProperty(field, null);
    expect((await stage.client.patch(target, { [field]: value })).json).toHaveProperty(field, value);
  });

  test.each([
    ['serial', 10],
    ['serial', '9223372036854775808'],
    ['serial', '01'],
    ['serial', '1.0'],
    ['serial', ''],
    ['heat', '36.6'],
    ['isValid', 1],
    ['isValid', 'true'],
    ['onDay', '2023-02-29'],
    ['onDay', '2023-2-9'],
    ['onDay', '2023-02-09T00:00:00Z'],
    ['rawData', 'text'],
    ['rawData', [1]],
  ])('%s: %j is refused', async (field, value) => {
    const faults = expectProblem(await stage.client.post(path, { [field]: value }), 400, 'invalid_request');
    expect(new Set(places(faults))).toEqual(new Set([`/${field}`]));
    expect(stage.statements.texts).toEqual([]);
  });

  test('a number too large for a number is refused', async () => {
    expect((await stage.client.post(path, '{"heat":1e400}')).status).toBe(400);
  });

  test('large integers are compared and sorted as numbers, without rounding', async () => {
    for (const serial of ['9007199254740993', '9007199254740992', '9'])
      await stage.client.post(path, { serial });
    const above = await stage.client.get(`${path}?serial.gt=9007199254740992`);
    expect(valuesOf(above, 'serial')).toEqual(['9007199254740993']);
    const sorted = await stage.client.get(`${path}?sort=-serial`);
    expect(valuesOf(sorted, 'serial')).toEqual(['9007199254740993', '9007199254740992', '10', '9']);
  });

  test('absent values are null, in declared order', async () => {
    const answer = await stage.client.get(`${path}/1`);
    expect(answer.text).toBe(
      '{"id":1,"serial":"10","heat":null,"isValid":null,"onDay":null,"rawData":null,"edges":{}}',
    );
  });

  test('a path of several words is spelled in kebab case, a key as declared', async () => {
    await stage.client.post(path, { basedOn: 1 });
    expect((await stage.client.get(`${path}/2/based-on`)).json).toMatchObject({ id: 1 });
    expect(valuesOf(await stage.client.get(`${path}/1/later-readings`), 'id')).toEqual([2]);
    expect((await stage.client.patch(`${path}/1`, { remove_laterReadings: [2] })).status).toBe(200);
    expect(valuesOf(await stage.client.get(`${path}?sort=laterReadings.count`), 'id')).toEqual([1, 2]);
  });
});

forEachDatabase({ ...readings, options: { naming: 'snake_case' } }, (stage) => {
  test('naming snake_case changes keys, filters and sort keys at once', async () => {
    const created = await stage.client.post(path, { is_valid: true, on_day: '2024-02-29', based_on: 1 });
    expect(created.json).toMatchObject({ id: 2, is_valid: true, on_day: '2024-02-29', raw_data: null });
    const answer = await stage.client.get(`${path}?is_valid.eq=true&on_day.in=2024-02-29&sort=is_valid`);
    expect(valuesOf(answer, 'id')).toEqual([2]);
    expect((await stage.client.get(`${path}?sort=later_readings.count`)).status).toBe(200);
    expect((await stage.client.patch(`${path}/1`, { remove_later_readings: [2] })).status).toBe(200);
    expect((await stage.client.get(`${path}?isValid.eq=true`)).status).toBe(400);
  });
});
