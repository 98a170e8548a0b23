// The program of a process that reads a SQLite file, and its messages. The process gets the source text of the function
// alone, so the function must not refer to anything else in this module.
import type Sqlite from 'better-sqlite3';
import type { Row } from '../../sql/row-renderer.js';
import type { QueryResult } from '../../execute/script.js';

/** How the process opens the file. */
export interface ReaderOptions {
  /** Path of better-sqlite3. */
  readonly driver: string;
  readonly nativeBinding: string | undefined;
  readonly file: string;
  /** Attached files, with the names of their schemas. */
  readonly attached: readonly { readonly name: string; readonly file: string }[];
  /** The busy timeout, in milliseconds. */
  readonly busyMs: number;
  /** Maximum of bytes read of the rows of a statement. */
  readonly maxBytes: number;
}

/** Opens the file, or runs statements in order. `begin` and `commit` begin and end their transaction. */
export type ReaderMessage =
  | { readonly open: ReaderOptions }
  | {
      readonly calls: readonly { readonly text: string; readonly parameters: readonly unknown[] }[];
      readonly begin: boolean;
      readonly commit: boolean;
    };

/** An answer for each statement, or the first error. */
export type ReaderReply =
  { readonly answers: readonly QueryResult[] } | { readonly code: unknown; readonly message: string };

/** The program. Exits with its parent process. */
// eslint-disable-next-line max-lines-per-function -- a whole program: the functions inside are its parts
export function runReader(
  parent: Pick<NodeJS.Process, 'on' | 'exit'> & { send?: (reply: ReaderReply) => unknown },
  load: (path: string) => unknown,
): void {
  const maxPrepared = 200;
  const mappedBytes = 2 ** 30;
  const prepared = new Map<string, Sqlite.Statement>();
  let database: Sqlite.Database | undefined;
  let maxBytes = 0;

  function open({ driver, file, nativeBinding, attached, busyMs, ...options }: ReaderOptions): void {
    const Database = load(driver) as typeof Sqlite;
    database = new Database(file, {
      readonly: true,
      fileMustExist: true,
      timeout: busyMs,
      ...(nativeBinding ? { nativeBinding } : {}),
    });
    // A scan of a file larger than SQLite's cache copies every page; memory mapping avoids that. An error of the file system
    // then becomes a signal, which ends this process alone.
    database.pragma(`mmap_size = ${mappedBytes}`);
    for (const other of attached)
      database.prepare(`ATTACH ? AS "${other.name.replaceAll('"', '""')}"`).run(other.file);
    maxBytes = options.maxBytes;
  }

  function prepare(text: string): Sqlite.Statement | undefined {
    const known = prepared.get(text);
    if (known) return known;
    const statement = database?.prepare(text).raw();
    if (statement) prepared.set(text, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > maxPrepared && oldest !== undefined) prepared.delete(oldest);
    return statement;
  }

  function sizeOf(row: Row): number {
    return row.reduce<number>(
      (size, value) =>
        value === null
          ? size
          : size + (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8),
      0,
    );
  }

  /** The first row is kept whatever its size. */
  function run(text: string, parameters: readonly unknown[]): QueryResult {
    const rows: Row[] = [];
    let bytes = 0;
    for (const row of (prepare(text)?.iterate(...parameters) ?? []) as Iterable<Row>) {
      bytes += sizeOf(row);
      if (bytes > maxBytes && rows.length > 0)
        return { rows, affected: rows.length, cut: { next: row.at(-1) } };
      rows.push(row);
    }
    return { rows, affected: rows.length };
  }

  function answer(message: ReaderMessage): ReaderReply {
    if ('open' in message) {
      open(message.open);
      return { answers: [] };
    }
    // The parent may have failed between two statements of the last transaction.
    if (message.begin && database?.inTransaction) database.exec('ROLLBACK');
    if (message.begin) database?.exec('BEGIN');
    const answers = message.calls.map(({ text, parameters }) => run(text, parameters));
    if (message.commit) database?.exec('COMMIT');
    return { answers };
  }

  parent.on('disconnect', () => parent.exit());
  // A terminal sends Ctrl+C to this process too; the parent decides when to exit.
  parent.on('SIGINT', () => undefined);
  parent.on('message', (message) => {
    try {
      parent.send?.(answer(message as ReaderMessage));
    } catch (error) {
      if (database?.inTransaction) database.exec('ROLLBACK');
      const { code, message: text } = error as Error & { code?: unknown };
      parent.send?.({ code, message: text });
    }
  });
}
