// A create with objects in its edges is the sequence of the creates that they stand for: the same rows, or none.
import fc from 'fast-check';
import { tableDigest } from '../abuse/table-digest.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { fillGuild, guildEntities } from '../support/guild-entities.js';
import type { Answer } from '../support/http-client.js';
import { holds } from '../support/property.js';

const names = fc.constantFrom('Rex', 'Tom', 'Kit', 'Red', 'Blue', 'Chess', 'Go', 'a name that is too long');
const ids = fc.constantFrom(1, 2, 99);
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const teams = fc.oneof(ids, fc.record({ name: names }, { requiredKeys: [] }));
const pets = fc.oneof(
  ids,
  fc.record({ name: names, toys: fc.constantFrom([], [1], [9]) }, { requiredKeys: [] }),
);
const clubs = fc.oneof(
  ids,
  fc.record({ name: names, members: fc.constantFrom([], [1]) }, { requiredKeys: ['name'] }),
);
const vehicles = fc.oneof(
  fc.record({ kind: fc.constantFrom('Car', 'Boat'), plate: names, doors: fc.constantFrom(2, 'x') }),
  fc.record({ plate: names }),
);
const members = fc.record(
  {
    name: names,
    team: teams,
    pets: fc.array(pets, { maxLength: 3 }),
    clubs: fc.array(clubs, { maxLength: 2 }),
    vehicles: fc.array(vehicles, { maxLength: 2 }),
  },
  { requiredKeys: ['team'] },
);

/** The edge of a member, the collection of its target, and the key of the target that leads back. */
const edges = [
  ['pets', 'owner'],
  ['clubs', 'members'],
  ['vehicles', 'owner'],
] as const;

type Body = { readonly team: unknown } & Readonly<
  Partial<Record<'pets' | 'clubs' | 'vehicles', readonly unknown[]>>
>;

onEachDatabase({ entities: guildEntities, options: {}, fill: fillGuild }, (stage) => {
  test('it is the sequence of the creates', async () => {
    let created = 0;
    await holds(
      fc.asyncProperty(members, async (body) => {
        const sequence = await afresh(stage, () => createInSequence(stage, body as Body));
        const before = await afresh(stage, () => Promise.resolve());
        const nested = await afresh(stage, () => stage.client.post('/members', body));
        const failed = sequence.result.find(({ status }) => status !== 201);
        if (!failed) {
          created += 1;
          expect(nested.result.status).toBe(201);
          expect(nested.digest).toBe(sequence.digest);
          return;
        }
        expect(nested.digest).toBe(before.digest);
        // The faults of all bodies come first, before any statement.
        expect([failed.status, 400]).toContain(nested.result.status);
      }),
      50,
    );
    expect(created).toBeGreaterThan(0);
  });
});

/** The answers up to the first failure. */
async function createInSequence({ client }: DirectStage, body: Body): Promise<Answer[]> {
  const answers: Answer[] = [];
  const post = async (path: string, sent: object) => {
    const answer = await client.post(path, sent);
    answers.push(answer);
    return answer.status === 201 ? (answer.json as { id: number }).id : null;
  };
  const team = isObject(body.team) ? await post('/teams', body.team) : body.team;
  if (team === null) return answers;
  const own = edges.map(([edge]) => [edge, body[edge]?.filter((item) => !isObject(item))] as const);
  const given = Object.fromEntries(own.filter(([edge, left]) => left !== undefined && edge !== 'vehicles'));
  const id = await post('/members', { ...body, vehicles: [], ...given, team });
  if (id === null) return answers;
  for (const key of Object.keys(body))
    for (const [edge, back] of edges.filter(([edge]) => edge === key))
      for (const item of (body[edge] ?? []).filter(isObject)) {
        const others = back === 'members' ? ((item as { members?: readonly number[] }).members ?? []) : [];
        const parent = back === 'members' ? [...others, id] : id;
        if ((await post(`/${edge}`, { ...item, [back]: parent })) === null) return answers;
      }
  return answers;
}

async function afresh<T>({ database }: DirectStage, request: () => Promise<T>) {
  await database.empty();
  await fillGuild(database.dataSource);
  const result = await request();
  return { result, digest: await tableDigest(database) };
}
