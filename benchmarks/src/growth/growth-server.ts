// Servers of growth's entities, one for each size, and the cursors of their lists.
import type { DatabaseName } from '../data/database.js';
import { startServer, type ServerProcess } from '../run/server-process.js';
import { timeRequest } from './client.js';
import { urlOf } from './databases.js';
import { type CursorPlace, cursorPlaces, rowsPerPage, type Table } from './requests.js';

export interface GrowthServer {
  readonly server: ServerProcess;
  readonly table: Table;
}

/** `anywhere`: on any core. Otherwise the load has the other core for itself. */
export async function startGrowthServer(
  database: DatabaseName,
  size: number,
  anywhere: boolean,
): Promise<GrowthServer> {
  // The bench starts programs of contestants/ with the name of an app; this program serves the entities of growth only.
  const server = await startServer('../growth/server-program', 'catalogue', urlOf(database, size), {
    anywhere,
  });
  try {
    const read = (place: CursorPlace) => readCursors(server, size, place);
    const cursors = {
      start: await read('start'),
      middle: await read('middle'),
      middleByAmount: await read('middleByAmount'),
    };
    return { server, table: { size, cursors } };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** How many pages after each other requests ask for. */
const pages = 20;

async function readCursors({ port }: ServerProcess, size: number, place: CursorPlace): Promise<string[]> {
  const { share, sort } = cursorPlaces[place];
  const page = Math.floor((size * share) / rowsPerPage) + 1;
  const cursors: string[] = [];
  for (let query = `page=${page}`; cursors.length < pages; query = `after=${String(cursors.at(-1))}`) {
    const { body } = await timeRequest(port, { method: 'GET', path: `/orders?count=none&${query}${sort}` });
    const { next_cursor: next } = JSON.parse(body) as { next_cursor?: string };
    if (next === undefined) throw new Error(`There is no cursor in ${body.slice(0, 300)}`);
    cursors.push(next);
  }
  return cursors;
}
