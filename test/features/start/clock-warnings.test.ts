// A warning after the start where the database's sessions have another time zone than the driver: dates of creation, which the
// database fills in, would be shown hours away. The server is asked once, and only where there is such a column.
import { createApi, type Logger } from '@decorest/core';
import {
  Column,
  CreateDateColumn,
  DataSource,
  Entity,
  PrimaryGeneratedColumn,
  type DataSourceOptions,
} from 'typeorm';
import { databaseNames, openDatabase, speaksMysql, type TestDatabase } from '../../support/test-database.js';

@Entity()
class Letter {
  @PrimaryGeneratedColumn() id!: number;
  @CreateDateColumn() createdAt!: Date;
}

/** Clients set its time. */
@Entity()
class Meeting {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ nullable: true }) startsAt!: Date;
}

const servers = databaseNames.filter((name) => name === 'postgres' || speaksMysql(name));

/** What the data source runs after the start is over by then. */
const settledMs = 500;

describe.each(servers)('%s', (name) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(name, [Letter, Meeting]);
  });
  afterAll(() => database.close());

  /** The warnings of a start whose driver and sessions are nine hours apart, or not at all. */
  const start = async (hours: 0 | 9, entities: DataSourceOptions['entities'], sleepsFor = 0) => {
    const local = -new Date().getTimezoneOffset() / 60;
    const apart = speaksMysql(name)
      ? { timezone: hours === 0 ? 'Z' : '+09:00' }
      : // The sign of POSIX: west is positive.
        { extra: { options: `-c TimeZone=<x>${-(local + hours)}` } };
    const own = new DataSource({
      ...database.dataSource.options,
      driver: undefined,
      synchronize: false,
      ...apart,
      entities,
    } as DataSourceOptions);
    await own.initialize();
    const entries: object[] = [];
    const logger: Logger = {
      error: () => undefined,
      warn: (entry, message = '') => {
        if (/time zone|clock/.test(message)) entries.push(entry);
      },
    };
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => new Date().getTime() + sleepsFor);
    createApi(own, { logger });
    await new Promise((resolve) => setTimeout(resolve, settledMs));
    clock.mockRestore();
    await own.destroy();
    return entries;
  };

  test('zones that differ are named with the columns that they change', async () => {
    const [entry, ...others] = await start(9, [Letter, Meeting]);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ columns: ['Letter.createdAt'] });
    const { serverOffset, driverOffset } = entry as Record<string, number>;
    expect(Math.abs((serverOffset ?? 0) - (driverOffset ?? 0))).toBe(9 * 3_600);
  });

  test('zones that agree are no warning, nor are times that clients set', async () => {
    expect(await start(0, [Letter, Meeting])).toEqual([]);
    expect(await start(9, [Meeting])).toEqual([]);
  });

  test('clocks that differ by more than a minute are a warning', async () => {
    const [entry] = await start(0, [Letter], 3_600_000);
    expect(entry).toMatchObject({ columns: ['Letter.createdAt'] });
    expect(Math.round((entry as { skew: number }).skew / 100)).toBe(-36);
  });
});
