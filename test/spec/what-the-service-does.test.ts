// The section "What the service does" of the specification, sentence by sentence.
import * as core from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { operationIn, routesIn } from '../support/document-parts.js';
import { DirectClient } from '../support/direct-client.js';
import { festival } from '../support/fixtures/festival.js';
import { petstore } from '../support/fixtures/petstore.js';
import { forEachMount } from '../support/for-each-database.js';

const petRoutes = [
  'GET /users',
  'POST /users',
  'GET /users/{id}',
  'PATCH /users/{id}',
  'DELETE /users/{id}',
  'GET /users/{id}/pets',
  'GET /pets',
  'POST /pets',
  'GET /pets/{id}',
  'PATCH /pets/{id}',
  'DELETE /pets/{id}',
  'GET /pets/{id}/owner',
];

forEachMount(petstore, (stage) => {
  describe('What the service does', () => {
    test('1. it is an HTTP API that speaks JSON', async () => {
      for (const target of ['/users', '/users/1', '/users/1/pets', '/pets/1/owner']) {
        const answer = await stage.client.get(target);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(answer.json).toBeDefined();
      }
    });

    test('1., 2., 3. it is made of the entities, their five operations and their edges', () => {
      const document = openApiDocument(DirectClient.of(stage.dataSource, stage.options).api);
      expect(routesIn(document).sort()).toEqual([...petRoutes].sort());
    });

    test('2. the operations are named by the configuration', () => {
      const { OperationCreate, OperationRead, OperationUpdate, OperationDelete, OperationList } = core;
      expect([OperationCreate, OperationRead, OperationUpdate, OperationDelete, OperationList]).toEqual([
        'create',
        'read',
        'update',
        'delete',
        'list',
      ]);
    });

    test('4. a machine-readable description is served', async () => {
      const answer = await stage.client.get('/openapi.json');
      expect(answer.json).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d$/) as unknown });
    });

    test('4. an interactive documentation is served at /docs', async () => {
      const answer = await stage.client.get('/docs');
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    });

    test('5. global options tune the surface, for one API and no other', () => {
      const listsOnly = DirectClient.of(stage.dataSource, { defaultOperations: ['list'] });
      expect(routesIn(listsOnly.document).sort()).toEqual([
        'GET /pets',
        'GET /users',
        'GET /users/{id}/pets',
      ]);
      const everything = DirectClient.of(stage.dataSource, {});
      expect(routesIn(everything.document)).toHaveLength(petRoutes.length);
    });

    test('6. chosen edges are returned inside the entity', async () => {
      expect((await stage.client.get('/pets/1')).json).toMatchObject({ edges: { owner: { id: 1 } } });
      expect((await stage.client.get('/users/1')).json).toMatchObject({ edges: {} });
    });
  });
});

forEachMount(festival, (stage) => {
  describe('What the service does', () => {
    test('5. annotations tune the surface, on schemas, edges and fields', () => {
      const { document } = DirectClient.of(stage.dataSource, stage.options);
      expect(operationIn(document, 'GET /audit-entries')).toBeUndefined();
      expect(operationIn(document, 'GET /festivals/{id}/tickets')).toBeUndefined();
      expect(JSON.stringify(document)).not.toContain('internalNotes');
    });
  });
});
