// The shop as a whole: its document, as linters see it, and the program that runs it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '@decorest/openapi';
import { createShop, openApiOptions } from '../../examples/shop/src/app.js';
import { operationIn, schemaIn } from '../support/document-parts.js';
import { HttpClient } from '../support/http-client.js';
import { lintDocument } from '../support/lint-document.js';
import { freePort, Program } from '../support/program.js';
import { consoleSteps } from '../support/readme-program.js';
import { openDatabase } from '../support/test-database.js';
import { shop } from './shop.js';

const example = join(__dirname, '../../examples/shop');

describe('the document', () => {
  const documentOf = async () => {
    const database = await openDatabase('sqlite', shop.entities, [], shop.tables);
    try {
      return openApiDocument(createShop(database.dataSource).api, openApiOptions);
    } finally {
      await database.close();
    }
  };

  test('linters find nothing in it', async () => {
    expect(await lintDocument(await documentOf())).toEqual([]);
  }, 30_000);

  test('it has the refusals, the kinds of payments and the key of a line', async () => {
    const document = await documentOf();
    expect(operationIn(document, 'POST /order-lines')?.statuses).toEqual(
      expect.arrayContaining(['401', '403', '409']),
    );
    expect(JSON.stringify(schemaIn(document, 'Problem'))).toContain('"sold_out"');
    expect(operationIn(document, 'POST /products')?.body).toMatchObject({
      required: ['sku', 'name', 'price', 'vatRate'],
    });
    expect(schemaIn(document, 'Payment')).toMatchObject({
      discriminator: { propertyName: 'kind', mapping: { card: '#/components/schemas/CardPayment' } },
    });
    expect(operationIn(document, 'GET /order-lines/{id}')?.statuses).toContain('404');
    expect(operationIn(document, 'POST /monthly-sales')).toBeUndefined();
  });
});

describe('the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  const DATABASE_URL = `sqlite:${join(folder, 'shop.sqlite')}`;
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs it for as long as `use` lasts; it ends as an operator would end it. */
  const running = async <T>(environment: Record<string, string>, use: (port: number) => T | Promise<T>) => {
    const port = await freePort();
    const program = new Program(join(example, 'dist/main.js'), { ...environment, PORT: String(port) });
    try {
      await program.until(() => program.printed.includes('/docs'));
      const used = await use(port);
      program.signal('SIGTERM');
      expect(await program.ended).toEqual({ code: 0, signal: null });
      return used;
    } finally {
      await program.kill();
    }
  };

  test('makes its tables once and finds them again', async () => {
    const products = async (port: number) => {
      const client = new HttpClient(port);
      const { json } = await client.send('GET', '/products');
      client.close();
      return json;
    };
    const first = await running({ DATABASE_URL }, products);
    expect(first).toMatchObject({ total_count: 3 });
    expect(await running({ DATABASE_URL }, products)).toEqual(first);
  }, 60_000);

  test('answers the commands of the README as it says', async () => {
    const steps = consoleSteps(readFileSync(join(example, 'README.md'), 'utf8'));
    expect(steps.length).toBeGreaterThan(5);
    await running({ DATABASE_URL: 'sqlite::memory:' }, (port) => {
      for (const { command, output } of steps) {
        const aimed = command.replaceAll('localhost:3000', `127.0.0.1:${String(port)}`);
        expect(execFileSync('bash', ['-c', aimed], { encoding: 'utf8' }).trimEnd()).toBe(output);
      }
    });
  }, 60_000);
});
