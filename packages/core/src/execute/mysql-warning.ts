// A server whose `sql_mode` is not strict bends values that do not fit and only warns. Here they are refused, whatever
// the mode, and without changing it for others who use the connection.
import type { Connection, RowDataPacket } from 'mysql2';
import { DatabaseError } from './database-error.js';

interface Warning extends RowDataPacket {
  readonly Level: string;
  readonly Code: number;
  readonly Message: string;
}

/** Warnings that a strict server raises as errors: not null, out of range, cut off, not of the type. */
const losses: ReadonlySet<number> = new Set([1048, 1263, 1264, 1265, 1292, 1364, 1366, 1406, 1411]);

/** Throws a `value` error when the statement before stored something else than it was given. */
export async function requireNoLoss(connection: Connection): Promise<void> {
  const warnings = await warningsOf(connection);
  const loss = warnings.find(({ Level, Code }) => Level !== 'Note' && losses.has(Code));
  if (loss) throw new DatabaseError('value', new Error(loss.Message));
}

function warningsOf(connection: Connection): Promise<Warning[]> {
  return new Promise((resolve, reject) => {
    connection.query<Warning[]>('SHOW WARNINGS', (error, warnings) => {
      if (error) reject(error);
      else resolve(warnings);
    });
  });
}
