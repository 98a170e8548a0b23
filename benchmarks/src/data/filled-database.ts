// A database with the tables and rows of an app, on any of the three.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CheckedAppName } from '../app-name.js';
import type { CheckedDatabaseName } from './database.js';
import { emptyDatabase, type EmptyDatabase } from './empty-database.js';

/** Rows by number; or so many long texts. */
export type Filling =
  | {
      /** Parents are a tenth. */
      readonly children: number;
      /** The planner has statistics. */
      readonly analysed: boolean;
    }
  | Texts;

export interface Texts {
  readonly texts: readonly TextRow[];
}

/** A row of `texts`, or in the app `unindexed` a pet with a note. */
export interface TextRow {
  readonly pattern: string;
  /** The text is so many patterns. */
  readonly times: number;
  readonly rows: number;
  /** The parent, which is made with them; absent: none. */
  readonly parent?: number;
}

const program = fileURLToPath(new URL('./fill-program.js', import.meta.url));

/** @throws Error when the tables cannot be made or filled. */
export async function filledDatabase(
  database: CheckedDatabaseName,
  app: CheckedAppName,
  filling: Filling,
): Promise<EmptyDatabase> {
  const made = await emptyDatabase(database);
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {
      ...process.env,
      BENCH_APP: app,
      BENCH_DATABASE_URL: made.url,
      BENCH_FILLING: JSON.stringify(filling),
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return made;
  await made.drop();
  throw new Error(`The database of ${app} on ${database} could not be filled.`);
}
