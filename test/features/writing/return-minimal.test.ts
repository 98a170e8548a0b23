// `Prefer: return=minimal` (RFC 7240): a write without its entity in the answer does, refuses and costs what it would otherwise,
// but for reading the row back.
import {
  AllowClientIDs,
  createApi,
  EagerLoad,
  hooksFor,
  policyFor,
  type PolicyRequest,
} from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import {
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { forEachMount, forEachDatabase, type Fixture, type Stage } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { ServerLog } from '../../support/server-log.js';

@Entity()
class Shelf {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 20, unique: true })
  name!: string;

  @VersionColumn()
  version!: number;

  @OneToMany(() => Volume, (volume) => volume.shelf)
  @EagerLoad()
  volumes!: Relation<Volume[]>;
}

@Entity()
class Volume {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'int', default: 1 })
  pages!: number;

  @UpdateDateColumn()
  updated!: Date;

  @ManyToOne(() => Shelf, (shelf) => shelf.volumes, { nullable: true })
  shelf!: Relation<Shelf> | null;
}

@Entity()
@AllowClientIDs()
class Label {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  id!: string;

  @Column({ type: 'int', default: 0 })
  uses!: number;
}

@Entity()
@AllowClientIDs()
class Coordinate {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  map!: string;

  @PrimaryColumn({ type: 'int' })
  place!: number;

  @Column({ type: 'int', default: 0 })
  uses!: number;
}

@Entity()
@AllowClientIDs()
class Ledger {
  @PrimaryColumn({ type: 'bigint' })
  id!: string;

  @Column({ type: 'int' })
  amount!: number;
}

const fixture: Fixture = {
  entities: [Shelf, Volume, Label, Coordinate, Ledger],
  options: { returnMinimal: true },
  async fill(dataSource) {
    await dataSource.getRepository(Shelf).insert([{ name: 'a' }, { name: 'b' }]);
    await dataSource.getRepository(Label).insert([{ id: 'x' }]);
    await dataSource.getRepository(Ledger).insert([{ id: '1', amount: 1 }]);
    await dataSource.getRepository(Coordinate).insert([{ map: 'm', place: 1 }]);
  },
};

const minimal = { prefer: 'return=minimal' };

/** All rows, without what differs each time. */
async function readRows(stage: Stage): Promise<unknown> {
  const tables = [Shelf, Volume, Label, Coordinate, Ledger].map((entity) =>
    stage.dataSource.getRepository<object>(entity).find({ loadRelationIds: true }),
  );
  const rows = await Promise.all(tables);
  return rows.map((ofTable) => ofTable.map((row) => normalize(JSON.stringify({ ...row, updated: 0 }))));
}

/** Ids that the server makes differ each time. */
function normalize(text = ''): string {
  return text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid');
}

forEachMount(fixture, (stage) => {
  test.each<[string, string, object]>([
    ['POST', '/shelves', { name: 'c' }],
    ['POST', '/volumes', { pages: 7, shelf: 1 }],
    ['POST', '/volumes', {}],
    ['POST', '/labels', { id: 'b, 50% "é"/' }],
    ['POST', '/coordinates', { map: 'b, 50% "é"/', place: -3 }],
    ['POST', '/ledgers', { id: '4611686018427387903', amount: 5 }],
    ['PATCH', '/shelves/1', { name: 'd' }],
    ['PATCH', '/shelves/1', {}],
    ['PATCH', '/shelves/1', { add_volumes: [] }],
    ['PATCH', '/labels/x', { uses: 3 }],
    ['PATCH', '/coordinates/m,1', { uses: 3 }],
    ['PATCH', '/ledgers/1', { amount: 8 }],
  ])('%s %s %j does the same, and answers 204 with the same headers', async (method, path, body) => {
    const whole = await stage.client.send(method, path, { body });
    const rows = await readRows(stage);
    await stage.refill();
    const answer = await stage.client.send(method, path, { body, headers: minimal });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers['content-type']).toBeUndefined();
    expect(answer.headers['preference-applied']).toBe('return=minimal');
    expect(normalize(answer.headers.location)).toBe(normalize(whole.headers.location));
    expect(await readRows(stage)).toEqual(rows);
    if (method === 'POST') expect((await stage.client.get(answer.headers.location ?? '')).status).toBe(200);
  });

  test.each<[string, string, object, number]>([
    ['PATCH', '/shelves/9', { name: 'd' }, 404],
    ['PATCH', '/shelves/9', {}, 404],
    ['PATCH', '/shelves/9', { add_volumes: [] }, 404],
    ['PATCH', '/labels/y', { uses: 3 }, 404],
    ['PATCH', '/labels/y', {}, 404],
    ['PATCH', '/ledgers/9', { amount: 8 }, 404],
    ['POST', '/volumes', { shelf: 9 }, 400],
    ['POST', '/shelves', { name: 'a' }, 409],
    ['PATCH', '/shelves/1', { name: 'b' }, 409],
    ['POST', '/shelves', { title: 'a' }, 400],
  ])('%s %s %j is refused as ever', async (method, path, body, status) => {
    const rows = await readRows(stage);
    const whole = await stage.client.send(method, path, { body });
    const answer = await stage.client.send(method, path, { body, headers: minimal });
    const withoutId = ({ json }: typeof answer) => ({ ...(json as object), request_id: '' });
    expect([answer.status, withoutId(answer)]).toEqual([status, withoutId(whole)]);
    expect(answer.headers['preference-applied']).toBeUndefined();
    expect(await readRows(stage)).toEqual(rows);
  });

  test('the default is acknowledged when asked for', async () => {
    const asked = { prefer: 'return=representation' };
    const created = await stage.client.post('/shelves', { name: 'c' }, asked);
    expect(created).toMatchObject({
      status: 201,
      headers: { 'preference-applied': 'return=representation' },
    });
    expect(entityOf(created)).toMatchObject({ id: 3, name: 'c' });
    const changed = await stage.client.patch('/shelves/3', { name: 'd' }, asked);
    expect(changed).toMatchObject({
      status: 200,
      headers: { 'preference-applied': 'return=representation' },
    });
  });

  test('it is no preference of reads and deletes', async () => {
    const read = await stage.client.get('/shelves/1', minimal);
    expect(read.status).toBe(200);
    expect(read.headers['preference-applied']).toBeUndefined();
    const deleted = await stage.client.send('DELETE', '/shelves/1', { headers: minimal });
    expect(deleted.status).toBe(204);
    expect(deleted.headers['preference-applied']).toBeUndefined();
  });
});

/** The kinds of all statements but those that begin and end transactions. PostgreSQL gets several at once. */
async function listStatements({ statements }: Stage): Promise<readonly string[]> {
  await statements.settled();
  const texts = statements.texts.flatMap((text) => text.split('; '));
  return texts.flatMap((text) => /^(SELECT|INSERT|UPDATE|DELETE)/.exec(text)?.[0] ?? []);
}

const untagged: Fixture = { ...fixture, options: { ...fixture.options, defaultETag: false } };

forEachDatabase(untagged, (stage) => {
  test.each<[string, string, object, readonly string[]]>([
    ['POST', '/shelves', { name: 'c' }, ['INSERT']],
    ['POST', '/volumes', { shelf: 1 }, ['INSERT']],
    ['PATCH', '/shelves/1', { name: 'd' }, ['UPDATE']],
    // The row must be there.
    ['PATCH', '/shelves/1', {}, ['SELECT']],
    ['PATCH', '/shelves/1', { add_volumes: [] }, ['SELECT', 'UPDATE']],
  ])('%s %s %j takes only the statements that write', async (method, path, body, expected) => {
    await stage.client.send(method, path, { body, headers: minimal });
    expect(await listStatements(stage)).toEqual(expected);
  });

  test('without the preference, the row is read back', async () => {
    await stage.client.patch('/ledgers/1', { amount: 2 });
    expect(await listStatements(stage)).toEqual(['UPDATE', 'SELECT']);
  });
});

forEachDatabase(fixture, (stage) => {
  test.each<[string, string, object]>([
    ['POST', '/shelves', { name: 'c' }],
    ['PATCH', '/shelves/1', { name: 'd' }],
  ])('%s %s has the tag of the entity that it leaves out', async (method, path, body) => {
    const { headers } = await stage.client.send(method, path, { body, headers: minimal });
    const written = await stage.client.get(headers.location ?? path);
    expect(headers.etag).toBe(written.headers.etag);
    expect(headers.etag).toMatch(/^"\d+\./);
  });
});

describe('without the option', () => {
  forEachDatabase({ ...fixture, options: {} }, (stage) => {
    test('the header is ignored and not documented', async () => {
      const answer = await stage.client.post('/shelves', { name: 'c' }, minimal);
      expect(entityOf(answer)).toMatchObject({ name: 'c' });
      expect(answer.status).toBe(201);
      expect(answer.headers['preference-applied']).toBeUndefined();
      const document = JSON.stringify(
        openApiDocument(createApi(stage.dataSource, { logger: new ServerLog() })),
      );
      expect(document).not.toContain('Prefer');
    });
  });
});

interface Reader {
  readonly most: number | null;
}

/** Hides ledgers above an amount. */
const guarded: Fixture = {
  ...fixture,
  options: {
    ...fixture.options,
    policies: [
      policyFor(Ledger, ({ state }: PolicyRequest<Partial<Reader>>) =>
        state.most === null ? true : { amount: 1 },
      ),
    ],
  },
};

describe('with a policy', () => {
  forEachDatabase(guarded, (stage) => {
    test('a row out of reach is refused, and nothing is written', async () => {
      expectProblem(await stage.client.post('/ledgers', { id: '2', amount: 2 }, minimal), 403, 'forbidden');
      expectProblem(await stage.client.patch('/ledgers/1', { amount: 2 }, minimal), 403, 'forbidden');
      expect(await stage.dataSource.getRepository(Ledger).find()).toMatchObject([{ amount: 1 }]);
      const allowed = await stage.client.patch('/ledgers/1', { amount: 1 }, minimal);
      expect(allowed).toMatchObject({ status: 204, text: '' });
    });
  });
});

const seen: string[] = [];
const hooked: Fixture = {
  ...fixture,
  options: {
    ...fixture.options,
    hooks: [
      hooksFor(Shelf, {
        before: {
          create: ({ entity }) => void seen.push(`create ${entity.name}`),
          update: ({ entity, stored }) => void seen.push(`update ${stored.name} to ${entity.name}`),
        },
        after: {
          create: ({ entity }) => void seen.push(`created ${entity.id}`),
          update: ({ entity }) => void seen.push(`updated ${entity.id}`),
        },
      }),
    ],
  },
};

describe('with hooks', () => {
  forEachDatabase(hooked, (stage) => {
    test('they run as ever', async () => {
      seen.length = 0;
      const created = await stage.client.post('/shelves', { name: 'c' }, minimal);
      expect(created).toMatchObject({ status: 204, headers: { location: '/shelves/3' } });
      expect((await stage.client.patch('/shelves/1', { name: 'd' }, minimal)).status).toBe(204);
      expectProblem(await stage.client.patch('/shelves/9', { name: 'd' }, minimal), 404, 'not_found');
      expect(seen).toEqual(['create c', 'created 3', 'update a to d', 'updated 1']);
    });
  });
});
