// The contestants of one workload, each on a fresh copy of the database.
import type { AppName } from '../app-name.js';
import type { Contestant } from '../contestants.js';
import { databaseNameOf, type DatabaseName } from '../data/database.js';
import type { DatabaseTemplate } from '../data/fresh-database.js';
import { startServer, type ServerProcess } from './server-process.js';

export interface Player {
  readonly contestant: Contestant;
  readonly server: ServerProcess;
  readonly database: DatabaseName;
}

export interface Cast {
  readonly players: readonly Player[];
  /** Who could not be started. */
  readonly failed: readonly Absence[];
  /** Ends the servers and drops their databases. */
  dismiss(): Promise<void>;
}

/** Who does not take part in a workload, and why. */
export interface Absence {
  readonly letter: string;
  readonly reason: string;
}

/** Starts one server after the other: starting is work, and all of them share a core. */
export async function startCast(
  contestants: readonly Contestant[],
  app: AppName,
  template: DatabaseTemplate,
): Promise<Cast> {
  const players: Player[] = [];
  const failed: Absence[] = [];
  const urls: string[] = [];
  for (const contestant of contestants) {
    const { letter, program } = contestant;
    const url = await template.copy(letter);
    urls.push(url);
    try {
      const server = await startServer(program, app, url);
      players.push({ contestant, server, database: databaseNameOf(url) });
    } catch (error) {
      failed.push({ letter, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const dismiss = async () => {
    for (const { server } of players) await server.stop();
    for (const url of urls) await template.drop(url);
  };
  return { players, failed, dismiss };
}
