// The section "Annotations" of the specification, on the kitchen sink. Its name for `@Skip` is `WithSkip`, and so on.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as core from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { createKitchensink } from '../../examples/kitchensink/src/app.js';
import { entityOf } from '../support/collection.js';
import { onEachDatabase } from '../support/direct-stage.js';
import { operationIn, propertyIn, routesIn, schemaIn } from '../support/document-parts.js';
import { festival } from '../support/fixtures/festival.js';
import { expectProblem, places } from '../support/problem.js';
import { exchange } from '../support/raw-exchange.js';

const annotations = [
  ...['Skip', 'ReadOnly', 'Example', 'EagerLoad', 'EagerLoadLimit', 'EdgeEndpoint', 'EdgeUpdateBulk'],
  ...['Sortable', 'DefaultSort', 'DefaultOrder', 'Filter', 'FilterGroup', 'Schema', 'Pagination'],
  ...['MinItemsPerPage', 'MaxItemsPerPage', 'ItemsPerPage', 'AllowClientIDs', 'OperationSummary'],
  ...['OperationDescription', 'OperationID', 'Tags', 'AdditionalTags', 'Description', 'Deprecated'],
  ...['Handler', 'IncludeOperations', 'ExcludeOperations'],
];

const kitchensink = join(__dirname, '../../examples/kitchensink/src');

describe('Annotations', () => {
  const sources = readdirSync(kitchensink).map((file) => readFileSync(join(kitchensink, file), 'utf8'));

  test.each(annotations)('@%s is exported, and the kitchen sink holds it', (name) => {
    expect(core).toHaveProperty(name, expect.any(Function));
    expect(sources.some((source) => source.includes(`@${name}(`))).toBe(true);
  });
});

onEachDatabase(festival, (stage) => {
  const operation = (route: string) => operationIn(stage.client.document, route);
  const property = (schema: string, name: string) => propertyIn(stage.client.document, schema, name);

  describe('@Skip', () => {
    test.each(['AuditEntry', 'auditEntries', 'audit-entries', 'internalNotes', 'deletedAt'])(
      '%s leaves no trace in the document',
      (name) => {
        expect(JSON.stringify(stage.client.document)).not.toContain(name);
      },
    );

    test('a skipped schema has no routes', async () => {
      expectProblem(await stage.client.get('/audit-entries'), 404, 'not_found');
    });

    test('a skipped edge has no endpoint, filter, sort key or body key', async () => {
      expectProblem(await stage.client.get('/festivals/1/tickets'), 404, 'not_found');
      expectProblem(await stage.client.get('/festivals?has.tickets=true'), 400, 'invalid_request');
      expectProblem(await stage.client.get('/festivals?sort=tickets.count'), 400, 'invalid_request');
      expectProblem(await stage.client.patch('/festivals/1', { add_tickets: [1] }), 400, 'invalid_request');
    });

    test('a skipped field is never returned', async () => {
      for (const target of ['/festivals', '/festivals/1', '/stages', '/visitors'])
        expect((await stage.client.get(target)).text).not.toMatch(/CANARY|internalNotes|auditEntries/);
    });

    test('a skipped field cannot be written', async () => {
      const answer = await stage.client.patch('/festivals/1', { internalNotes: 'x' });
      expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/internalNotes']);
    });
  });

  describe('@ReadOnly', () => {
    test('the field is returned, but no body takes it', async () => {
      expect(entityOf(await stage.client.get('/festivals/1'))).toHaveProperty('slug', 'moon-fest');
      expectProblem(await stage.client.patch('/festivals/1', { slug: 'x' }), 400, 'invalid_request');
      expect(property('FestivalCreate', 'slug')).toBeUndefined();
      expect(property('FestivalUpdate', 'slug')).toBeUndefined();
    });
  });

  describe('@Example', () => {
    test('the document shows it', () => {
      expect(property('Festival', 'name')).toMatchObject({ examples: ['Moonlight Meadow'] });
      expect(property('FestivalCreate', 'startsOn')).toMatchObject({ examples: ['2027-07-01'] });
    });
  });

  describe('@EagerLoad', () => {
    test('the edge is in every entity, and in its schema', async () => {
      expect((await stage.client.get('/riders/1')).json).toMatchObject({ edges: { act: { id: 1 } } });
      expect(property('RiderEdges', 'act')).toBeDefined();
      expect(property('TicketEdges', 'visitor')).toBeUndefined();
    });
  });

  describe('@Sortable', () => {
    test('the field sorts; others do not', async () => {
      expect((await stage.client.get('/festivals?sort=days')).status).toBe(200);
      expectProblem(await stage.client.get('/festivals?sort=slug'), 400, 'invalid_request');
    });
  });

  describe('@DefaultSort and @DefaultOrder', () => {
    test.each([
      ['a field, descending', 'Festival', { key: 'startsOn', order: 'desc' }],
      ['a field, ascending by default', 'Performance', { key: 'day', order: 'asc' }],
      ['id when nothing is said', 'Visitor', { key: 'id', order: 'asc' }],
    ])('%s', (_, name, defaultSort) => {
      const entity = stage.client.api.model.entities.find((each) => each.name === name);
      expect(entity?.defaultSort).toEqual(defaultSort);
    });
  });

  describe('@Filter and @FilterGroup', () => {
    test('each filter is a parameter of its own', () => {
      expect(operation('GET /visitors')?.query).toEqual(
        expect.arrayContaining(['name.eq', 'who.ieq', 'search.has', 'tickets.price.gt', 'has.tickets']),
      );
    });
  });

  describe('@Schema', () => {
    test('SchemaObjectAny is an object with any properties', () => {
      expect(property('FestivalCreate', 'extras')).toMatchObject({ additionalProperties: true });
    });

    test('another schema replaces that of the column', () => {
      expect(property('Wristband', 'balance')).toMatchObject({ type: 'number', minimum: 0, maximum: 1000 });
    });
  });

  describe('@Pagination', () => {
    test('off on a schema, on again on an edge', () => {
      expect(operation('GET /genres')?.query).not.toContain('page');
      expect(operation('GET /genres/{id}/children')?.query).toContain('page');
    });
  });

  describe('@AllowClientIDs', () => {
    test('the id is in the create payload', () => {
      expect(property('GenreCreate', 'id')).toMatchObject({ type: 'string', maxLength: 20 });
      expect(property('FestivalCreate', 'id')).toBeUndefined();
      expect(property('GenreUpdate', 'id')).toBeUndefined();
    });
  });

  describe('@OperationSummary, @OperationDescription and @OperationID', () => {
    test('on a schema', () => {
      expect(operation('POST /festivals')).toMatchObject({
        operationId: 'plan_festival',
        summary: 'Plan a festival',
      });
      expect(operation('GET /festivals')?.summary).toBe('All festivals, the latest first');
      expect(operation('DELETE /festivals/{id}')?.description).toMatch(/\*\*nothing\*\* is lost/);
    });

    test('on an edge', () => {
      expect(operation('GET /stages/{id}/performances')).toMatchObject({
        operationId: 'stage_programme',
        summary: 'What is played here',
      });
    });

    test('operation ids are snake case and unique', () => {
      const ids = routesIn(stage.client.document).map((route) => operation(route)?.operationId ?? '');
      for (const id of ids) expect(id).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  describe('@Tags and @AdditionalTags', () => {
    // With one tag an operation, which is the default of documents, there is no place for others.
    const tagsOf = (route: string) =>
      operationIn(openApiDocument(stage.client.api, { edgeTags: 'edge' }), route)?.tags;

    test('the default is the schema or edge name', () => {
      expect(tagsOf('GET /visitors')).toContain('Visitor');
      expect(tagsOf('GET /visitors/{id}/friends')).toContain('friends');
    });

    test('tags replace it, additional tags stand beside it', () => {
      expect(tagsOf('DELETE /festivals/{id}')).not.toContain('Festival');
      expect(tagsOf('DELETE /festivals/{id}')).toContain('Programme');
      expect(tagsOf('DELETE /stages/{id}')).toEqual(expect.arrayContaining(['Stage', 'Programme']));
    });
  });

  describe('@Description', () => {
    test('on a schema, an edge and a field', () => {
      expect(schemaIn(stage.client.document, 'Festival')?.description).toBe(
        'A few days of music in one place.',
      );
      expect(property('StageEdges', 'festival')?.description).toBe(
        'the festival that the stage is built for',
      );
      expect(property('Festival', 'updatedAt')?.description).toBe('when the row last changed');
    });

    test('the default is the comment', () => {
      expect(property('Festival', 'days')?.description).toBe('length in days');
    });
  });

  describe('@MinItemsPerPage, @ItemsPerPage and @MaxItemsPerPage', () => {
    test.each([
      ['a schema', 'GET /stages', { minimum: 2, maximum: 4, default: 3 }],
      ['an edge', 'GET /stages/{id}/performances', { minimum: 1, maximum: 2, default: 1 }],
    ])('on %s', (_, route, bounds) => {
      expect(operation(route)?.parameter('per_page').schema).toMatchObject(bounds);
    });
  });

  describe('@EagerLoadLimit', () => {
    test('it is the most that the document allows', () => {
      expect(property('BandEdges', 'genres')).toMatchObject({ maxItems: 2 });
      expect(property('FestivalEdges', 'stages')).toMatchObject({ maxItems: 100 });
    });
  });

  describe('@EdgeEndpoint', () => {
    test('true and false', () => {
      expect(operation('GET /stages/{id}/festival')).toBeDefined();
      expect(operation('GET /wristbands/{id}/visitor')).toBeUndefined();
    });
  });

  describe('@EdgeUpdateBulk', () => {
    test('the edge itself is a key of the update payload', () => {
      expect(property('VisitorUpdate', 'friends')).toBeDefined();
      expect(property('VisitorUpdate', 'friendOf')).toBeUndefined();
      expect(property('VisitorUpdate', 'add_friendOf')).toBeDefined();
    });
  });

  describe('@Handler', () => {
    test.each(['/announcements', '/visitors/1/friend-of'])(
      '%s is documented, but not mounted',
      async (path) => {
        const template = path.replace('/1/', '/{id}/');
        expect(operation(`GET ${template}`)).toBeDefined();
        expectProblem(await stage.client.get(path), 404, 'not_found');
      },
    );

    test('the next middleware answers', async () => {
      const { app } = createKitchensink(stage.database.dataSource);
      expect((await exchange(app, '/api/announcements')).text).toBe('The gates open at noon.');
    });
  });

  describe('@Deprecated', () => {
    test('on a schema, an edge and a field', () => {
      expect(operation('GET /announcements')?.deprecated).toBe(true);
      expect(property('PerformanceEdges', 'act')?.deprecated).toBe(true);
      expect(property('Festival', 'website')?.deprecated).toBe(true);
      expect(operation('GET /visitors')?.deprecated).toBe(false);
    });
  });

  describe('@IncludeOperations', () => {
    test('only the listed operations of a schema', () => {
      const routes = routesIn(stage.client.document).filter((route) => route.includes('/announcements'));
      expect(routes).toEqual(['GET /announcements']);
      expect(operation('DELETE /wristbands/{id}')).toBeUndefined();
    });
  });

  describe('@ExcludeOperations', () => {
    test('the listed operations of a schema are gone', async () => {
      expectProblem(await stage.client.delete('/riders/1'), 405, 'method_not_allowed');
    });

    test('on an edge: read and list are its endpoint, create and update the payloads', () => {
      expect(operation('GET /tickets/{id}/festival')).toBeUndefined();
      expect(property('TicketCreate', 'festival')).toBeDefined();
      expect(property('TicketUpdate', 'festival')).toBeUndefined();
    });
  });
});
