// A process of its own that has the SQLite file FILE for HOLD_MS milliseconds. Says when it has it, and from when on it has let go.
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

const database = new Database(process.env.FILE);
database.exec('BEGIN IMMEDIATE');
process.stdout.write('held\n');
await sleep(Number(process.env.HOLD_MS));
const free = Date.now();
database.exec('COMMIT');
database.close();
process.stdout.write(`let go at ${free}\n`);
