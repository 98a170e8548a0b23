// The Server-Timing header. The client checks with every answer that the document declares it.
import { createApi } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { petstore } from '../../support/fixtures/petstore.js';
import { forEachDatabase } from '../../support/for-each-database.js';

const header = 'server-timing';

/** Names of the metrics; every one has a duration in milliseconds (W3C Server Timing, section 3.1). */
function metricsIn(value: string | undefined): string[] {
  return (value ?? '').split(', ').map((metric) => {
    const [, name = ''] = /^([a-z]+);dur=\d+\.\d{3}$/.exec(metric) ?? [];
    return name;
  });
}

forEachDatabase({ ...petstore, options: { ...petstore.options, serverTiming: true } }, (stage) => {
  test('serverTiming: false, or answers say how long each stage took', async () => {
    const stages = ['parse', 'plan', 'execute', 'render'];
    expect(metricsIn((await stage.client.get('/pets?per_page=2')).headers[header])).toEqual(stages);
    expect(metricsIn((await stage.client.get('/pets/1')).headers[header])).toEqual(stages);
    const created = await stage.client.post('/pets', { name: 'Tick', age: 1, type: 'DOG' });
    expect(created.status).toBe(201);
    expect(metricsIn(created.headers[header])).toEqual(stages);
  });

  test('a problem names the stages up to the one that failed', async () => {
    expect(metricsIn((await stage.client.get('/pets?nope=1')).headers[header])).toEqual(['parse', 'plan']);
    const notFound = await stage.client.get('/pets/99999');
    expect(metricsIn(notFound.headers[header]).slice(0, 3)).toEqual(['parse', 'plan', 'execute']);
  });

  test('requests that reach no stage have no header', async () => {
    expect((await stage.client.get('/nowhere')).headers).not.toHaveProperty(header);
  });
});

forEachDatabase(petstore, (stage) => {
  test('without the option neither answers nor the document have the header', async () => {
    expect((await stage.client.get('/pets/1')).headers).not.toHaveProperty(header);
    const api = createApi(stage.dataSource, petstore.options);
    expect(JSON.stringify(openApiDocument(api))).not.toContain('Server-Timing');
    const timed = createApi(stage.dataSource, { ...petstore.options, serverTiming: true });
    expect(openApiDocument(timed).components?.headers).toHaveProperty('Server-Timing');
  });
});
