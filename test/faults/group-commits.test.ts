// SQLite: writes that wait at the same time share a transaction. When any statement of it fails in any way, each write is
// applied completely or not at all, as its answer says, and no answer comes before the COMMIT.
import { createApi, type Api } from '@decorest/core';
import type { DataSource } from 'typeorm';
import { ServerLog } from '../support/server-log.js';
import { robustnessFigures } from '../support/robustness-figures.js';
import { databaseNames, openDatabase, type TestDatabase } from '../support/test-database.js';
import { label, Artist } from './crash-point-entities.js';
import { failing, faultsOf, type Fault } from './statement-fault.js';

const figures = robustnessFigures('faults');
const headers = { 'content-type': 'application/json' };

/** What a group consists of, in turn: one statement and its read, several statements, and a write that is refused. */
const kinds = [
  { path: '/labels', body: {} },
  { path: '/artists', body: { label: 2, genres: [2, 3] } },
  { path: '/artists', body: { label: 999 } },
] as const;

/** The answer to a write, and whether it came before a COMMIT of its row. */
interface Outcome {
  readonly name: string;
  readonly status: number;
  readonly isEarly: boolean;
}

describe.each(databaseNames.filter((name) => name === 'sqlite' || name === 'sqlite3'))('%s', (name) => {
  let database: TestDatabase;
  let api: Api;

  beforeAll(async () => {
    database = await openDatabase(name, label.entities, label.subscribers);
    api = createApi(database.dataSource, { ...label.options, logger: new ServerLog() });
  });
  afterAll(() => database.close());

  describe.each([1, 2, 16])('groups of %i', (size) => {
    test.each(faultsOf(name))('each statement in turn: %s', async (fault) => {
      let swept = 0;
      for (let k = 1; await survive(size, fault, k); k++) swept++;
      expect(swept).toBeGreaterThanOrEqual(4 * size);
      figures.count(name, 'crash points swept', swept);
      figures.count(name, 'faults injected', swept);
      figures.count(name, 'faults survived', swept);
    });
  });

  /** Sends a group whose k-th statement fails. False when it has fewer statements. */
  async function survive(size: number, fault: Fault, k: number): Promise<boolean> {
    await database.statements.settled();
    await database.empty();
    await label.fill(database.dataSource);
    const striking = failing(fault, name, k);
    database.statements.intercept = striking.intercept;
    const outcomes = await Promise.all(Array.from({ length: size }, (_, at) => send(at))).finally(() => {
      database.statements.intercept = undefined;
    });
    figures.count(name, 'requests tried', size);
    const { complete, partial } = await listStored(database.dataSource);
    expect({ k, partial }).toEqual({ k, partial: [] });
    expect({ k, stored: complete }).toEqual({
      k,
      stored: outcomes
        .filter(isWritten)
        .map((one) => one.name)
        .sort(),
    });
    expect(outcomes.filter(({ isEarly }) => isEarly)).toEqual([]);
    const refused = outcomes.filter((one, at) => at % 3 < 2 && !isWritten(one));
    expect(refused.filter(({ status }) => status !== 500 && status !== 503)).toEqual([]);
    if (fault === 'conflict') expect(refused).toEqual([]);
    expect((await api.handle({ method: 'GET', path: '/labels/1' })).status).toBe(200);
    return striking.struck();
  }

  async function send(at: number): Promise<Outcome> {
    const { path, body } = kinds[at % kinds.length] ?? kinds[0];
    const given = { ...body, name: `group ${at}` };
    const { status } = await api.handle({ method: 'POST', path, headers, body: given });
    const { texts } = database.statements;
    const writtenAt = texts.map((text) => text.includes(`'${given.name}'`)).lastIndexOf(true);
    const isEarly = status === 201 && texts.lastIndexOf('COMMIT') < writtenAt;
    return { name: given.name, status, isEarly };
  }
});

function isWritten({ status }: Outcome): boolean {
  return status === 201;
}

/** The rows of groups, by name: those with everything that was sent, and the others. */
async function listStored(dataSource: DataSource): Promise<{ complete: string[]; partial: string[] }> {
  const labels = await dataSource.getRepository<{ name: string }>('Label').find();
  const artists = await dataSource.getRepository(Artist).find({ relations: { label: true, genres: true } });
  const rows = [
    ...labels.map(({ name }) => ({ name, isComplete: true })),
    ...artists.map(({ name, label: of, genres }) => ({
      name,
      isComplete: of?.id === 2 && genres.length === 2,
    })),
  ].filter(({ name }) => name.startsWith('group'));
  const select = (wanted: boolean) =>
    rows.flatMap(({ name, isComplete }) => (isComplete === wanted ? [name] : [])).sort();
  return { complete: select(true), partial: select(false) };
}
