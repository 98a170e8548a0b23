// K. Docs and OpenAPI. Lines 141 to 144 and 150 of robustness.md, section 3; 145 to 149 are in test/browser.
import { createApi, Description, Example, Filter, FilterEQ, Skip, Tags } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import { openApiDocument } from '@decorest/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Koa from 'koa';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { routesIn } from '../support/document-parts.js';
import { exchange } from '../support/raw-exchange.js';
import { openDatabase } from '../support/test-database.js';
import { onAbuseStage } from './abuse-stage.js';
import { hiddenHash } from './entities.js';

type Json = Readonly<Record<string, unknown>>;

const hostile = `\${process.exit()} \`\${1}\` "quoted" 'single' \\ \0 \u2028 </script> ${'x'.repeat(1_000_000)}`;

@Entity({ name: 'odd_things' })
@Description(hostile)
@Tags('${process.exit()}', '`', '"')
class OddThing {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'varchar', length: 80 })
  @Description(hostile)
  @Example('</script>`${1}`')
  @Filter(FilterEQ)
  name!: string;
  @Column({ type: 'varchar', length: 80, default: hiddenHash }) @Skip() passwordHash!: string;
}

/** Metadata cloned by extension keeps what it says. */
@Entity({ name: 'odder_things' })
class OdderThing extends OddThing {
  @Column({ type: 'varchar', length: 80 }) more!: string;
}

onAbuseStage((stage) => {
  const api = () => createApi(stage.dataSource, { naming: 'snake_case', logger: stage.log });
  const document = () => openApiDocument(api());

  test('141. the document names nothing that is hidden, no table and no column', async () => {
    const app = new Koa();
    app.use(restRouter(api()).routes());
    const { status, text } = await exchange(app, '/openapi.json');
    expect(status).toBe(200);
    const columns = ['ownerId', 'categoriesId', 'petsId', 'usersId', 'user_links', 'pet_links', 'audit_logs'];
    expect(columns.filter((name) => text.includes(name))).toEqual([]);
    expect(text).not.toMatch(/password_?hash|chip_?code|audit|CANARY|\/work\/|node_modules|\.ts\b/i);
  });

  test('141. every example passes its own schema', () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    addFormats.default(ajv);
    for (const name of ['int64', 'decimal']) ajv.addFormat(name, true);
    const faulty = schemasWithExamples(document()).filter(
      ({ examples, ...schema }) => !examples.every((example) => ajv.validate(schema, example)),
    );
    expect(faulty).toEqual([]);
  });

  test('142. the operations are the routes, and read-only fields are in no body', () => {
    const served = api().routes.list.map(({ method, path }) => `${method} ${path}`);
    expect(routesIn(document()).sort()).toEqual(served.sort());
    const bodies = bodySchemas(document());
    expect(bodies.length).toBeGreaterThan(0);
    for (const { properties } of bodies)
      expect(Object.keys(properties as Json)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(id|created_at|login_count)$/)]),
      );
  });

  test('143. bodies are closed, and every input has its bounds', () => {
    for (const schema of bodySchemas(document())) {
      expect(schema.additionalProperties).toBe(false);
      for (const [name, property] of Object.entries(schema.properties as Record<string, Json>))
        expect({ name, bounded: isBounded(property) }).toEqual({ name, bounded: true });
    }
  });

  test('144. the page allows no script but ours, and no frame', async () => {
    const app = new Koa();
    app.use(restRouter(api()).routes());
    const { status, headers, text } = await exchange(app, '/docs');
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'; script-src 'self';.*frame-ancestors 'none'/);
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe|https?:|\*/);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|(src|href)="(https?:)?\/\//);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('150. whatever the author writes, the application starts, and hides what is skipped', async () => {
    const database = await openDatabase(stage.database, [OddThing, OdderThing]);
    try {
      const odd = createApi(database.dataSource, { logger: stage.log });
      const text = JSON.stringify(openApiDocument(odd));
      expect(JSON.parse(text)).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) as unknown });
      expect(text).not.toContain('passwordHash');
      const body = Buffer.from(JSON.stringify({ name: 'a', more: 'b' }));
      const headers = { 'content-type': 'application/json' };
      for (const path of ['/odd-things', '/odder-things']) {
        const created = await odd.handle({
          method: 'POST',
          path,
          query: '',
          headers,
          body: path === '/odd-things' ? Buffer.from('{"name":"a"}') : body,
        });
        expect(created.status).toBe(201);
        expect(created.body).not.toMatch(/password|CANARY/);
      }
    } finally {
      await database.close();
    }
  });
});

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bodySchemas(document: ReturnType<typeof openApiDocument>): Json[] {
  const schemas: Record<string, unknown> = document.components?.schemas ?? {};
  return Object.entries(schemas).flatMap(([name, schema]) =>
    /(Create|Update)$/.test(name) && isJson(schema) ? [schema] : [],
  );
}

function isBounded(schema: Json): boolean {
  const types = [schema.type].flat();
  const bounds: Record<string, readonly string[]> = {
    string: ['maxLength', 'enum'],
    integer: ['maximum'],
    array: ['maxItems'],
  };
  return types.every(
    (type) =>
      (bounds[String(type)] ?? []).length === 0 ||
      (bounds[String(type)] ?? []).some((bound) => bound in schema),
  );
}

/** Every schema anywhere that has examples. */
function schemasWithExamples(part: unknown): (Json & { examples: unknown[] })[] {
  if (Array.isArray(part)) return part.flatMap(schemasWithExamples);
  if (!isJson(part)) return [];
  const own =
    'type' in part && Array.isArray(part.examples) ? [{ ...part, examples: part.examples as unknown[] }] : [];
  return [...own, ...Object.values(part).flatMap(schemasWithExamples)];
}
