// Records what the suites send to databases and what they are answered, to compare two commits: each statement text of a test
// file, and the answers of each test. Does nothing unless RECORDING names a folder. `scripts/compare-recordings.mjs` compares.
import { createHash } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const folder = process.env.RECORDING;
const repository = resolve(__dirname, '../..');

type Method = (this: unknown, ...given: unknown[]) => unknown;

const statements = new Set<string>();
const answers: Record<string, string[]> = {};

/** What differs between two runs of one commit: ids of requests, UUIDs, times, ports, folders, names of test databases. */
function normalize(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>')
    .replace(/"request_id":( ?)"[^"]*"/g, '"request_id":$1"<id>"')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?/g, '<time>')
    .replace(/127\.0\.0\.1:\d+/g, '<host>')
    .replace(/\b([a-z]+)_[0-9a-f]{12}\b/g, '$1_<random>');
}

function recordStatement(database: string, text: unknown): void {
  if (typeof text === 'string') statements.add(`${database}: ${normalize(text)}`);
}

function recordAnswer(status: number, headers: object, body: unknown): void {
  const test = expect.getState().currentTestName ?? '(outside of tests)';
  const kept = Object.entries(headers)
    .filter(
      ([name]) => !['x-request-id', 'content-length', 'date', 'server-timing'].includes(name.toLowerCase()),
    )
    .map(([name, value]) => `${name.toLowerCase()}: ${String(value)}`)
    .sort();
  const text = textOf(body);
  const answer = normalize([status, ...kept, '', text].join('\n'));
  const short = answer.length > 4000 ? createHash('sha256').update(answer).digest('hex') : answer;
  (answers[test] ??= []).push(short);
}

/** Of a body that is too large to compare in time, its length. */
function textOf(body: unknown): string {
  if (!Buffer.isBuffer(body) && typeof body !== 'string') return '';
  return body.length > 1_000_000 ? `${body.length} long` : body.toString();
}

function wrap(target: object, name: string, see: (given: unknown[], self: unknown) => void): void {
  const original = Reflect.get(target, name) as Method;
  Reflect.set(target, name, function (this: unknown, ...given: unknown[]) {
    see(given, this);
    return original.apply(this, given);
  });
}

/** The prototypes of the drivers, as the tests of this file load them. */
function watchDrivers(): void {
  const load = (name: string) => jest.requireActual<{ prototype: object }>(name);
  for (const method of ['prepare', 'exec'])
    wrap(load('better-sqlite3').prototype, method, ([text]) => {
      recordStatement('sqlite', text);
    });
  const pg = load('pg/lib/connection');
  wrap(pg.prototype, 'query', ([text]) => {
    recordStatement('postgres', text);
  });
  wrap(pg.prototype, 'parse', ([query]) => {
    recordStatement('postgres', (query as { text: string }).text);
  });
  const { Connection } = jest.requireActual<{ Connection: { prototype: object } }>('mysql2');
  wrap(Object.getPrototypeOf(Connection.prototype) as object, 'addCommand', ([command]) => {
    const { sql, query } = command as { sql?: unknown; query?: unknown };
    recordStatement('mysql', sql ?? query);
  });
}

/** Answers over HTTP, and those of `api.handle` that test clients ask for directly. */
function watchAnswers(): void {
  wrap(ServerResponse.prototype, 'end', ([body], self) => {
    const response = self as ServerResponse;
    recordAnswer(response.statusCode, response.getHeaders(), body);
  });
  globalThis.recordAnswer = recordAnswer;
}

declare global {
  /** Set while answers are recorded. */
  var recordAnswer: ((status: number, headers: object, body: unknown) => void) | undefined;
}

if (folder) {
  watchDrivers();
  watchAnswers();
  afterAll(() => {
    const file = relative(repository, expect.getState().testPath ?? 'unknown');
    mkdirSync(folder, { recursive: true });
    const recorded = { statements: [...statements].sort(), answers };
    writeFileSync(join(folder, `${file.replaceAll('/', '+')}.json`), JSON.stringify(recorded, null, 1));
  });
}
