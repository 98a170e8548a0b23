// decorest with its document on a filled database, and what has to be known before its paths can be asked.
import type { CheckedAppName } from '../app-name.js';
import type { CheckedDatabaseName } from '../data/database.js';
import { filledDatabase, type Filling } from '../data/filled-database.js';
import { lastPage, type ApiDocument, type DocumentedRequest } from '../workloads/documented-requests.js';
import { startServer, type ServerProcess, type ServerSettings } from './server-process.js';

export interface DocumentedServer {
  readonly server: ServerProcess;
  /** `http://127.0.0.1:<port>/api`. */
  readonly base: string;
  close(): Promise<void>;
}

/** On any core: decorest reads long SQLite reads in processes of its own, which would share the server's one core. */
export async function startDocumented(
  database: CheckedDatabaseName,
  app: CheckedAppName,
  filling: Filling,
  settings: ServerSettings = {},
): Promise<DocumentedServer> {
  const filled = await filledDatabase(database, app, filling);
  try {
    const server = await startServer('jd-decorest-documented', app, filled.url, {
      anywhere: true,
      ...settings,
    });
    const close = async () => {
      await server.stop();
      await filled.drop();
    };
    return { server, base: `http://127.0.0.1:${server.port}/api`, close };
  } catch (error) {
    await filled.drop();
    throw error;
  }
}

export async function documentOf({ base }: DocumentedServer): Promise<ApiDocument> {
  return (await (await fetch(`${base}/openapi.json`)).json()) as ApiDocument;
}

/** A path of the document with the id of an entity that there is, below `/api`. */
export interface KnownPath {
  readonly target: string;
  readonly lastPage: number;
}

/** Undefined where the document says more than decorest answers: `@Handler(false)`. */
export async function knownPath({ base }: DocumentedServer, path: string): Promise<KnownPath | undefined> {
  const below = withoutPrefix(path);
  const [collection = ''] = below.split('/{');
  const known = await readJson(`${base}${collection}`);
  const ids = entitiesOf(known).map((entity) => (entity as { id?: unknown }).id);
  // Not the first: what is odd is often there.
  const target = below.replace(/\{\w+\}/, encodeURIComponent(String(ids[1] ?? ids[0])));
  const answer = target === collection ? known : await readJson(`${base}${target}`);
  if (answer === undefined) return undefined;
  return { target, lastPage: (answer as { last_page?: number }).last_page ?? 1 };
}

/** The address of a request in its n-th turn. */
export function addressOf(
  { base }: DocumentedServer,
  { target, lastPage: pages }: KnownPath,
  request: DocumentedRequest,
  turn: number,
): string {
  const query = request
    .query(turn)
    .map(([name, value]) => [name, value === lastPage ? String(pages) : value]);
  return `${base}${target}?${new URLSearchParams(query).toString()}`;
}

function withoutPrefix(path: string): string {
  return path.replace(/^\/api(?=\/)/, '');
}

/** Undefined unless decorest has answered. */
async function readJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return response.ok && isJson ? (JSON.parse(text) as unknown) : undefined;
}

function entitiesOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  return (answer as { content?: readonly unknown[] } | undefined)?.content ?? [];
}
