// The defaults of the global options.
import { defaultLimits, defaultTimeouts } from './limits.js';
import type { ApiOptions, Logger, Settings } from './options.js';
import { operations } from './vocabulary/operation.js';

/** Looks `console.error` up for each entry, so that a program can replace it later. */
const consoleLogger: Logger = {
  error: (entry, message) => {
    console.error(...putMessageFirst(entry, message));
  },
  warn: (entry, message) => {
    console.warn(...putMessageFirst(entry, message));
  },
};

/** Puts the message before the entry, as people read it. */
function putMessageFirst(entry: object, message: string | undefined): unknown[] {
  return message === undefined ? [entry] : [message, entry];
}

const defaults: Omit<Settings, 'limits' | 'timeouts'> = {
  defaultEagerLoad: false,
  eagerLoadLimit: 1000,
  disableEagerLoadNonPagedOpt: false,
  disableEagerLoadedEndpoints: false,
  disablePagination: false,
  minItemsPerPage: 1,
  maxItemsPerPage: 100,
  itemsPerPage: 10,
  unpagedLimit: 1000,
  allowClientIDs: false,
  bulk: [],
  defaultETag: 'versioned',
  requireIfMatch: false,
  cacheControl: null,
  defaultOperations: operations,
  shownSecrets: [],
  defaultFilterID: false,
  where: false,
  filterDepth: 1,
  includeDepth: 1,
  sparseFields: false,
  cursorPagination: false,
  totalCount: ['exact'],
  cursorSecrets: ['decorest seals cursors'],
  exportLimit: 100_000,
  csvFormulas: 'keep',
  addEdgesToTags: false,
  strictMutate: true,
  returnMinimal: false,
  listNotFound: false,
  serverTiming: false,
  advice: 'off',
  defaultSchema: null,
  leaveOut: 'nothing',
  naming: 'declared',
  paths: {},
  policies: [],
  sessionSettings: null,
  hooks: [],
  idempotency: null,
  errors: [],
  constraints: {},
  databaseErrors: [],
  logger: consoleLogger,
};

/** Merges the options with the defaults. Does not change the caller's object. */
export function resolveSettings(options: ApiOptions): Settings {
  return Object.freeze({
    ...defaults,
    ...omitUndefined(options),
    limits: Object.freeze({ ...defaultLimits, ...omitUndefined(options.limits ?? {}) }),
    timeouts: Object.freeze({ ...defaultTimeouts, ...omitUndefined(options.timeouts ?? {}) }),
  });
}

/** Treats an option that is `undefined` as absent. */
function omitUndefined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}
