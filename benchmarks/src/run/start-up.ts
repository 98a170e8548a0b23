// A fresh process from its first import to its first answer.
import type { Call } from '../workloads/ask.js';
import { startServer } from './server-process.js';

export interface StartUp {
  /** From the program's first import, Node being up, to the end of its first answer. */
  readonly milliseconds: number;
  /** Processor time of the process by then, Node's own start included. */
  readonly processorMilliseconds: number;
  /** Most memory by then, in bytes. */
  readonly peakMemory: number;
}

/** Starts a server program, asks once, and ends it. */
export async function startUp(program: string, databaseUrl: string, { path }: Call): Promise<StartUp> {
  const server = await startServer(program, 'petstore', databaseUrl);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    await response.text();
    const answered = performance.timeOrigin + performance.now();
    if (!response.ok) throw new Error(`${program} answers ${response.status} to its first request.`);
    const { cpu, peakMemory } = await server.usage();
    return { milliseconds: answered - server.begun, processorMilliseconds: cpu / 1000, peakMemory };
  } finally {
    await server.stop();
  }
}
