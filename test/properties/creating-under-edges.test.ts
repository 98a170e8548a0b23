// A create under an edge is a create with the edge in its body: the same answer to the byte, the same faults but for the key of
// the edge, and the same rows.
import fc from 'fast-check';
import { expectProblem } from '../support/problem.js';
import { onEachDatabase, type DirectStage } from '../support/direct-stage.js';
import { fillHousehold, householdEntities, toyId } from '../support/household-entities.js';
import type { Answer } from '../support/http-client.js';
import { holds } from '../support/property.js';
import { tableDigest } from '../abuse/table-digest.js';

const anything = fc.oneof(
  fc.constantFrom(null, true, '', 'x', -1, 1.5, 1e12, [], {}, [1], ['a'], { id: 1 }),
  fc.integer({ min: -3, max: 5 }),
);
const mostly = (likely: fc.Arbitrary<unknown>) =>
  fc.oneof<fc.MaybeWeightedArbitrary<unknown>[]>(
    { weight: 6, arbitrary: likely },
    { weight: 1, arbitrary: anything },
  );

/** Bodies that are often valid. Clients choose the ids: those that the database counts would differ. */
const pets = fc.record(
  {
    id: mostly(fc.integer({ min: 50, max: 60 })),
    name: mostly(fc.constantFrom('Rex', 'Yoshi', 'Mia', 'far too long a name')),
    age: mostly(fc.option(fc.integer({ min: 0, max: 9 }))),
    sitter: mostly(fc.constantFrom(null, 1, 2, 3, 99)),
    toys: mostly(fc.constantFrom([], [toyId], [toyId, toyId], ['00000000-0000-4000-8000-000000000000'])),
    other: anything,
  },
  { requiredKeys: ['id'] },
);
const rooms = fc.record(
  {
    door: mostly(fc.integer({ min: 1, max: 3 })),
    annex: mostly(fc.constantFrom(null, 'Main,1', 'Main,2', 'Side,1', 'Main,9', 'Main')),
  },
  { requiredKeys: [] },
);

/** A parent, its edge, and the plain create with the key of the edge. */
const cases = fc.oneof(
  fc.tuple(
    fc.constantFrom<[string, unknown]>(['1', 1], ['2', 2], ['3', 3], ['99', 99]),
    fc.constant({ parents: 'users', edge: 'pets', key: 'owner' }),
    pets,
  ),
  fc.tuple(
    fc.constantFrom<[string, unknown]>(['Main,1', 'Main,1'], ['Side,1', 'Side,1'], ['Main,9', 'Main,9']),
    fc.constant({ parents: 'buildings', edge: 'rooms', key: 'building' }),
    rooms,
  ),
);

onEachDatabase({ entities: householdEntities, options: {}, fill: fillHousehold }, (stage) => {
  test('it is a create with the edge in the body', async () => {
    await holds(
      fc.asyncProperty(cases, async ([[segment, id], { parents, edge, key }, body]) => {
        const plain = await afresh(stage, () => stage.client.post(`/${edge}`, { ...body, [key]: id }));
        const under = await afresh(stage, () => stage.client.post(`/${parents}/${segment}/${edge}`, body));
        expect(under.digest).toBe(plain.digest);
        if (isMissing(plain.answer, key)) {
          expectProblem(under.answer, 404, 'not_found');
          return;
        }
        expect(under.answer.status).toBe(plain.answer.status);
        expect(under.answer.headers).toEqual(plain.answer.headers);
        if (plain.answer.status === 201) expect(under.answer.text).toBe(plain.answer.text);
        else expect(faultsOf(under.answer, key)).toEqual(faultsOf(plain.answer, key));
      }),
      60,
    );
  });
});

async function afresh({ database }: DirectStage, request: () => Promise<Answer>) {
  await database.empty();
  await fillHousehold(database.dataSource);
  const answer = await request();
  return { answer, digest: await tableDigest(database) };
}

interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

function listFaults({ json }: Answer): readonly Fault[] {
  return (json as { errors?: readonly Fault[] }).errors ?? [];
}

/** The parent is not there, which the plain create says of the key, among others. */
function isMissing(answer: Answer, key: string): boolean {
  return listFaults(answer).some(({ pointer, code }) => pointer === `/${key}` && code === 'not_found');
}

/** The faults but for those of the key, by the place they are at. */
function faultsOf(answer: Answer, key: string): readonly Fault[] {
  return listFaults(answer)
    .filter(({ pointer }) => pointer !== `/${key}`)
    .map((fault) => ({ ...fault, detail: fault.detail.replace(`'${key}'`, 'the path') }));
}
