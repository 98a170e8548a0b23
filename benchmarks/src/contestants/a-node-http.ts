// (a) node:http and prepared statements, nothing else: the practical limit.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
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
import { openStore } from '../hand/store.js';
import { jobOfEnvironment, serve } from '../serve.js';

interface Call {
  readonly id: number;
  readonly query: Query;
  readonly request: IncomingMessage;
}

type Answer = object | undefined;

const store = await openStore(jobOfEnvironment());

/** By method and path, `/` standing for the id. */
const routes = new Map<string, (call: Call) => Promise<Answer>>([
  ['GET pets/', ({ id }) => store.pets.read(id)],
  ['GET pets', ({ query }) => store.pets.list(petFilterOf(query), pageOf(query.page, query.per_page))],
  ['POST pets', async ({ request }) => store.pets.create(petInput(await bodyOf(request)))],
  ['PATCH pets/', async ({ id, request }) => store.pets.update(id, petChanges(await bodyOf(request)))],
  ['GET users/', ({ id }) => store.user(id)],
  ['GET users', ({ query }) => store.searchUsers(searchOf(query), pageOf(query.page, query.per_page))],
]);

serve(createServer((request, response) => void answer(request, response)));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const found = await route(request);
    send(response, found ? (request.method === 'POST' ? 201 : 200) : 404, found ?? { error: 'Not found.' });
  } catch (error) {
    const known = error instanceof BadRequest;
    if (!known) console.error(error);
    send(response, known ? error.status : 500, { error: known ? error.message : 'Failed.' });
  }
}

function route(request: IncomingMessage): Promise<Answer> {
  const { method = '', url = '' } = request;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? {} : parse(url.slice(mark + 1));
  const slash = path.indexOf('/', 1);
  const name = slash < 0 ? path.slice(1) : path.slice(1, slash + 1);
  const id = slash < 0 ? 0 : idOf(path.slice(slash + 1));
  return routes.get(`${method} ${name}`)?.({ id, query, request }) ?? Promise.resolve(undefined);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
