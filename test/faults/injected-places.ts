// F35: every function of the user's own that lies on the way of a request, and the request that comes by it. A new kind of
// function takes one row, and a line in the fixture where it calls `injection`.
import { hooksFor, operations, policyFor, type Hooks, type Logger, type RowPolicy } from '@decorest/core';
import type { Logger as TypeormLogger } from 'typeorm';
import type { Message } from '../support/http-client.js';
import { ServerLog } from '../support/server-log.js';
import { Badge, Crate } from './injected-entities.js';
import { injection } from './injection.js';

const { pass, passLater } = injection;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: Message['body'];
}

export interface Place extends Request {
  /** As `injection` knows it. */
  readonly name: string;
  /** Whether the function may answer with a promise. */
  readonly answer: 'at once' | 'at once or later';
  /**
   * The answer, and what the database holds: nothing of the write, all of it, or as if nothing had failed. What a transformer
   * throws refuses the value: a 400.
   */
  readonly outcome: 'undone' | 'refused' | 'done, and yet a 500' | 'as ever';
}

const [create, update, remove] = ['POST', 'PATCH', 'DELETE'];

const list: Request = { method: 'GET', path: '/notes' };
const createNote: Request = { method: create, path: '/notes', body: { title: 'new', code: 'new' } };
const updateNote: Request = { method: update, path: '/notes/1', body: { title: 'new', code: 'new' } };
const createParcel: Request = { method: create, path: '/parcels', body: { text: 'new' } };
const updateParcel: Request = { method: update, path: '/parcels/1', body: { text: 'new' } };
const removeParcel: Request = { method: remove, path: '/parcels/1' };
const removeLetter: Request = { method: remove, path: '/letters/1' };

const listCrates: Request = { method: 'GET', path: '/crates' };
const readCrate: Request = { method: 'GET', path: '/crates/1' };
const createCrate: Request = { method: create, path: '/crates', body: { text: 'new' } };
const updateCrate: Request = { method: update, path: '/crates/1', body: { text: 'new' } };
const removeCrate: Request = { method: remove, path: '/crates/1' };

const undone = { outcome: 'undone' } as const;
const atOnce = { answer: 'at once', ...undone } as const;
const refusing = { answer: 'at once', outcome: 'refused' } as const;
const later = { answer: 'at once or later', ...undone } as const;

export const places: readonly Place[] = [
  { name: 'validator', ...atOnce, ...createNote },
  { name: 'message of a validator', ...atOnce, ...createNote, body: { title: 'unfit', code: 'new' } },
  { name: 'condition of validators', ...atOnce, ...updateNote },
  { name: 'asynchronous validator', ...later, ...createNote },
  { name: 'asynchronous validator', ...later, ...updateNote },

  { name: 'column: to', ...refusing, ...createNote },
  { name: 'column: to', ...refusing, ...updateNote },
  { name: 'column: to', ...refusing, ...list, path: '/notes?code.eq=a' },
  { name: 'column: from', ...atOnce, ...list },
  { name: 'column: from', ...atOnce, ...list, path: '/notes/1' },
  { name: 'column: from', ...atOnce, ...createNote },
  { name: 'column: from', ...atOnce, ...updateNote },
  { name: 'followed column: to', ...refusing, ...createParcel },
  { name: 'followed column: to', ...refusing, ...updateParcel },
  { name: 'followed column: from', ...atOnce, ...createParcel },
  { name: 'followed column: from', ...atOnce, ...updateParcel },
  { name: 'toJSON', ...atOnce, method: 'GET', path: '/stamps' },
  { name: 'toJSON', ...atOnce, method: create, path: '/stamps', body: { seal: 'new' } },
  { name: 'toJSON', ...atOnce, method: update, path: '/stamps/1', body: { seal: 'new' } },

  { name: 'constructor', ...atOnce, ...createParcel },
  { name: 'constructor', ...atOnce, ...updateParcel },
  { name: 'setter', ...atOnce, ...createParcel },
  { name: 'setter', ...atOnce, ...updateParcel },
  { name: 'getter', ...atOnce, ...createParcel },
  { name: 'getter', ...atOnce, ...updateParcel },

  { name: '@BeforeInsert', ...later, ...createParcel },
  { name: '@AfterInsert', ...later, ...createParcel },
  { name: '@BeforeUpdate', ...later, ...updateParcel },
  { name: '@AfterUpdate', ...later, ...updateParcel },
  { name: '@BeforeRemove', ...later, ...removeParcel },
  { name: '@AfterRemove', ...later, ...removeParcel },
  { name: '@AfterLoad', ...later, ...updateParcel },
  { name: '@BeforeSoftRemove', ...later, ...removeLetter },
  { name: '@AfterSoftRemove', ...later, ...removeLetter },

  { name: 'beforeInsert', ...later, ...createParcel },
  { name: 'afterInsert', ...later, ...createParcel },
  // Another subscriber is still at work when this one fails.
  { name: 'afterInsert', ...later, ...createParcel, body: { text: 'slow' } },
  { name: 'beforeUpdate', ...later, ...updateParcel },
  { name: 'afterUpdate', ...later, ...updateParcel },
  { name: 'beforeRemove', ...later, ...removeParcel },
  { name: 'afterRemove', ...later, ...removeParcel },
  { name: 'afterLoad', ...later, ...removeParcel },
  { name: 'beforeSoftRemove', ...later, ...removeLetter },
  { name: 'afterSoftRemove', ...later, ...removeLetter },
  { name: 'beforeTransactionStart', ...later, ...createParcel },
  { name: 'afterTransactionStart', ...later, ...createParcel },
  { name: 'beforeTransactionCommit', ...later, ...createParcel },
  // TypeORM tells of it when all is said and done.
  { name: 'afterTransactionCommit', ...later, ...createParcel, outcome: 'done, and yet a 500' },
  { name: 'beforeTransactionRollback', ...later, ...createParcel, body: { text: 'poison' } },
  { name: 'afterTransactionRollback', ...later, ...createParcel, body: { text: 'poison' } },

  { name: 'policy', ...later, method: 'GET', path: '/badges' },
  { name: 'policy', ...later, method: update, path: '/badges/1', body: { owner: 'new' } },
  { name: 'member of a condition', ...atOnce, method: 'GET', path: '/badges/1' },
  { name: 'member of the state', ...atOnce, method: 'GET', path: '/badges/1' },

  { name: 'allow', ...later, ...listCrates },
  { name: 'allow', ...later, ...readCrate },
  { name: 'allow', ...later, ...createCrate },
  { name: 'allow', ...later, ...updateCrate },
  { name: 'allow', ...later, ...removeCrate },
  { name: 'before list', ...later, ...listCrates },
  { name: 'after list', ...later, ...listCrates },
  { name: 'before read', ...later, ...readCrate },
  { name: 'after read', ...later, ...readCrate },
  { name: 'before create', ...later, ...createCrate },
  { name: 'after create', ...later, ...createCrate },
  { name: 'before update', ...later, ...updateCrate },
  { name: 'after update', ...later, ...updateCrate },
  { name: 'before delete', ...later, ...removeCrate },
  { name: 'after delete', ...later, ...removeCrate },

  { name: `TypeORM's logger`, ...atOnce, ...list },
  { name: `TypeORM's logger`, ...atOnce, ...createNote },
  { name: `TypeORM's logger`, ...atOnce, ...updateNote },
  { name: `TypeORM's logger`, ...atOnce, ...createParcel },
  { name: 'logger.error', ...later, ...createParcel, body: { text: 'poison' }, outcome: 'as ever' },
  { name: 'logger.warn', ...later, ...createParcel, body: { text: 'gap' }, outcome: 'as ever' },
  { name: 'logger.info', ...later, ...list, path: '/notes/77', outcome: 'as ever' },

  { name: 'openapi.before', ...atOnce, method: 'GET', path: '/openapi.json' },
  { name: 'openapi.after', ...atOnce, method: 'GET', path: '/openapi.json' },
];

export const policies: readonly RowPolicy[] = [
  policyFor(Badge, async ({ state }: { state: { readonly owner: string[] } }) => {
    await passLater('policy');
    const { owner } = state;
    return {
      get owner() {
        pass('member of a condition');
        return owner;
      },
    };
  }),
];

const told = (moment: string) =>
  Object.fromEntries(operations.map((each) => [each, () => passLater(`${moment} ${each}`)]));

export const hooks: readonly Hooks[] = [
  hooksFor(Crate, {
    allow: () => passLater('allow')?.then(() => true) ?? true,
    before: told('before'),
    after: told('after'),
  }),
];

/** What a middleware of the user's own left for policies. */
export const state = {
  get owner() {
    pass('member of the state');
    return ['a', 'b', 'c', 'd', 'new'];
  },
};

/** Keeps its entries, and fails on demand. It may also return promises, as a logger of a user may. */
export class FailingLogger {
  readonly kept = new ServerLog();
  readonly levels: (keyof Logger)[] = [];

  readonly error = (entry: object) => {
    this.kept.error(entry);
    return this.#write('error');
  };
  readonly warn = () => this.#write('warn');
  readonly info = () => this.#write('info');

  #write(level: keyof Logger) {
    this.levels.push(level);
    return passLater(`logger.${level}`);
  }
}

/** As the data source configures it: it gets every statement. */
export const statementLogger: TypeormLogger = {
  logQuery: () => {
    pass(`TypeORM's logger`);
  },
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
