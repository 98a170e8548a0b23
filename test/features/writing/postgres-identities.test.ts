// Keys that PostgreSQL always generates, unless a statement says otherwise.
import { AllowClientIDs } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { entityOf } from '../../support/collection.js';
import { DirectClient } from '../../support/direct-client.js';
import { expectProblem } from '../../support/problem.js';
import { openDatabase, type TestDatabase } from '../../support/test-database.js';

describe('a key that PostgreSQL always generates', () => {
  @Entity()
  @AllowClientIDs()
  class Ticket {
    @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
    @Column() name!: string;
  }

  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase('postgres', [Ticket]);
  });
  afterAll(() => database.close());

  test('is taken from a client that may choose it, and the next one is generated', async () => {
    const client = DirectClient.of(database.dataSource, {});
    expect(entityOf(await client.post('/tickets', { name: 'a' })).id).toBe(1);
    expect(entityOf(await client.post('/tickets', { id: 7, name: 'b' })).id).toBe(7);
    expect(entityOf(await client.post('/tickets', { name: 'c' })).id).toBe(8);
    expectProblem(await client.post('/tickets', { id: 7, name: 'd' }), 409, 'already_exists');
  });
});
