// The document and its page. Every other test checks answers against the document.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '@decorest/openapi';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { DirectClient } from '../../support/direct-client.js';
import { onEachDatabase } from '../../support/direct-stage.js';
import { operationIn, propertyIn, routesIn, schemaIn } from '../../support/document-parts.js';
import { festival } from '../../support/fixtures/festival.js';
import { petstore } from '../../support/fixtures/petstore.js';
import { lintDocument } from '../../support/lint-document.js';
import { exchange } from '../../support/raw-exchange.js';

onEachDatabase(petstore, (stage) => {
  const operation = (route: string) => operationIn(stage.client.document, route);

  describe('The document', () => {
    test('is OpenAPI 3.1', () => {
      expect(stage.client.document.openapi).toMatch(/^3\.1\.\d$/);
    });

    test.each(['Pet', 'PetCreate', 'PetUpdate', 'PetList', 'PetEdges', 'User', 'UserList', 'UserEdges'])(
      'has the component %s',
      (name) => {
        expect(schemaIn(stage.client.document, name)).toBeDefined();
      },
    );

    test.each(['PetCreate', 'PetUpdate', 'UserCreate', 'UserUpdate'])('%s takes no other keys', (name) => {
      expect(schemaIn(stage.client.document, name)).toMatchObject({ additionalProperties: false });
    });

    test('every bound is in the request schemas', () => {
      expect(propertyIn(stage.client.document, 'PetCreate', 'age')).toMatchObject({
        minimum: 0,
        maximum: 200,
      });
      expect(propertyIn(stage.client.document, 'PetCreate', 'name')).toMatchObject({
        minLength: 1,
        maxLength: 80,
      });
      expect(schemaIn(stage.client.document, 'PetCreate')?.required).toEqual(['name', 'age', 'type']);
    });

    test('each filter is its own parameter', () => {
      const filters = operation('GET /pets')?.query.filter((name) => name.startsWith('name.'));
      expect(filters?.sort()).toEqual(
        ['eq', 'has', 'ieq', 'ihas', 'in', 'neq', 'notIn', 'prefix', 'suffix'].map((test) => `name.${test}`),
      );
    });

    test.each([
      ['GET /pets', ['200', '400', '406', '431', '500', '503', '504']],
      ['POST /pets', ['201', '400', '406', '409', '413', '415', '431', '500', '503', '504']],
      ['GET /pets/{id}', ['200', '400', '404', '406', '431', '500', '503', '504']],
      ['PATCH /pets/{id}', ['200', '400', '404', '406', '409', '413', '415', '431', '500', '503', '504']],
      ['DELETE /pets/{id}', ['204', '400', '404', '406', '409', '431', '500', '503', '504']],
      ['GET /pets/{id}/owner', ['200', '400', '404', '406', '431', '500', '503', '504']],
    ])('%s has the statuses that can occur, and no other', (route, statuses) => {
      expect([...(operation(route)?.statuses ?? [])].sort()).toEqual(statuses);
    });
  });

  describe('The options of the document', () => {
    test('info, servers and security', () => {
      const made = openApiDocument(stage.client.api, {
        info: { title: 'Pets', version: '2.0.0' },
        servers: [{ url: 'https://pets.example' }],
        security: [{ key: [] }],
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      });
      expect(made).toMatchObject({
        info: { title: 'Pets', version: '2.0.0' },
        servers: [{ url: 'https://pets.example' }],
        security: [{ key: [] }],
        components: { securitySchemes: { key: { in: 'header' } } },
      });
    });

    test('a base document is merged, hooks run before and after', () => {
      const seen: string[] = [];
      const made = openApiDocument(stage.client.api, {
        base: { paths: { '/health': { get: { responses: { 200: { description: 'ok' } } } } } },
        before: (draft) => (seen.push(`before ${String(Object.keys(draft.paths ?? {}).length)}`), draft),
        after: (done) => (seen.push(`after ${String(Object.keys(done.paths ?? {}).length)}`), done),
      });
      expect(Object.keys(made.paths ?? {})).toEqual(expect.arrayContaining(['/health', '/pets']));
      expect(seen).toEqual(['before 1', 'after 7']);
    });

    test('global request and response headers stand in every operation', () => {
      const made = openApiDocument(stage.client.api, {
        globalRequestHeaders: { 'X-Tenant': { required: true, schema: { type: 'string' } } },
        globalResponseHeaders: { 'X-Rate-Limit': { schema: { type: 'integer' } } },
      });
      for (const route of routesIn(made)) {
        expect(operationIn(made, route)?.parameter('X-Tenant')).toMatchObject({
          in: 'header',
          required: true,
        });
      }
      expect(JSON.stringify(made)).toContain('X-Rate-Limit');
    });
  });

  describe('The page', () => {
    test.each(['', '/api', '/v1/shop'])('is at %s/docs, and the document beside it', async (prefix) => {
      const app = new Koa();
      app.use(restRouter(stage.client.api, { prefix }).routes());
      const page = await exchange(app, `${prefix}/docs`);
      expect([page.status, page.text]).toEqual([200, expect.stringMatching(/swagger-ui/)]);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.text).not.toMatch(/(src|href)="https?:/);
      expect((await exchange(app, `${prefix}/openapi.json`)).status).toBe(200);
    });
  });
});

onEachDatabase(festival, (stage) => {
  describe('The document of the kitchen sink', () => {
    test('the linters find nothing', async () => {
      const { document } = stage.client;
      // The linters ask for what only an author can write.
      const info = { ...document.info, contact: { name: 'Us' }, license: { name: 'MIT', identifier: 'MIT' } };
      expect(await lintDocument({ ...document, info })).toEqual([]);
    }, 30_000);

    test('every schema compiles, and takes its own examples', () => {
      const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
      ajv.addSchema(structuredClone(stage.client.document), 'document');
      for (const name of Object.keys(stage.client.document.components?.schemas ?? {})) {
        expect(ajv.getSchema(`document#/components/schemas/${name}`)).toBeDefined();
      }
    });

    test('an enum stands under a name of its own', () => {
      const { document } = stage.client;
      expect(schemaIn(document, 'FestivalStatus')).toMatchObject({ enum: ['DRAFT', 'ANNOUNCED', 'OVER'] });
      expect(JSON.stringify(propertyIn(document, 'Festival', 'status'))).toContain('schemas/FestivalStatus"');
      const parameter = operationIn(document, 'GET /festivals')?.parameter('status.eq');
      expect(JSON.stringify(parameter)).toContain('schemas/FestivalStatus"');
    });

    test('tags of entities stand before those of edges, so that groups stay together', () => {
      const { tags = [] } = openApiDocument(stage.client.api, { edgeTags: 'edge' });
      const names = tags.map(({ name }) => name);
      const last = Math.max(...stage.client.api.model.entities.map(({ name }) => names.indexOf(name)));
      expect(names.indexOf('friends')).toBeGreaterThan(last);
    });

    test('is the same every time', () => {
      const again = DirectClient.of(stage.database.dataSource, festival.options);
      expect(again.document).toEqual(stage.client.document);
    });
  });
});
