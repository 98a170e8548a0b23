// What a recording subscriber and listeners are told of writes through the API is what TypeORM's `save()`, `remove()`,
// `softRemove()` and `recover()` tell of the same writes on equal rows. docs/decisions/0099 has the exceptions.
import fc from 'fast-check';
import { createApi, type Api } from '@decorest/core';
import type { EntityManager } from 'typeorm';
import { holds } from '../support/property.js';
import { ServerLog } from '../support/server-log.js';
import { databaseNames, openDatabase, speaksMysql, type TestDatabase } from '../support/test-database.js';
import { Label, Media, Note, Page, Reactor, Size, type Document } from './observed-document-entities.js';
import { clearEvents, EventRecorder, getEvents, toPlain } from './observed-events.js';
import { prepareReaction, reactions, storeRelations, type Reaction } from './observed-reactions.js';

type Body = Readonly<Record<string, unknown>>;

const id = fc.constantFrom(1, 2, null);
const body: fc.Arbitrary<Body> = fc.record(
  {
    title: fc.constantFrom('a', 'b', 'listen'),
    rank: fc.constantFrom(3, 4),
    tags: fc.constantFrom(null, [], ['x'], ['x', 'y']),
    code: fc.constantFrom(null, 'AB', 'CD'),
    size: fc.record({ width: fc.constantFrom(null, 1, 2) }),
    media: id,
    cover: id,
  },
  { requiredKeys: [] },
);
const reaction = fc.option(reactions, { nil: null });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), body, reaction }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('update' as const), body, reaction }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), reaction }) },
);
const writes = fc.record({
  entity: fc.constantFrom('pages' as const, 'notes' as const),
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
});
type Writes = typeof writes extends fc.Arbitrary<infer T> ? T : never;

type Step = Writes['steps'][number];
const create = (given: Body): Step => ({ kind: 'create', body: given, reaction: null });
const update = (given: Body, by?: Reaction['by'], set: Reaction['set'] = {}): Step => ({
  kind: 'update',
  body: given,
  reaction: by ? { by, takeBack: ['title', 'rank', 'media'], set } : null,
});
const remove: Step = { kind: 'delete', reaction: null };

/** Listeners take back all of an update, or leave one column of it; and they set a value that is stored as it was. */
const takenBack: readonly Writes[] = [
  [create({}), update({ title: 'listen', media: 1 }), update({ rank: 3 }), remove],
  ...(['listener', 'subscriber'] as const).flatMap((by) =>
    [
      update({ rank: 4 }, by),
      update({ title: 'b', media: 2 }, by),
      update({ title: 'b', rank: 4, code: 'CD' }, by),
      update({ title: 'b' }, by, { code: 'ab' }),
    ].map((taken) => [create({ media: 1, code: 'AB' }), taken, remove]),
  ),
].map((steps) => ({ entity: 'pages', steps }));

/** They set the delete date, alone or with other changes. */
const deletedAt = new Date('2001-02-03T04:05:06Z');
const deletedByListeners: readonly Writes[] = (['listener', 'subscriber'] as const).flatMap((by) => [
  { entity: 'notes', steps: [{ ...create({}), reaction: { by, takeBack: [], set: { deletedAt } } }, remove] },
  ...[
    update({ rank: 4 }, by, { deletedAt }),
    update({ title: 'b', rank: 4, cover: 1 }, by, { deletedAt, code: 'ab' }),
  ].map((deleted): Writes => ({ entity: 'notes', steps: [create({ media: 1 }), deleted, remove, remove] })),
]);

describe.each(databaseNames)('%s', (name) => {
  let database: TestDatabase;
  let api: Api;
  beforeAll(async () => {
    database = await openDatabase(name, [Media, Label, Page, Note], [EventRecorder, Reactor]);
    api = createApi(database.dataSource, { logger: new ServerLog() });
  });
  afterAll(() => database.close());

  /** Makes the writes in an empty database with the same ids. Returns what was told, and the rows after each of them. */
  async function record(writer: 'api' | 'typeorm', given: Writes): Promise<unknown> {
    await database.statements.settled();
    await database.empty();
    const { manager } = database.dataSource;
    await manager.insert(Media, [{ url: 'one' }, { url: 'two' }]);
    await manager.insert(Label, [{ text: 'one' }]);
    clearEvents();
    const rows = await write(manager, given, writer === 'api' ? byApi(api) : byTypeorm(manager));
    return { told: getEvents(writer === 'typeorm'), rows };
  }

  test('told by the API as by TypeORM', async () => {
    const property = fc.asyncProperty(writes, async (given) => {
      const byTypeorm = await record('typeorm', given);
      expect(await record('api', given)).toEqual(byTypeorm);
    });
    await holds(
      property,
      speaksMysql(name) ? 25 : 60,
      [...takenBack, ...deletedByListeners].map((given) => [given]),
    );
  });
});

/** One side of each write. */
interface Side {
  readonly create: (entity: Writes['entity'], body: Body) => Promise<unknown>;
  readonly update: (entity: Writes['entity'], id: number, given: UpdateStep) => Promise<unknown>;
  readonly remove: (entity: Writes['entity'], id: number) => Promise<unknown>;
  readonly restore: (entity: Writes['entity'], id: number) => Promise<unknown>;
}

interface UpdateStep {
  readonly body: Body;
  readonly reaction: Reaction | null;
}

const targets = { pages: Page, notes: Note };

/** Makes the writes, and returns the rows after each of them. */
async function write(manager: EntityManager, { entity, steps }: Writes, side: Side): Promise<unknown> {
  const rows: unknown[] = [];
  const target = targets[entity];
  let id = 0;
  for (const step of steps) {
    const row = await manager.findOne<Document>(target, { where: { id }, withDeleted: true });
    const isDeleted = row !== null && 'deletedAt' in row && row.deletedAt !== null;
    if (step.kind === 'create') {
      await prepareReaction(step.reaction);
      await side.create(entity, { title: 'new', ...step.body });
      id++;
    } else if (row) {
      await prepareReaction(step.reaction, manager, { target, id });
      // A reaction may have deleted the row.
      if (step.kind === 'update' && !isDeleted) await side.update(entity, id, step);
      if (step.kind === 'delete' && !isDeleted) await side.remove(entity, id);
      await prepareReaction(null);
      if (step.kind === 'delete' && entity === 'notes') await side.restore(entity, id);
    }
    rows.push(toPlain(await readRows(manager, target)));
  }
  return rows;
}

/** With columns that are hidden, and relations that are not eager. */
function readRows(manager: EntityManager, target: new () => Document): Promise<Document[]> {
  return manager
    .createQueryBuilder(target, 'document')
    .setFindOptions({ withDeleted: true, relations: { media: true, cover: true } })
    .addSelect('document.secret')
    .getMany();
}

function byApi(api: Api): Side {
  const headers = { 'content-type': 'application/json' };
  const send = async (method: string, path: string, given?: Body) => {
    const { status } = await api.handle({
      method,
      path,
      headers,
      ...(given ? { body: given as never } : {}),
    });
    if (status >= 400) throw new Error(`${method} ${path} ${JSON.stringify(given)}: ${status}`);
  };
  return {
    create: (entity, body) => send('POST', `/${entity}`, body),
    update: (entity, id, { body }) => send('PATCH', `/${entity}/${id}`, body),
    remove: (entity, id) => send('DELETE', `/${entity}/${id}`),
    restore: (entity, id) => send('POST', `/${entity}/${id}/restore`),
  };
}

function byTypeorm(manager: EntityManager): Side {
  const find = (entity: Writes['entity'], id: number) =>
    manager.findOneOrFail<Document>(targets[entity], { where: { id }, withDeleted: true });
  return {
    create: (entity, body) => manager.save(assign(new targets[entity](), body)),
    async update(entity, id, { body, reaction }) {
      const document = await manager.save(assign(await find(entity, id), body));
      if (reaction) await storeRelations(manager, document);
    },
    remove: async (entity, id) =>
      entity === 'pages'
        ? manager.remove(await find(entity, id))
        : manager.softRemove(await find(entity, id)),
    restore: async (entity, id) =>
      manager.recover(Object.assign(await find(entity, id), { deletedAt: null })),
  };
}

function assign(document: Document, given: Body): Document {
  for (const [name, value] of Object.entries(given)) {
    if (name === 'size') document.size = Object.assign(new Size(), document.size, value);
    else if (name === 'media' || name === 'cover')
      Object.assign(document, { [name]: value === null ? null : { id: value } });
    else Object.assign(document, { [name]: value });
  }
  return document;
}
