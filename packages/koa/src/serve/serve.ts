// serve: runs a Koa application on a port, with limits for each client and an orderly shutdown. Knows nothing of REST.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { drainServer, trackRequests, type DrainResult } from './draining.js';
import { findFaultStatus, applyHttpRules, refuseRequest } from './http-conformance.js';
import { requireKnownOptions } from '../known-options.js';
import { queuePipelinedRequests } from './pipelining.js';
import { limitConnections, toNodeOptions, resolveServerLimits, type ServerLimits } from './server-limits.js';

/** Options of `serve`. All times are in milliseconds. */
export interface ServeOptions {
  /** Default 3000; 0 chooses a free port. */
  readonly port?: number;
  /** Address to listen on. Default: all. */
  readonly host?: string;
  /** Limits for each client; every limit has a default. */
  readonly limits?: Partial<ServerLimits>;
  /** How long new requests are still accepted after a stop signal, while `/health/ready` is 503. Default 0. */
  readonly noticeMs?: number;
  /** How long pending requests may take after that, before they are cut off. Default 8,000. */
  readonly drainMs?: number;
  /** Signals that stop the server. Default SIGINT and SIGTERM; with an empty list, the application handles signals. */
  readonly signals?: readonly NodeJS.Signals[];
  /** Called after the last answer: close the data source here. */
  readonly close?: () => Promise<unknown>;
}

/** A listening server. */
export interface RunningServer {
  readonly server: Server;
  readonly port: number;
  /** Stops the server like a signal, without ending the process: `drained`, or `cut` if `drainMs` has passed. */
  stop(): Promise<DrainResult>;
}

/** Exhaustive: the compiler reports a missing option. */
const optionNames: Readonly<Record<keyof ServeOptions, true>> = {
  port: true,
  host: true,
  limits: true,
  noticeMs: true,
  drainMs: true,
  signals: true,
  close: true,
};

/**
 * Runs an application on a port: `const { port } = await serve(app, { close: () => dataSource.destroy() })`. On a signal the
 * server accepts no new connections, answers pending requests and calls `close`; the process then exits with code 0. It
 * exits with 1 if requests are cut off, or if `close` fails or takes over 5 seconds. A second signal ends it immediately.
 *
 * @throws TypeError for invalid options; Error with the system's `code` if the server cannot listen on the port.
 */
export async function serve(app: Koa, options: ServeOptions = {}): Promise<RunningServer> {
  requireKnownOptions(options, { caller: 'serve', kind: 'option', names: Object.keys(optionNames) });
  const { port = 3000, host, noticeMs = 0, drainMs = 8_000, signals = ['SIGINT', 'SIGTERM'] } = options;
  const limits = resolveServerLimits(options.limits ?? {});
  const answer = app.callback();
  const server = createServer(
    toNodeOptions(limits),
    queuePipelinedRequests((request, response) => {
      const fault = findFaultStatus(request);
      if (fault === undefined) void answer(request, response);
      else refuseRequest(response, fault);
    }),
  );
  limitConnections(server, limits);
  trackRequests(server);
  applyHttpRules(server);
  await listen(server, port, host);
  const stop = runOnce(async () => {
    const ending = await drainServer(app, server, { noticeMs, drainMs });
    await waitAtMost(maxCloseMs, options.close?.());
    return ending;
  });
  if (signals.length > 0) stopOnSignals(signals, server, stop);
  return { server, port: (server.address() as AddressInfo).port, stop };
}

/** Maximum time that `close` may take, in milliseconds. */
const maxCloseMs = 5_000;

async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  if (!work) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`serve: close() did not finish within ${ms} ms.`));
    }, ms);
  });
  await Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((listening, failed) => {
    const refused = (error: NodeJS.ErrnoException) => {
      failed(createListenError(error, port, host));
    };
    server.once('error', refused);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', refused);
      listening();
    });
  });
}

const listenFailures: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process is listening there. Stop it, or use another port',
  EACCES: 'permission denied. Use port 1024 or above',
  EADDRNOTAVAIL: 'this machine does not have that address. Use another host',
};

/** Without a stack trace: the system refused, and no line of code is at fault. */
function createListenError(
  { code, message }: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
): Error {
  const reason = listenFailures[code ?? ''] ?? message;
  const place = host === undefined ? `port ${port}` : `port ${port} of ${host}`;
  const error = Object.assign(new Error(`serve: cannot listen on ${place} (${String(code)}): ${reason}.`), {
    code,
  });
  error.stack = `${error.name}: ${error.message}`;
  return error;
}

function runOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

/** Ctrl-C reaches a child of npm twice: from the terminal, and a moment later from npm, which forwards it. */
const repeatedSignalMs = 150;

function stopOnSignals(
  signals: readonly NodeJS.Signals[],
  server: Server,
  stop: () => Promise<DrainResult>,
): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      stop().then(exitUnlessDrained, exitWithError);
    } else if (performance.now() - stoppingSince > repeatedSignalMs) {
      process.exit(1);
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  // Remove the handlers if the server stops without a signal.
  server.once('close', () => {
    if (stoppingSince === undefined) for (const signal of signals) process.off(signal, onSignal);
  });
}

function exitUnlessDrained(ending: DrainResult): void {
  if (ending === 'drained') return;
  console.error('serve: requests were cut off at the drain deadline.');
  process.exit(1);
}

function exitWithError(error: unknown): void {
  console.error(error);
  process.exit(1);
}
