// Commands of the model of writes: each is sent to all databases, whose answers must be the same and those of the model.
import fc from 'fast-check';
import type { DirectClient } from '../support/direct-client.js';
import type { Answer } from '../support/http-client.js';
import type { BoatModel, BoatUpdate, Condition, NewBoat, NewOar, Outcome, Selection } from './boat-model.js';

/** The same API on each database, and the last tag and text that each path was read with. */
export interface BoatFleet {
  readonly clients: readonly DirectClient[];
  readonly seen: Map<string, { readonly tag: string; readonly text: string }>;
}

type Command = fc.AsyncCommand<BoatModel, BoatFleet>;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const id = fc.integer({ min: 1, max: 4 });
const ids = fc.uniqueArray(id, { maxLength: 3 });
const name = fc.constantFrom('a', 'b', 'c', 'd', 'é%_');
const rank = fc.option(fc.integer({ min: 0, max: 2 }));
const newOar: fc.Arbitrary<NewOar> = fc.record({ id, size: fc.integer({ min: 1, max: 9 }) });

const newBoat: fc.Arbitrary<NewBoat> = fc.record(
  {
    id,
    name,
    rank,
    oars: fc.uniqueArray(fc.oneof(id, newOar), {
      maxLength: 3,
      selector: (oar) => (typeof oar === 'number' ? oar : oar.id),
    }),
  },
  { requiredKeys: ['id', 'name'] },
);

const fields = { name, rank };
const boatUpdate: fc.Arbitrary<BoatUpdate> = fc.oneof(
  fc.record(fields, { requiredKeys: [] }),
  fc.record({ ...fields, oars: ids }, { requiredKeys: [] }),
  // An id is added or removed, not both.
  fc
    .tuple(ids, fc.integer({ min: 0, max: 3 }))
    .map(([all, at]) => ({ add_oars: all.slice(0, at), remove_oars: all.slice(at) })),
);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Condition>({ kind: 'none' }) },
  fc.constantFrom<Condition>({ kind: 'any' }, { kind: 'absent' }),
  {
    weight: 3,
    arbitrary: fc
      .uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 2 })
      .map((versions): Condition => ({ kind: 'versions', versions })),
  },
);

const selection: fc.Arbitrary<Selection> = fc.record(
  { name, rank, ids: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), maxAffected: fc.nat({ max: 4 }) },
  { requiredKeys: [] },
);

/** All commands that there are; the writes more often. */
export const boatCommands: fc.Arbitrary<Command>[] = [
  ...repeat(3, newBoat.map(create)),
  ...repeat(2, fc.array(newBoat, { minLength: 1, maxLength: 3 }).map(createMany)),
  ...repeat(2, fc.tuple(id, newOar).map(createOar)),
  ...repeat(4, fc.tuple(id, boatUpdate, condition).map(update)),
  ...repeat(2, fc.array(fc.tuple(id, boatUpdate), { minLength: 1, maxLength: 3 }).map(updateMany)),
  ...repeat(2, fc.tuple(selection, fc.record(fields, { requiredKeys: ['rank'] })).map(updateWhere)),
  ...repeat(2, fc.tuple(id, condition).map(remove)),
  selection.map(removeWhere),
  ...repeat(3, id.map(restore)),
  fc.tuple(id, fc.constantFrom('with' as const, null)).map(read),
  fc.constantFrom('with' as const, 'only' as const, null).map(list),
];

function repeat<T>(times: number, value: T): T[] {
  return new Array<T>(times).fill(value);
}

function create(boat: NewBoat): Command {
  return command({ method: 'POST', path: '/boats', body: boat }, (model) => model.create(boat));
}

function createMany(boats: readonly NewBoat[]): Command {
  return command({ method: 'POST', path: '/boats/bulk', body: boats }, (model) => model.createMany(boats));
}

function createOar([boat, oar]: readonly [number, NewOar]): Command {
  return command({ method: 'POST', path: `/boats/${boat}/oars`, body: oar }, (model) =>
    model.createOar(boat, oar),
  );
}

function update([boat, change, given]: readonly [number, BoatUpdate, Condition]): Command {
  return command(
    { method: 'PATCH', path: `/boats/${boat}`, body: change, headers: buildHeaders(given) },
    (model) => model.update(boat, change, given),
  );
}

function updateMany(items: readonly (readonly [number, BoatUpdate])[]): Command {
  const body = items.map(([boat, change]) => ({ id: boat, ...change }));
  return command({ method: 'PATCH', path: '/boats', body }, (model) => model.updateMany(body));
}

function updateWhere([of, change]: readonly [Selection, BoatUpdate]): Command {
  return command({ method: 'PATCH', path: `/boats?${toQuery(of)}`, body: change }, (model) =>
    model.updateWhere(of, change),
  );
}

function remove([boat, given]: readonly [number, Condition]): Command {
  return command({ method: 'DELETE', path: `/boats/${boat}`, headers: buildHeaders(given) }, (model) =>
    model.delete(boat, given),
  );
}

function removeWhere(of: Selection): Command {
  return command({ method: 'DELETE', path: `/boats?${toQuery(of)}` }, (model) => model.deleteWhere(of));
}

function restore(boat: number): Command {
  return command({ method: 'POST', path: `/boats/${boat}/restore` }, (model) => model.restore(boat));
}

function read([boat, deleted]: readonly [number, 'with' | null]): Command {
  const path = `/boats/${boat}${deleted ? `?deleted=${deleted}` : ''}`;
  return command({ method: 'GET', path }, (model) => model.read(boat, deleted));
}

function list(deleted: 'with' | 'only' | null): Command {
  const path = `/boats${deleted ? `?deleted=${deleted}` : ''}`;
  return command({ method: 'GET', path }, (model) => model.list(deleted));
}

function buildHeaders(given: Condition): Record<string, string> {
  switch (given.kind) {
    case 'none':
      return {};
    case 'any':
      return { 'if-match': '*' };
    case 'absent':
      return { 'if-none-match': '*' };
    case 'versions':
      return {
        'if-match': given.versions.map((version, at) => `${at === 0 ? '' : 'W/'}"${version}"`).join(', '),
      };
  }
}

/** Without a filter, a bulk request says that it is for all rows. */
function toQuery({ name: named, rank: ranked, ids: listed = [], maxAffected }: Selection): string {
  const filters: (readonly [string, string])[] = [
    ...(named === undefined ? [] : [['name.eq', named] as const]),
    ...(ranked === undefined
      ? []
      : ranked === null
        ? [['rank.null', 'true'] as const]
        : [['rank.eq', String(ranked)] as const]),
    ...listed.map((each) => ['id.in', String(each)] as const),
  ];
  const guard = maxAffected === undefined ? [] : [['max_affected', String(maxAffected)] as const];
  const all = [...(filters.length === 0 ? [['all', 'true'] as const] : filters), ...guard];
  return all.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
}

function command(request: Request, expected: (model: BoatModel) => Outcome): Command {
  const { method, path, body } = request;
  return {
    check: () => true,
    run: async (model, fleet) => {
      const answer = await expectAgreement(fleet, request, expected(model));
      if (method === 'GET' && answer.status === 200) await expectTagOfText(fleet, path, answer);
    },
    toString: () => [method, path, JSON.stringify(request.headers), JSON.stringify(body)].join(' '),
  };
}

/** Asks every database: answers must be alike, byte for byte, and be what the model says. */
export async function expectAgreement(
  { clients }: BoatFleet,
  { method, path, body, headers }: Request,
  { status, json }: Outcome,
): Promise<Answer> {
  const answers = await Promise.all(clients.map((client) => client.send(method, path, body, headers)));
  const [first] = answers;
  if (!first) throw new Error('There is no database.');
  for (const other of answers)
    expect([other.status, other.text, other.headers.etag]).toEqual([
      first.status,
      first.text,
      first.headers.etag,
    ]);
  expect([first.status, first.text]).toEqual([status, first.text]);
  if (json !== undefined) expect(first.json).toEqual(json);
  return first;
}

/** A tag that was seen answers 304 if and only if the text is the one that it came with. */
async function expectTagOfText(fleet: BoatFleet, path: string, { text, headers }: Answer): Promise<void> {
  const before = fleet.seen.get(path);
  const tag = String(headers.etag);
  if (before) {
    const status = before.text === text ? 304 : 200;
    await expectAgreement(
      fleet,
      { method: 'GET', path, headers: { 'if-none-match': before.tag } },
      { status },
    );
    expect(before.tag === tag).toBe(before.text === text);
  }
  fleet.seen.set(path, { tag, text });
}
