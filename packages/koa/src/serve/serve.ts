// serve: a Koa application on a port, with bounds on what clients may cost and an orderly end. Knows nothing of REST.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { drainServer, trackRequests, type DrainResult } from './draining.js';
import { findFaultStatus, applyHttpRules, refuseRequest } from './http-conformance.js';
import { requireKnownOptions } from '../known-options.js';
import { queuePipelinedRequests } from './pipelining.js';
import { limitConnections, toNodeOptions, resolveServerLimits, type ServerLimits } from './server-limits.js';

/** Where and how an application is served. All times are milliseconds. */
export interface ServeOptions {
  /** Default 3000; 0 is any free port. */
  readonly port?: number;
  /** Address to listen at. Default all. */
  readonly host?: string;
  /** Bounds on what one client may cost; each has its default. */
  readonly limits?: Partial<ServerLimits>;
  /** How long new requests are still taken after the stop was asked for, while `/health/ready` says 503. Default 0. */
  readonly noticeMs?: number;
  /** How long requests under way may take after that; then they are cut off. Default 8,000. */
  readonly drainMs?: number;
  /** What ends the server. Default SIGINT and SIGTERM; an empty list leaves signals to you. */
  readonly signals?: readonly NodeJS.Signals[];
  /** Called after the last answer: close the data source here. */
  readonly close?: () => Promise<unknown>;
}

/** A server that listens. */
export interface RunningServer {
  readonly server: Server;
  readonly port: number;
  /** Ends it as a signal would, but lets the process live: `drained`, or `cut` when the deadline was reached. */
  stop(): Promise<DrainResult>;
}

/** The compiler asks for every option here. */
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
 * Serves an application: `const { port } = await serve(app, { close: () => dataSource.destroy() })`. On a signal it takes
 * no new connections, answers the requests under way, calls `close`; the process then ends by itself with code 0. At the
 * deadline, or when `close` fails, it ends with 1. A second signal ends it at once.
 *
 * @throws TypeError for options that cannot be meant; Error with the system's `code` for a port that cannot be listened at.
 */
export async function serve(app: Koa, options: ServeOptions = {}): Promise<RunningServer> {
  requireKnownOptions('serve', 'option', options, Object.keys(optionNames));
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

/** Longest wait for `close`, in milliseconds. */
const maxCloseMs = 5_000;

async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  if (!work) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`serve: close() did not end within ${ms} ms.`));
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
  EADDRINUSE: 'another process listens there. End it, or use another port',
  EACCES: 'this process may not. Use a port from 1024',
  EADDRNOTAVAIL: 'this machine does not have the address. Use another host',
};

/** Without a stack: the system refuses, and no line of code is at fault. */
function createListenError(
  { code, message }: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
): Error {
  const why = listenFailures[code ?? ''] ?? message;
  const place = host === undefined ? `port ${port}` : `port ${port} of ${host}`;
  const error = Object.assign(new Error(`serve: cannot listen at ${place} (${String(code)}): ${why}.`), {
    code,
  });
  error.stack = `${error.name}: ${error.message}`;
  return error;
}

function runOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => (begun ??= work());
}

/** Ctrl-C reaches a child of npm twice: from the terminal, and passed on by npm a moment later. */
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
  // A server that was stopped by other means leaves the process as it found it.
  server.once('close', () => {
    if (stoppingSince === undefined) for (const signal of signals) process.off(signal, onSignal);
  });
}

function exitUnlessDrained(ending: DrainResult): void {
  if (ending === 'drained') return;
  console.error('serve: requests were cut off at the deadline of the drain.');
  process.exit(1);
}

function exitWithError(error: unknown): void {
  console.error(error);
  process.exit(1);
}
