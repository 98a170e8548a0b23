// Exports while they run: clients that read slowly or leave, places that are taken, statements that fail.
import {
  ApiError,
  createApi,
  EagerLoad,
  Export,
  ExportLimit,
  Filter,
  FilterLTE,
  hooksFor,
  type Api,
  type ApiOptions,
} from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { RestController, restControllers, type RestRequest } from '@decorest/koa/routing-controllers';
import { get, type IncomingMessage } from 'node:http';
import Koa from 'koa';
import { JsonController, useKoaServer } from 'routing-controllers';
import { Column, Entity, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { textOf, wholeText } from '../../support/answer-text.js';
import { HttpClient } from '../../support/http-client.js';
import { listening, type Listening } from '../../support/raw-exchange.js';
import { ServerLog } from '../../support/server-log.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

@Entity()
@Export('ndjson', 'csv')
@ExportLimit(-1)
class Reading {
  @PrimaryGeneratedColumn() id!: number;
  @Column() value!: string;
  @Column('text') raw!: string;
}

@Entity()
class Writer {
  @PrimaryColumn() name!: string;
}

@Entity()
@Export('ndjson', 'csv')
class Note {
  @PrimaryGeneratedColumn() @Filter(FilterLTE) id!: number;
  @ManyToOne(() => Writer) @EagerLoad() writer!: Writer | null;
}

const rowCount = 3_000;
const ndjson = { accept: 'application/x-ndjson' };
let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabase('sqlite', [Reading, Note, Writer]);
  await database.dataSource.getRepository(Writer).insert({ name: '=ann' });
  await database.dataSource.getRepository(Note).insert([{ writer: { name: '=ann' } }, {}, {}]);
  const readings = database.dataSource.getRepository(Reading);
  for (let at = 0; at < rowCount; at += 500)
    await readings.insert(
      Array.from({ length: 500 }, (_, n) => ({ value: `=${at + n}`.padEnd(10_000, 'x'), raw: '{}' })),
    );
});
afterAll(() => database.close());

/** Serves the table as long as `use` runs. */
async function withServer(
  options: ApiOptions,
  use: (server: Listening, log: ServerLog) => Promise<void>,
): Promise<void> {
  const log = new ServerLog();
  const api = createApi(database.dataSource, { ...options, logger: log });
  const app = new Koa();
  app.use(restRouter(api).routes());
  const server = await listening(app);
  try {
    await use(server, log);
  } finally {
    server.close();
  }
}

function countReads(): number {
  return database.statements.texts.filter((text) => text.startsWith('SELECT')).length;
}

function open({ port }: Listening, accept = ndjson): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, path: '/readings', headers: accept, agent: false }, resolve).on('error', reject);
  });
}

async function textFrom(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of response) text += String(piece);
  return text;
}

test('a slow client makes the next batch wait, and gets all rows', async () => {
  await withServer({}, async (server) => {
    database.statements.clear();
    const response = await open(server);
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The sockets hold a part of 30 MB: the rest is not read from the database.
    expect(countReads()).toBeLessThan(6);
    expect((await textFrom(response)).split('\n')).toHaveLength(rowCount + 1);
    expect(countReads()).toBe(6);
  });
});

test('other requests have their turn between the pieces of an export that is read at once', async () => {
  const api = createApi(database.dataSource);
  const { body } = await api.handle({ method: 'GET', path: '/readings', headers: ndjson });
  if (typeof body === 'string' || body === null) throw new Error('The body is not in pieces.');
  let turns = 0;
  const countTurn = () => {
    turns++;
    next = setImmediate(countTurn);
  };
  let next = setImmediate(countTurn);
  let pieces = 0;
  for await (const piece of body) if (piece !== '') pieces++;
  clearImmediate(next);
  expect(pieces).toBeGreaterThan(100);
  expect(turns).toBeGreaterThanOrEqual(pieces);
});

test('one more than limits.exports is a 503, until one has ended or its client has left', async () => {
  await withServer({ limits: { exports: 1 } }, async (server) => {
    const first = await open(server);
    const second = await open(server);
    expect({ status: second.statusCode, after: second.headers['retry-after'] }).toEqual({
      status: 503,
      after: '5',
    });
    expect(await textFrom(second)).toContain('limits.exports');
    first.destroy();
    let third = await open(server);
    for (let n = 0; n < 100 && third.statusCode === 503; n++) {
      third.resume();
      await new Promise((resolve) => setTimeout(resolve, 10));
      third = await open(server);
    }
    expect((await textFrom(third)).split('\n')).toHaveLength(rowCount + 1);
    const fourth = await open(server);
    expect(fourth.statusCode).toBe(200);
    fourth.destroy();
  });
});

describe('a place among limits.exports is free again', () => {
  const start = (api: Api, signal?: AbortSignal) =>
    api.handle({ method: 'GET', path: '/readings', headers: ndjson, signal });

  test('HEAD takes none', async () => {
    const api = createApi(database.dataSource, { limits: { exports: 1 } });
    const head = () => api.handle({ method: 'HEAD', path: '/readings', headers: ndjson });
    expect((await Promise.all([head(), head(), start(api)])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
    expect((await head()).status).toBe(200);
    expect((await start(api)).status).toBe(503);
  });

  test('when the reader of the pieces stops', async () => {
    const api = createApi(database.dataSource, { limits: { exports: 1 } });
    const { body } = await start(api);
    expect((await start(api)).status).toBe(503);
    if (typeof body === 'string' || body === null) throw new Error('The body is not in pieces.');
    for await (const piece of body) if (piece !== '') break;
    expect((await start(api)).status).toBe(200);
  });

  test('when the client leaves before a piece is read', async () => {
    const api = createApi(database.dataSource, { limits: { exports: 1 } });
    const client = new AbortController();
    await start(api, client.signal);
    expect((await start(api)).status).toBe(503);
    client.abort();
    expect((await start(api)).status).toBe(200);
  });

  test('when the client leaves in between: the pieces end with an error, as they are not all', async () => {
    const api = createApi(database.dataSource, { limits: { exports: 1 } });
    const client = new AbortController();
    const { body } = await start(api, client.signal);
    if (typeof body === 'string' || body === null) throw new Error('The body is not in pieces.');
    const read = async () => {
      for await (const piece of body) if (piece !== '') client.abort();
    };
    await expect(read()).rejects.toMatchObject({ kind: 'cancelled' });
    expect((await start(api)).status).toBe(200);
  });

  test.each(['throws', 'answers something else'])('when a controller that asked for it %s', async (then) => {
    const api = createApi(database.dataSource, { limits: { exports: 1 } });
    let first = true;
    @JsonController()
    class Readings extends RestController(api, Reading) {
      override async list(request: RestRequest) {
        const rows = await super.list(request);
        if (!first) return rows;
        first = false;
        if (then === 'throws') throw new ApiError('forbidden');
        return [];
      }
    }
    const app = new Koa();
    app.use(restControllers(api));
    useKoaServer(app, { controllers: [Readings] });
    const server = await listening(app);
    // One connection: its end would end the export as well.
    const http = new HttpClient(server.port);
    try {
      expect((await http.send('GET', '/readings', { headers: ndjson })).status).toBe(
        then === 'throws' ? 403 : 200,
      );
      expect((await http.send('GET', '/readings', { headers: ndjson })).text.split('\n')).toHaveLength(
        rowCount + 1,
      );
    } finally {
      http.close();
      server.close();
    }
  });
});

test('a failure midway ends the connection, and is logged', async () => {
  await withServer({}, async (server, log) => {
    const response = await open(server);
    await database.dataSource.query('ALTER TABLE reading RENAME TO moved');
    try {
      await expect(textFrom(response)).rejects.toThrow('aborted');
      expect(log.failure).toMatchObject({ message: expect.stringContaining('no such table') as string });
    } finally {
      await database.dataSource.query('ALTER TABLE moved RENAME TO reading');
    }
  });
});

test('a failure of the first batch is a problem document', async () => {
  const hooks = [
    hooksFor(Reading, {
      before: {
        list: () => {
          throw new Error('not now');
        },
      },
    }),
  ];
  await withServer({ hooks }, async (server) => {
    const response = await open(server);
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toContain('problem+json');
    response.resume();
  });
});

test('hooks of the list run once, before the first row and after the last', async () => {
  const calls: string[] = [];
  const hooks = [
    hooksFor(Reading, {
      before: { list: () => void calls.push('before') },
      after: { list: () => void calls.push('after') },
    }),
  ];
  const api = createApi(database.dataSource, { hooks });
  const answer = await api.handle({ method: 'GET', path: '/readings', headers: ndjson });
  expect(calls).toEqual(['before']);
  await wholeText(answer);
  expect(calls).toEqual(['before', 'after']);
});

test('csvFormulas: texts that begin like a formula are kept, or quoted', async () => {
  const exported = async (path: string, options: ApiOptions) => {
    const api = createApi(database.dataSource, options);
    const answer = await api.handle({ method: 'GET', path, headers: { accept: 'text/csv' } });
    return (await wholeText(answer))?.split('\r\n')[1]?.slice(0, 7);
  };
  expect(await exported('/readings', {})).toBe('1,=0xxx');
  expect(await exported('/readings', { csvFormulas: 'quote' })).toBe("1,'=0xx");
  // The id of an edge is one of them.
  expect(await exported('/notes', {})).toBe('1,=ann');
  expect(await exported('/notes', { csvFormulas: 'quote' })).toBe("1,'=ann");
});

test.each(['=', '+', '-', '@', '\t', '\r', '\n', '\uff1d', '\uff0b', '\uff0d', '\uff20'])(
  'csvFormulas: a text that begins with %j is quoted',
  async (sign) => {
    const { dataSource } = database;
    await dataSource.getRepository(Reading).update({ id: 1 }, { value: `${sign}x` });
    const api = createApi(dataSource, { csvFormulas: 'quote' });
    const answer = await api.handle({ method: 'GET', path: '/readings', headers: { accept: 'text/csv' } });
    expect(await wholeText(answer)).toContain(`'${sign}x`);
  },
);

test('exportLimit: the most rows of an export of any list', async () => {
  const api = createApi(database.dataSource, { exportLimit: 2 });
  const ask = (query: string) => api.handle({ method: 'GET', path: '/notes', query, headers: ndjson });
  expect((await ask('')).status).toBe(400);
  expect((await wholeText(await ask('id.lte=2')))?.split('\n')).toHaveLength(3);
});

test('an answer in JSON is a text, as before', async () => {
  const api = createApi(database.dataSource);
  expect(textOf(await api.handle({ method: 'GET', path: '/readings', query: 'per_page=1' }))).toContain(
    '"total_count":3000',
  );
});
