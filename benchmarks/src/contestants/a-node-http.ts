// (a) node:http and prepared statements, nothing else: the practical limit.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { Awaitable } from '../hand/connection.js';
import { readJson } from '../hand/read-json.js';
import {
  BadRequest,
  idOf,
  pageOf,
  petChanges,
  petFilterOf,
  petInput,
  type Query,
  searchOf,
} from '../hand/requests.js';
import { openRowStore } from '../hand/row-store.js';
import type { Answer } from '../hand/store.js';
import { jobOfEnvironment, serve } from '../serve.js';

interface Call {
  readonly id: number;
  readonly query: Query;
  readonly request: IncomingMessage;
}

const store = await openRowStore(jobOfEnvironment());

/** By method and path, `/` standing for the id. */
const routes = new Map<string, (call: Call) => Awaitable<Answer | undefined>>([
  ['GET pets/', ({ id }) => store.pets.read(id)],
  ['GET pets', ({ query }) => store.pets.list(petFilterOf(query), pageOf(query.page, query.per_page))],
  ['POST pets', async ({ request }) => store.pets.create(petInput(await readJson(request)))],
  ['PATCH pets/', async ({ id, request }) => store.pets.update(id, petChanges(await readJson(request)))],
  ['GET users/', ({ id }) => store.user(id)],
  ['GET users', ({ query }) => store.searchUsers(searchOf(query), pageOf(query.page, query.per_page))],
]);

serve(createServer((request, response) => void answer(request, response)));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const answered = route(request);
    const found = answered instanceof Promise ? await answered : answered;
    send(response, found ? (request.method === 'POST' ? 201 : 200) : 404, found ?? { error: 'Not found.' });
  } catch (error) {
    const known = error instanceof BadRequest;
    if (!known) console.error(error);
    send(response, known ? error.status : 500, { error: known ? error.message : 'Failed.' });
  }
}

function route(request: IncomingMessage): Awaitable<Answer | undefined> {
  const { method = '', url = '' } = request;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? {} : parse(url.slice(mark + 1));
  const slash = path.indexOf('/', 1);
  const name = slash < 0 ? path.slice(1) : path.slice(1, slash + 1);
  const id = slash < 0 ? 0 : idOf(path.slice(slash + 1));
  return routes.get(`${method} ${name}`)?.({ id, query, request });
}

function send(response: ServerResponse, status: number, body: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
