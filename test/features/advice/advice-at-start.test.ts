// The option `advice`: one warning after the start, which neither waits for it nor fails because of it.
import {
  adviseIndexes,
  createApi,
  Filter,
  FilterContains,
  FilterEQ,
  type IndexAdvice,
  type Logger,
} from '@decorest/core';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import '../../support/patience.js';
import { databaseNames, openDatabase, type TestDatabase } from '../../support/test-database.js';

@Entity()
class Badge {
  @PrimaryGeneratedColumn() id!: number;

  @Column()
  @Filter(FilterEQ)
  code!: string;
}

@Entity()
class Note {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'text' })
  @Filter(FilterContains)
  text!: string;
}

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(5);
}

type Warning = readonly [entry: object, message: string | undefined];

function recordingLogger() {
  const warnings: Warning[] = [];
  const logger: Logger = {
    error: () => undefined,
    warn: (entry, message = '') => {
      if (!message.startsWith('Every client')) warnings.push([entry, message]);
    },
  };
  return { logger, warnings };
}

describe.each(databaseNames)('%s', (name) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openDatabase(name, [Badge]);
    await database.statements.settled();
    database.statements.clear();
  });
  afterEach(() => database.close());

  test('one warning lists the missing indexes, after the start', async () => {
    const { logger, warnings } = recordingLogger();
    const api = createApi(database.dataSource, { advice: 'log', logger });
    expect([database.statements.count, warnings]).toEqual([0, []]);
    await waitUntil(() => warnings.length > 0);
    expect(warnings).toEqual([
      [{ advice: await adviseIndexes(api) }, expect.stringContaining('Indexes are missing')],
    ]);
    await api.handle({ method: 'GET', path: '/badges' });
    expect(warnings).toHaveLength(1);
  });

  test('without the option, nothing is read', async () => {
    const { logger, warnings } = recordingLogger();
    createApi(database.dataSource, { logger });
    for (let times = 0; times < 5; times++) await setImmediate();
    expect([database.statements.count, warnings]).toEqual([0, []]);
  });

  test('where no index is missing, nothing is said', async () => {
    const { logger, warnings } = recordingLogger();
    const [advice] = (await adviseIndexes(createApi(database.dataSource, { logger }))) as [IndexAdvice];
    await database.dataSource.query(String(advice.ddl));
    const api = createApi(database.dataSource, { advice: 'log', logger });
    await waitUntil(() => database.statements.texts.some((text) => text.includes('FROM')));
    expect(await adviseIndexes(api)).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

test('what no index helps is not missing', async () => {
  const database = await openDatabase('sqlite', [Note]);
  try {
    const { logger, warnings } = recordingLogger();
    const api = createApi(database.dataSource, { advice: 'log', logger });
    expect(await adviseIndexes(api)).toEqual([
      {
        entity: 'Note',
        for: ['/notes?text.has'],
        columns: ['text'],
        ddl: null,
        reason: 'No index of SQLite finds parts of texts.',
      },
    ]);
    for (let times = 0; times < 5; times++) await setImmediate();
    expect(warnings).toEqual([]);
  } finally {
    await database.close();
  }
});

test('a database that cannot be read is a warning', async () => {
  const database = await openDatabase('sqlite', [Badge]);
  const { logger, warnings } = recordingLogger();
  createApi(database.dataSource, { advice: 'log', logger });
  await database.close();
  await waitUntil(() => warnings.length > 0);
  expect(warnings).toEqual([
    [{ error: expect.anything() as unknown }, 'The indexes of the database cannot be read.'],
  ]);
});

test('a logger that throws ends nothing', async () => {
  const database = await openDatabase('sqlite', [Badge]);
  const broken = new Error('The disk of the log is full.');
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const warn = () => {
      throw broken;
    };
    const logger = { error: () => undefined, warn };
    createApi(database.dataSource, { advice: 'log', defaultOperations: ['read', 'list'], logger });
    await waitUntil(() => printed.mock.calls.length > 0);
    expect(printed.mock.calls).toEqual([[broken]]);
  } finally {
    printed.mockRestore();
    await database.close();
  }
});

test('another value of the option is a mistake', async () => {
  const database = await openDatabase('sqlite', [Badge]);
  try {
    expect(() => createApi(database.dataSource, { advice: 'print' as 'log' })).toThrow(/Use off, log\./);
  } finally {
    await database.close();
  }
});
