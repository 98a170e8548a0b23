// Which server a connection leads to. Behind one address there may be several, each with connections of the same numbers:
// KILL QUERY must reach the server that runs the statement.
import type { Connection, RowDataPacket } from 'mysql2';

/** MySQL has `server_uuid`, newer versions of MariaDB `server_uid`; without them, the others tell servers apart. */
const identity = `SHOW GLOBAL VARIABLES WHERE Variable_name IN ('server_uuid', 'server_uid', 'hostname', 'port', 'server_id')`;

const knownServers = new WeakMap<Connection, Promise<string>>();

/** Asks for the server of a new connection, before the connection has other work. */
export function rememberServer(connection: Connection): void {
  const reading = readServer(connection);
  knownServers.set(connection, reading);
  // A connection that cannot say it is closed instead of being cancelled.
  reading.catch(() => undefined);
}

/** Throws where the two connections lead to different servers, or one of them does not say to which. */
export async function requireSameServer(first: Connection, second: Connection): Promise<void> {
  const [expected, found] = await Promise.all([knownServers.get(first), readServer(second)]);
  if (expected !== found) throw new Error('The address of the database leads to another server now.');
}

async function readServer(connection: Connection): Promise<string> {
  const rows = await new Promise<RowDataPacket[][]>((resolve, reject) => {
    connection.query<RowDataPacket[][]>({ sql: identity, rowsAsArray: true }, (error, found) => {
      if (error) reject(error);
      else resolve(found);
    });
  });
  return describeServer(rows);
}

function describeServer(rows: readonly (readonly unknown[])[]): string {
  // A proxy may answer nothing at all: that proves nothing.
  if (rows.length === 0) throw new Error('The database does not say which server it is.');
  const values = new Map(rows.map(([name, value]) => [String(name), String(value)]));
  const unique = values.get('server_uuid') ?? values.get('server_uid');
  return unique ?? ['hostname', 'port', 'server_id'].map((name) => values.get(name)).join(' ');
}
