// Commands of the CRUD model: each is sent to both databases, whose answers must be the same and those of the model.
import fc from 'fast-check';
import type { DirectClient } from '../support/direct-client.js';
import { edgeRules, type Body, type CrewModel, type Deleted, type Kind, type Outcome } from './crud-model.js';

/** The same API on each database. */
export interface Fleet {
  readonly clients: readonly DirectClient[];
}

type Command = fc.AsyncCommand<CrewModel, Fleet>;

interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: Body;
  /** What the model answers; done on it as well. */
  readonly expected: (model: CrewModel) => Outcome;
  /** What must hold besides. */
  readonly after?: (outcome: Outcome, model: CrewModel, fleet: Fleet) => Promise<void>;
}

const kinds = Object.keys(edgeRules) as Kind[];
/** One more than there are at first. */
const id = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom('a', 'b', 'c', 'd', 'é%_');
const ids = fc.array(id, { maxLength: 3 });

/** All commands that there are; those that change edges more often than those that only read. */
export const commands: fc.Arbitrary<Command>[] = [
  ...kinds.flatMap((kind) => [
    ...twice(creation(kind).map((body) => create(kind, body))),
    ...twice(...twice(fc.tuple(id, change(kind)).map(([target, body]) => update(kind, target, body)))),
    id.map((target) => remove(kind, target)),
    id.map((target) => read(kind, target)),
    fc.constant(list(kind)),
    ...Object.keys(edgeRules[kind]).map((edge) => id.map((target) => readEdge(kind, target, edge))),
  ]),
  ...twice(id.map(restore)),
  id.map((target) => read('charts', target, 'with')),
  fc.constantFrom<Deleted>('with', 'only').map((deleted) => list('charts', deleted)),
];

type Value = fc.Arbitrary<Body[string]>;

/** What each sequence starts from: three of each, in crews of their own. */
export const beginnings: readonly (readonly [Kind, Body])[] = [1, 2, 3].flatMap((nth) => [
  ['crews', { id: nth, name: `crew ${nth}` }],
  ['sailors', { id: nth, name: 'x', crew: nth }],
  ['cabins', { id: nth, name: 'x', crew: nth }],
  ['charts', { id: nth, name: 'x', crew: nth }],
  ['knots', { id: nth, sailors: [nth] }],
]);

function twice<T>(...some: T[]): T[] {
  return [...some, ...some];
}

function creation(kind: Kind): fc.Arbitrary<Body> {
  const edges = Object.entries(edgeRules[kind]).map(
    ([edge, { unique }]) => [edge, unique ? id : ids] as const,
  );
  const requiredKeys =
    kind === 'knots' ? ['id'] : kind === 'cabins' ? ['id', 'name', 'crew'] : ['id', 'name'];
  return body({ id, name, ...rankOf(kind), ...Object.fromEntries(edges) }, requiredKeys);
}

function change(kind: Kind): fc.Arbitrary<Body> {
  const edges = Object.entries(edgeRules[kind]).flatMap(([edge, { unique, link }]): [string, Value][] => {
    if (unique) return [[edge, link === 'quarters' ? id : fc.option(id)]];
    return [edge, `add_${edge}`, `remove_${edge}`].map((key) => [key, ids]);
  });
  return body({ name, ...rankOf(kind), ...Object.fromEntries(edges) }, []);
}

function rankOf(kind: Kind): Record<string, Value> {
  return kind === 'sailors' ? { rank: fc.option(fc.integer({ min: -2, max: 2 })) } : {};
}

/** Few keys at a time: with many, something is nearly always refused. */
function body(keys: Record<string, Value>, required: string[]): fc.Arbitrary<Body> {
  const optional = Object.keys(keys).filter((key) => !required.includes(key));
  return fc
    .shuffledSubarray(optional, { maxLength: Math.min(2, optional.length) })
    .chain((some) =>
      fc.record(
        Object.fromEntries(Object.entries(keys).filter(([key]) => [...required, ...some].includes(key))),
      ),
    );
}

function create(kind: Kind, given: Body): Command {
  return command({
    method: 'POST',
    path: `/${kind}`,
    body: given,
    expected: (model) => model.create(kind, given),
    // A create that fails leaves nothing.
    after: ({ status }, model, fleet) =>
      status === 201
        ? Promise.resolve()
        : agreed(fleet, 'GET', `/${kind}`, model.list(kind)).then(() => undefined),
  });
}

function update(kind: Kind, target: number, given: Body): Command {
  return command({
    method: 'PATCH',
    path: `/${kind}/${target}`,
    body: given,
    expected: (model) => model.update(kind, target, given),
  });
}

function remove(kind: Kind, target: number): Command {
  return command({
    method: 'DELETE',
    path: `/${kind}/${target}`,
    expected: (model) => model.delete(kind, target),
    after: async ({ status }, _, fleet) => {
      if (status === 204) await leadsNowhere(kind, target, fleet);
    },
  });
}

/** After a delete every path to the entity is 404. */
async function leadsNowhere(kind: Kind, target: number, fleet: Fleet): Promise<void> {
  const gone = { status: 404 };
  await agreed(fleet, 'GET', `/${kind}/${target}`, gone);
  await agreed(fleet, 'PATCH', `/${kind}/${target}`, gone, {});
  await agreed(fleet, 'DELETE', `/${kind}/${target}`, gone);
  for (const edge of Object.keys(edgeRules[kind]))
    await agreed(fleet, 'GET', `/${kind}/${target}/${edge}`, gone);
}

function restore(target: number): Command {
  return command({
    method: 'POST',
    path: `/charts/${target}/restore`,
    expected: (model) => model.restore(target),
  });
}

function read(kind: Kind, target: number, deleted: Deleted = null): Command {
  return command({
    method: 'GET',
    path: `/${kind}/${target}${queryOf(deleted)}`,
    expected: (model) => model.read(kind, target, deleted),
  });
}

function list(kind: Kind, deleted: Deleted = null): Command {
  return command({
    method: 'GET',
    path: `/${kind}${queryOf(deleted)}`,
    expected: (model) => model.list(kind, deleted),
  });
}

function queryOf(deleted: Deleted): string {
  return deleted ? `?deleted=${deleted}` : '';
}

function readEdge(kind: Kind, target: number, edge: string): Command {
  return command({
    method: 'GET',
    path: `/${kind}/${target}/${edge}`,
    expected: (model) => model.edge(kind, target, edge),
  });
}

function command({ method, path, body: given, expected, after }: Step): Command {
  return {
    check: () => true,
    run: async (model, fleet) => {
      const outcome = expected(model);
      await agreed(fleet, method, path, outcome, given);
      await after?.(outcome, model, fleet);
    },
    toString: () => `${method} ${path} ${given ? JSON.stringify(given) : ''}`.trimEnd(),
  };
}

/** Asks every database; their answers must be alike, byte for byte, and be what the model says. */
export async function agreed(
  { clients }: Fleet,
  method: string,
  path: string,
  { status, json }: Outcome,
  given?: Body,
): Promise<void> {
  const answers = await Promise.all(clients.map((client) => client.send(method, path, given)));
  const [first, ...others] = answers.map((answer) => ({
    status: answer.status,
    text: withoutId(answer.text),
  }));
  for (const other of others) expect(other).toEqual(first);
  expect(answers[0]?.status).toBe(status);
  if (json !== undefined) expect(answers[0]?.json).toEqual(json);
}

function withoutId(text: string): string {
  return text.replace(/"request_id":"[^"]*"/, '');
}
