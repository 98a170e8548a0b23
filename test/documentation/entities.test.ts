// docs/guide/entities-and-fields.md: its entities behave as the page says.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { DataSource } from 'typeorm';
import { entityOf } from '../support/collection.js';
import { DirectClient } from '../support/direct-client.js';
import { repository } from '../support/markdown-table.js';
import { programBelow } from '../support/page-section.js';
import { expectProblem, places } from '../support/problem.js';
import { ServerLog } from '../support/server-log.js';

type EntityClasses = Readonly<Record<string, new () => object>>;

const page = readFileSync(join(repository, 'docs/guide/entities-and-fields.md'), 'utf8');
const withoutMetadata = programBelow(page, 'Without decorator metadata');

let folder: string;
let dataSource: DataSource | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(repository, 'test/.entities-'));
});
afterEach(async () => {
  await dataSource?.destroy();
  dataSource = undefined;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let modules = 0;

function classesIn(source: string, extension: 'ts' | 'cjs'): EntityClasses {
  const file = join(folder, `entities-${String(modules++)}.${extension}`);
  writeFileSync(file, source);
  return jest.requireActual<EntityClasses>(file);
}

/** As tsx compiles it. */
function compiledByEsbuild(source: string): string {
  const compilerOptions = { experimentalDecorators: true, emitDecoratorMetadata: true };
  return transformSync(source, { loader: 'ts', format: 'cjs', tsconfigRaw: { compilerOptions } }).code;
}

async function clientOf(classes: EntityClasses): Promise<DirectClient> {
  dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: Object.values(classes),
    synchronize: true,
  });
  return DirectClient.of(await dataSource.initialize(), { defaultFilterID: true, logger: new ServerLog() });
}

describe('Relations are nullable by default', () => {
  let client: DirectClient;

  beforeEach(async () => {
    client = await clientOf(classesIn(programBelow(page, 'Relations are nullable by default'), 'ts'));
    for (const name of ['Ada', 'Ben']) await client.post('/owners', { name });
  });

  test('a create needs the edge that is not nullable, and no other', async () => {
    const [fault, ...others] = expectProblem(await client.post('/visits', {}), 400, 'invalid_request');
    expect(fault).toMatchObject({ pointer: '/owner', code: 'required' });
    expect(others).toEqual([]);
    expect((await client.post('/visits', { owner: 1 })).status).toBe(201);
    expectProblem(await client.get('/visits/1/sitter'), 404, 'not_found');
  });

  test('null clears the one and is refused for the other', async () => {
    await client.post('/visits', { owner: 1, sitter: 2 });
    expect((await client.patch('/visits/1', { sitter: null })).status).toBe(200);
    expectProblem(await client.get('/visits/1/sitter'), 404, 'not_found');
    const [fault] = expectProblem(await client.patch('/visits/1', { owner: null }), 400, 'invalid_request');
    expect(fault).toMatchObject({ pointer: '/owner', code: 'wrong_type' });
  });

  test('a target that is referred to is not deleted, either way', async () => {
    await client.post('/visits', { owner: 1, sitter: 2 });
    for (const path of ['/owners/1', '/owners/2'])
      expectProblem(await client.delete(path), 409, 'still_referenced');
  });
});

describe('Without decorator metadata', () => {
  test('the entities run as esbuild compiles them', async () => {
    const client = await clientOf(classesIn(compiledByEsbuild(withoutMetadata), 'cjs'));
    await client.post('/genres', { id: 'noir' });
    const film = { title: 'Laura', code: 'LA', genre: 'noir' };
    expect(await client.post('/films', film)).toMatchObject({
      status: 201,
      json: { title: 'Laura', minutes: null, code: 'LA' },
    });
    expect((await client.get('/genres/noir')).json).toMatchObject({ filmCount: 1 });
    expect(places(expectProblem(await client.post('/films', { title: '' }), 400, 'invalid_request'))).toEqual(
      ['/code', '/genre', '/title'],
    );
  });

  test.each([
    ["@Column('varchar', { length: 80 })", '@Column({ length: 80 })'],
    ["@PrimaryColumn('varchar')", '@PrimaryColumn()'],
    ["type: 'int', query", 'query'],
  ])('%s cannot be %s', (written, shorter) => {
    expect(withoutMetadata).toContain(written);
    const source = compiledByEsbuild(withoutMetadata.replace(written, shorter));
    expect(() => classesIn(source, 'cjs')).toThrow('cannot be guessed');
  });

  test('a column with a transformer cannot be without its schema', async () => {
    const source = withoutMetadata.replace(/^ *@Schema.*\n/m, '');
    expect(source).not.toContain('@Schema');
    const classes = classesIn(compiledByEsbuild(source), 'cjs');
    await expect(clientOf(classes)).rejects.toThrow('Film.code @Schema: the type of the values');
  });
});

test('Keys of several columns: an id is the texts of the key', async () => {
  const client = await clientOf(classesIn(programBelow(page, 'Keys of several columns'), 'ts'));
  await client.post('/talks', { title: 'On keys' });
  const made = await client.post('/ratings', { talk: 1, visitor: 'ada', stars: 5 });
  expect([made.status, made.headers.location]).toEqual([201, '/ratings/1,ada']);
  expect(entityOf(made)).toEqual({ talkId: 1, visitor: 'ada', stars: 5, edges: {} });
  await client.post('/ratings', { talk: 1, visitor: 'a,b', stars: 4 });
  expect((await client.get('/ratings/1,a%252Cb')).json).toMatchObject({ stars: 4 });
  expect((await client.get('/ratings?id.eq=1,a%252Cb')).json).toMatchObject({ total_count: 1 });
  expect(
    places(expectProblem(await client.patch('/ratings/1,ada', { talk: 1 }), 400, 'invalid_request')),
  ).toEqual(['/talk']);
});
