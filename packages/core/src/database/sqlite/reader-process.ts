// A process that reads a SQLite file on its own connection. Nothing within a process can interrupt a statement of
// better-sqlite3, not even another thread. A process can be killed, and a reader leaves no trace.
import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { runReader, type ReaderMessage, type ReaderOptions, type ReaderReply } from './reader-program.js';
import type { QueryResult } from '../../execute/script.js';

interface PendingReply {
  readonly resolve: (answers: readonly QueryResult[]) => void;
  readonly reject: (error: Error) => void;
}

/** Timeout for a process to open the file, in milliseconds. */
const startMs = 10_000;

/** A process that handles one message at a time. */
export class ReaderProcess {
  readonly #child: ChildProcess;
  #waiting: PendingReply | undefined;
  #ended: Error | undefined;

  /** Starts a process. Rejects when it cannot be started, or does not open the file in time. */
  static async open(options: ReaderOptions): Promise<ReaderProcess> {
    const reader = new ReaderProcess();
    const late = setTimeout(() => {
      reader.kill();
    }, startMs);
    try {
      await reader.#send({ open: options });
      return reader;
    } catch (error) {
      reader.kill();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  private constructor() {
    this.#child = spawn(process.execPath, ['--eval', `(${runReader.toString()})(process, require)`], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child
      .on('message', (reply: ReaderReply) => {
        this.#settle(reply);
      })
      .once('error', (error) => {
        this.#end(error);
      })
      .once('exit', () => {
        this.#end(new Error('The reader process has exited.'));
      })
      .unref();
    reducePriority(this.#child.pid);
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** Rejects with an error like one of better-sqlite3, or when the process exits. */
  read(request: Extract<ReaderMessage, { readonly calls: unknown }>): Promise<readonly QueryResult[]> {
    return this.#send(request);
  }

  /** Kills the process, even during a statement. */
  kill(): void {
    this.#end(new Error('The reader process was killed.'));
    this.#child.kill('SIGKILL');
  }

  #send(message: ReaderMessage): Promise<readonly QueryResult[]> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      // Only a pending answer keeps this process alive.
      this.#child.channel?.ref();
      this.#child.send(message, (error) => {
        if (error) this.#end(error);
      });
    });
  }

  #settle(reply: ReaderReply): void {
    const waiting = this.#takeWaiting();
    if ('answers' in reply) waiting?.resolve(reply.answers);
    else waiting?.reject(Object.assign(new Error(reply.message), { code: reply.code }));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#takeWaiting()?.reject(error);
  }

  #takeWaiting(): PendingReply | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#child.channel?.unref();
    return waiting;
  }
}

/** Lowers the priority, so that the application runs first. Not every system allows it. */
function reducePriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The processes then share the processor equally.
  }
}
