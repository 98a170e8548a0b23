// The example as a process: how it starts, what it says, and how it ends.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpClient } from '../../support/http-client.js';
import { freePort, Program } from '../../support/program.js';

const main = join(__dirname, '../../../examples/petstore/dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'petstore-'));
const DATABASE_URL = `sqlite:${join(folder, 'pets.sqlite')}`;

let started: Program[] = [];
afterEach(async () => {
  await Promise.all(started.map((program) => program.kill()));
  started = [];
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function run(environment: Record<string, string>): Program {
  const program = new Program(main, { DATABASE_URL, ...environment });
  started.push(program);
  return program;
}

/** A petstore that answers. */
async function open(environment: Record<string, string> = {}): Promise<{ program: Program; port: number }> {
  const port = await freePort();
  const program = run({ PORT: String(port), ...environment });
  await program.until(() => program.printed.includes('Try:'));
  return { program, port };
}

async function get(port: number, target: string): Promise<unknown> {
  const client = new HttpClient(port);
  const answer = await client.send('GET', target);
  client.close();
  return answer.json;
}

/** A create that the server has begun to read and whose body is not sent yet; `finish` sends it and answers the status. */
async function halfSent(port: number): Promise<{ sent: ClientRequest; finish: () => Promise<number> }> {
  const body = '{"name":"Late","age":1,"type":"DOG"}';
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    expect: '100-continue',
  };
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/pets', headers });
  sent.flushHeaders();
  await once(sent, 'continue');
  const finish = () =>
    new Promise<number>((answered, failed) => {
      sent.on('error', failed).on('response', (response) => {
        response.resume().on('end', () => {
          answered(response.statusCode ?? 0);
        });
      });
      sent.end(body);
    });
  return { sent, finish };
}

/** Waits until it takes no new connections. */
function closedToOthers(program: Program, port: number): Promise<void> {
  return program.until(() =>
    get(port, '/pets/1').then(
      () => false,
      () => true,
    ),
  );
}

test('it says where the documentation is, and a command that works', async () => {
  const { program, port } = await open();
  expect(program.printed).toContain(`http://localhost:${String(port)}/docs`);
  const [, target = ''] = /curl 'http:\/\/localhost:\d+([^']+)'/.exec(program.printed) ?? [];
  expect(await get(port, target)).toMatchObject({ is_last_page: expect.any(Boolean) as unknown });
  expect(program.errors).toBe('');
});

test('it is filled once, and finds its rows again', async () => {
  const totals = async () => {
    const { program, port } = await open();
    const counts = [await get(port, '/users'), await get(port, '/pets')];
    program.signal('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    return counts;
  };
  const first = await totals();
  expect(first).toMatchObject([{ total_count: 60 }, { total_count: 300 }]);
  expect(await totals()).toEqual(first);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'on %s a request under way finishes, then it ends with 0',
  async (signal) => {
    const { program, port } = await open();
    const create = await halfSent(port);
    program.signal(signal);
    await closedToOthers(program, port);
    expect(await create.finish()).toBe(201);
    expect(await program.ended).toEqual({ code: 0, signal: null });
  },
);

test('a second signal ends it at once', async () => {
  const { program, port } = await open();
  const create = await halfSent(port);
  create.sent.on('error', () => undefined);
  program.signal('SIGTERM');
  await closedToOthers(program, port);
  // A signal right after the first counts as the same one, so it is sent until it is taken.
  const pressing = setInterval(() => {
    program.signal('SIGTERM');
  }, 50);
  expect(await program.ended).toEqual({ code: 1, signal: null });
  clearInterval(pressing);
  expect(program.errors).not.toContain('deadline');
});

test.each([
  ['mysql://root:hunter2@localhost/pets', /DATABASE_URL/],
  ['sqlite:', /DATABASE_URL/],
  ['nonsense', /DATABASE_URL/],
  ['', /DATABASE_URL/],
  ['postgres://nobody:hunter2@127.0.0.1:1/none', /ECONNREFUSED/],
  ['sqlite:/dev/null/pets.sqlite', /mkdir/],
])('DATABASE_URL=%s ends in one clear line and 1', async (url, reason) => {
  const program = run({ DATABASE_URL: url, PORT: '0' });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.errors).toMatch(/^The petstore cannot start: .+\n$/);
  expect(program.errors).toMatch(reason);
  expect(program.errors).not.toContain('hunter2');
});

test('a port in use ends in one clear line and 1', async () => {
  const holder = createServer();
  const port = await freePort();
  await new Promise<void>((listening) => holder.listen(port, listening));
  const program = run({ PORT: String(port) });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.errors).toMatch(new RegExp(`^The petstore cannot start: port ${String(port)} .+\\n$`));
  await new Promise((closed) => holder.close(closed));
});

test.each(['-1', '65536', 'http', '1e3'])('PORT=%s ends in one clear line and 1', async (port) => {
  const program = run({ PORT: port });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.errors).toMatch(/^The petstore cannot start: PORT .+\n$/);
});
