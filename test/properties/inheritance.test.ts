// A row of single-table inheritance is of its class: for random hierarchies, each request through a parent has the
// effect and the answer of the same request through the child.
import type { Operation } from '@decorest/core';
import fc from 'fast-check';
import { DirectClient } from '../support/direct-client.js';
import type { Answer } from '../support/http-client.js';
import { holds } from '../support/property.js';
import {
  databaseNames,
  openDatabase,
  type DatabaseName,
  type TestDatabase,
} from '../support/test-database.js';
import {
  edgeOf,
  familyOf,
  fitting,
  hierarchies,
  requests,
  type ClassCase,
  type Family,
  type FamilyMember,
  type RequestCase,
} from './inheritance-cases.js';

jest.setTimeout(600_000);

const servers = databaseNames.filter((name) => name !== 'sqlite3');
const runs: Readonly<Record<DatabaseName, number>> = {
  sqlite: 40,
  sqlite3: 0,
  postgres: 6,
  mariadb: 6,
  mysql: 6,
};

/** Two databases with the same rows: one is asked through parents, the other through the classes. */
interface Pair {
  readonly family: Family;
  readonly cases: readonly ClassCase[];
  readonly parents: Side;
  readonly children: Side;
  /** What each class has: classes inherit what they exclude. */
  readonly operations: (member: FamilyMember) => readonly Operation[];
  /** By id, in the order of the rows. */
  readonly classes: Map<number, FamilyMember>;
}

interface Side {
  readonly database: TestDatabase;
  readonly client: DirectClient;
}

test.each(servers)('%s', async (name) => {
  let compared = 0;
  const counts = new Map<number, number>();
  await holds(
    fc.asyncProperty(hierarchies, requests, async (cases, asked) => {
      const pair = await opened(name, cases);
      try {
        for (const request of asked) {
          const statuses = await compare(pair, request);
          for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
          compared += statuses.length;
        }
        expect(await rowsOf(pair.parents, pair)).toEqual(await rowsOf(pair.children, pair));
      } finally {
        await pair.parents.database.close();
        await pair.children.database.close();
      }
    }),
    runs[name],
  );
  const told = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`${name}: ${compared} requests through parents (${told.join(', ')})\n`);
  expect(compared).toBeGreaterThan(runs[name] * 8);
  const rare = name === 'sqlite' ? [404, 405] : [];
  for (const status of [200, 201, 204, 400, ...rare]) expect(counts.get(status)).toBeGreaterThan(0);
});

async function opened(name: DatabaseName, cases: readonly ClassCase[]): Promise<Pair> {
  const family = familyOf(cases);
  const paths = Object.fromEntries(family.members.map((member) => [member.name, member.path.slice(1)]));
  const entities = [family.label, ...family.members.map(({ entity }) => entity)];
  const side = async (): Promise<Side> => {
    const database = await openDatabase(name, entities as (new () => object)[]);
    await database.dataSource.getRepository(family.label).save({});
    for (const member of [...family.members, ...family.members])
      await database.dataSource.getRepository(member.entity).save(rowOf(family, cases, member, { id: 1 }));
    return { database, client: DirectClient.of(database.dataSource, { paths }) };
  };
  const classes = new Map([...family.members, ...family.members].map((member, at) => [at + 1, member]));
  const parents = await side();
  const byName = new Map(parents.client.model.entities.map((entity) => [entity.name, entity.operations]));
  const operations: Pair['operations'] = (member) => byName.get(member.name) ?? [];
  return { family, cases, parents, children: await side(), operations, classes };
}

/** Values for the columns and edges that the class has. */
function rowOf(
  { members }: Family,
  cases: readonly ClassCase[],
  { line }: FamilyMember,
  label: unknown,
): Record<string, unknown> {
  const columns = line.flatMap((one) => cases[members.indexOf(one)]?.columns ?? []);
  const edges = line.filter((one) => cases[members.indexOf(one)]?.edge !== 'none');
  return {
    ...Object.fromEntries(columns.map((column) => [column.name, fitting(column)])),
    ...Object.fromEntries(edges.map(({ name }) => [edgeOf(name), label])),
  };
}

/** Sends one request both ways; the statuses of what was compared. */
async function compare(pair: Pair, request: RequestCase): Promise<number[]> {
  const { family } = pair;
  const [id, stored] = [...pair.classes][request.row % pair.classes.size] ?? [];
  const member = request.kind === 'create' ? family.members[request.member % family.members.length] : stored;
  if (!member || id === undefined) return [];
  const above = member.line[request.above % member.line.length];
  // A parent without the operation has no such request; its edges ask for their endpoints.
  if (!above || (request.kind !== 'edge' && !pair.operations(above).includes(request.kind))) return [];
  if (request.kind === 'list') return compareLists(pair, member, above);
  const { through, direct } = await asked(pair, request, { id, member, above });
  const isWhole = pair.operations(above).length === 5;
  expect({ request, ...told(through, isWhole) }).toEqual({
    request,
    ...told(expected(direct, request, pair.operations(member)), isWhole),
  });
  if (through.status === 201) pair.classes.set((through.json as { id: number }).id, member);
  if (through.status === 204) pair.classes.delete(id);
  return [through.status];
}

interface Place {
  readonly id: number;
  readonly member: FamilyMember;
  readonly above: FamilyMember;
}

async function asked(pair: Pair, request: RequestCase, { id, member, above }: Place) {
  const { parents, children } = pair;
  const body = bodyOf(pair, request, member);
  const both = async (method: string, at: (path: string) => string, given?: object) => ({
    through: await parents.client.send(method, at(above.path), given),
    direct: await children.client.send(method, at(member.path), given),
  });
  switch (request.kind) {
    case 'read':
      return both('GET', (path) => `${path}/${id}`);
    case 'edge':
      return both('GET', (path) => `${path}/${id}/${edgeOf(above.name)}`);
    case 'update':
      return both('PATCH', (path) => `${path}/${id}`, body);
    case 'delete':
      return both('DELETE', (path) => `${path}/${id}`);
    default:
      return {
        // At its own endpoint a class is fixed, with or without a discriminator, and so has no children there.
        through: await parents.client.post(
          above.path,
          above === member ? body : { kind: member.value, ...body },
        ),
        direct: await children.client.post(member.path, body),
      };
  }
}

/** Some of the keys that the class has, and some that any class has. */
function bodyOf(
  pair: Pair,
  { kind, fits, extra, row }: RequestCase,
  member: FamilyMember,
): Record<string, unknown> {
  const { names } = pair.family;
  const fitted = Object.entries(rowOf(pair.family, pair.cases, member, 1)).filter(
    ([, value]) => value !== undefined,
  );
  const some = kind === 'create' || !fits ? fitted : fitted.slice(row % 3);
  const others = extra.flatMap(([at, value]) => {
    const name = names[at % names.length];
    return name === undefined ? [] : [[name, value] as const];
  });
  const entries: (readonly [string, unknown])[] = fits ? some : [...some, ...others];
  return Object.fromEntries(entries);
}

/** What the parent answers where the class has no such operation. */
function expected(direct: Answer, { kind }: RequestCase, operations: readonly Operation[]): Answer {
  const lacks = (operation: Operation) => !operations.includes(operation);
  if (kind === 'read' && lacks('read')) return { ...direct, status: 404 };
  if (kind === 'create' && lacks('create')) return { ...direct, status: 400 };
  return direct;
}

/** An answer without what names the path; of a class that lacks an operation the status alone. */
function told({ status, json, text, headers }: Answer, isWhole: boolean) {
  if (status < 300) return { status, text };
  const { code, errors } = json as { code: string; errors?: unknown };
  if (status === 405) return isWhole ? { status, code, allow: headers.allow } : { status, code };
  const isOfClass = status === 400 && JSON.stringify(errors ?? []).includes('"/kind"');
  return status === 404 || status === 405 || code !== 'invalid_request' || isOfClass
    ? { status }
    : { status, code, errors };
}

/** The rows of a class in the list of a parent are those of its own list. */
async function compareLists(
  { parents, children, operations }: Pair,
  member: FamilyMember,
  above: FamilyMember,
): Promise<number[]> {
  const own = (answer: Answer) =>
    (answer.json as { content: { kind: string }[] }).content.filter(({ kind }) => kind === member.value);
  const query = '?sort=id&per_page=100';
  const all = await parents.client.get(`${above.path}${query}`);
  if (!operations(member).includes('list')) {
    expect(own(all)).toEqual([]);
    return [all.status];
  }
  const direct = own(await children.client.get(`${member.path}${query}`));
  expect(JSON.stringify(own(all))).toBe(JSON.stringify(direct));
  // A class without children, or none of its own in the API, has no filter: its list is of its own rows anyway.
  if (above !== member) {
    const filtered = await parents.client.get(
      `${above.path}${query}&kind.eq=${encodeURIComponent(member.value)}`,
    );
    expect(JSON.stringify(own(filtered))).toBe(JSON.stringify(direct));
    expect(filtered.json).toMatchObject({ total_count: direct.length });
  }
  return [all.status];
}

async function rowsOf({ database: { dataSource } }: Side, { family }: Pair): Promise<unknown[]> {
  const [root] = family.members;
  const { tablePath } = dataSource.getMetadata(root?.entity ?? '');
  const rows = await dataSource.query<unknown[]>(`SELECT * FROM ${tablePath} ORDER BY id`);
  return [...rows];
}
