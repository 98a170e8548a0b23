// Random sequences of conditional, bulk and nested writes, soft deletes and restores against a model of Maps, on all databases
// at once, whose answers must be the same.
import fc from 'fast-check';
import { directStage } from '../support/direct-stage.js';
import type { Fixture } from '../support/for-each-database.js';
import { holds } from '../support/property.js';
import { databaseNames } from '../support/test-database.js';
import { boatCommands, expectAgreement, type BoatFleet } from './boat-commands.js';
import { Boat, Oar } from './boat-entities.js';
import { BoatModel } from './boat-model.js';

const boats: Fixture = { entities: [Boat, Oar], options: {}, fill: () => Promise.resolve() };

/** WRITE_RUNS: how many sequences. */
const runs = Number(process.env.WRITE_RUNS ?? 40);

describe(`on ${databaseNames.join(', ')}`, () => {
  const stages = databaseNames.map((name) => directStage(name, boats));

  test(
    'up to 60 requests answer as the model does',
    async () => {
      await holds(
        fc.asyncProperty(fc.commands(boatCommands, { maxCommands: 60, size: 'max' }), async (sequence) => {
          for (const { database } of stages) await database.empty();
          const model = new BoatModel();
          const real: BoatFleet = { clients: stages.map(({ client }) => client), seen: new Map() };
          await fc.asyncModelRun(() => ({ model, real }), sequence);
          const lists = [
            ['/boats?deleted=with', model.list('with')],
            ['/oars', model.listOars()],
          ] as const;
          for (const [path, outcome] of lists) await expectAgreement(real, { method: 'GET', path }, outcome);
        }),
        runs,
      );
    },
    60_000 + runs * 1_000,
  );
});
