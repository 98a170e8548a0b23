// One line in the log for each failed request, through pino and console alike, and no value of a client in it.
import { Writable } from 'node:stream';
import { createApi, Skip, type Logger } from '@decorest/core';
import pino from 'pino';
import { BeforeInsert, Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { speaksMysql } from '../../support/test-database.js';

@Entity()
class Account {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40, unique: true })
  email!: string;

  /** The schema knows nothing of this: the gap that a warning is about. */
  @Column({ default: 1 })
  @Check('seats < 100')
  seats!: number;

  @Column({ length: 40, default: 'CANARY-hidden' })
  @Skip()
  secret!: string;
}

@Entity()
class Letter {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  text!: string;

  @BeforeInsert()
  refuse(): void {
    throw new TypeError('the postman is ill');
  }
}

const fixture: Fixture = {
  entities: [Account, Letter],
  options: {},
  fill: async ({ manager }) => {
    await manager.insert(Account, { email: 'a@x.co' });
  },
};

/** Lines that pino writes, parsed. */
function pinoLog(): { logger: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write: (chunk, _encoding, written) => {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      written();
    },
  });
  return { logger: pino(destination), lines };
}

forEachDatabase(fixture, (stage) => {
  async function logged(logger: Logger, method: string, path: string, body?: unknown): Promise<number> {
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer CANARY-token',
      'x-request-id': 'abc-1',
    };
    // Chosen, so that the start does not warn of them.
    const defaultOperations = ['read', 'list', 'create', 'update', 'delete'] as const;
    const api = createApi(stage.dataSource, { logger, defaultOperations });
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return (await api.handle({ method, path, headers, body: bytes })).status;
  }

  test('pino: a failure of the server is an error with where, what and why', async () => {
    const { logger, lines } = pinoLog();
    expect(await logged(logger, 'POST', '/letters', { text: 'CANARY-text' })).toBe(500);
    expect(lines).toMatchObject([
      {
        level: 50,
        request_id: 'abc-1',
        method: 'POST',
        path: '/letters',
        status: 500,
        code: 'internal_error',
        duration_ms: expect.any(Number) as number,
        error: { name: 'TypeError', message: 'the postman is ill', stack: expect.any(String) as string },
        msg: 'Something went wrong on the server',
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('CANARY');
  });

  test('pino: a value that only the database refuses is a warning without the value', async () => {
    const { logger, lines } = pinoLog();
    // TypeORM makes no checks on MySQL and MariaDB.
    if (speaksMysql(stage.database))
      await stage.dataSource.query('ALTER TABLE account ADD CHECK (seats < 100)');
    const body = { email: 'CANARY@x.co', seats: 4711 };
    expect(await logged(logger, 'POST', '/accounts', body)).toBe(400);
    expect(lines).toMatchObject([{ level: 40, status: 400, error: { code: expect.any(String) as string } }]);
    expect(JSON.stringify(lines)).not.toMatch(/CANARY|\b4711\b/);
  });

  test.each([
    ['PATCH', '/accounts/4711', { email: 'CANARY@x.co' }, 404, '/accounts/{id}'],
    ['POST', '/accounts', { email: 'a@x.co' }, 409, '/accounts'],
    ['POST', '/accounts', { email: 'b@x.co', CANARY: 1 }, 400, '/accounts'],
    ['GET', '/CANARY', undefined, 404, null],
  ])(
    'pino: %s %s that a client got wrong is one line of information',
    async (method, path, body, status, template) => {
      const { logger, lines } = pinoLog();
      expect(await logged(logger, method, path, body)).toBe(status);
      expect(lines).toMatchObject([{ level: 30, method, path: template, status }]);
      expect(JSON.stringify(lines)).not.toMatch(/CANARY|\b4711\b|a@x/);
    },
  );

  test('console: the same entry; what clients got wrong is left out by default', async () => {
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const info = jest.spyOn(console, 'info').mockImplementation(() => undefined);
    expect(await logged(console, 'POST', '/letters', { text: 'a' })).toBe(500);
    expect(printed.mock.calls).toMatchObject([[{ path: '/letters', status: 500 }, expect.any(String)]]);
    await logged(console, 'GET', '/accounts/99');
    expect(info).toHaveBeenCalledTimes(1);
    const api = createApi(stage.dataSource);
    await api.handle({ method: 'GET', path: '/accounts/99' });
    expect(info).toHaveBeenCalledTimes(1);
    printed.mockRestore();
    info.mockRestore();
  });

  test('a logger that throws does not cost the client its answer', async () => {
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const refuse = () => {
      throw new Error('the log is full');
    };
    expect(await logged({ error: refuse, warn: refuse }, 'POST', '/letters', { text: 'a' })).toBe(500);
    expect(printed).toHaveBeenCalled();
    printed.mockRestore();
  });
});
