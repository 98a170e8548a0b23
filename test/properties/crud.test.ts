// P7: random sequences of requests against a model of Maps, on all databases at once, whose answers must be the same.
// P16 goes with it: what is deleted is gone from every path, and a create that fails leaves nothing.
import fc from 'fast-check';
import { directStage } from '../support/direct-stage.js';
import type { Fixture } from '../support/for-each-database.js';
import { holds } from '../support/property.js';
import { databaseNames } from '../support/test-database.js';
import { agreed, beginnings, commands, type Fleet } from './crud-commands.js';
import { Cabin, Chart, Crew, Knot, Sailor } from './crud-entities.js';
import { CrewModel, edgeRules, type Kind } from './crud-model.js';

const crews: Fixture = {
  entities: [Crew, Sailor, Cabin, Chart, Knot],
  options: {},
  fill: () => Promise.resolve(),
};

describe(`on ${databaseNames.join(', ')}`, () => {
  const stages = databaseNames.map((name) => directStage(name, crews));

  test('up to 100 requests answer as the model does', async () => {
    await holds(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 100, size: 'max' }), async (sequence) => {
        for (const { database } of stages) await database.empty();
        const model = new CrewModel();
        const real: Fleet = { clients: stages.map(({ client }) => client) };
        for (const [kind, body] of beginnings)
          await agreed(real, 'POST', `/${kind}`, model.create(kind, body), body);
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        for (const kind of Object.keys(edgeRules) as Kind[])
          await agreed(real, 'GET', `/${kind}`, model.list(kind));
        expect(await Promise.all(stages.map(linkCount))).toEqual(stages.map(() => model.pairs));
      }),
      40,
    );
  });
});

/** Rows of the join table, and foreign keys that lead somewhere: nothing is left behind that does not show. */
async function linkCount({ database: { dataSource } }: ReturnType<typeof directStage>): Promise<number> {
  const crewId = dataSource.driver.escape('crewId');
  const [row] = await dataSource.query<{ links: number | string }[]>(
    `SELECT (SELECT COUNT(*) FROM sailor_knots_knot) + (SELECT COUNT(${crewId}) FROM sailor)
      + (SELECT COUNT(${crewId}) FROM cabin) + (SELECT COUNT(${crewId}) FROM chart) AS links`,
  );
  return Number(row?.links);
}
