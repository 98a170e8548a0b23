// Columns of a character set that lacks characters: a text that they cannot hold is a fault of the client, in bodies, filters and
// paths, and never a failure of the server.
import { AllowClientIDs, Bulk, Filter, FilterEQ, FilterGroup, FilterGroupArray } from '@decorest/core';
import { FilterContainsWords, FilterGroupEqual, FilterGroupLength } from '@decorest/core';
import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import { directStage } from '../../support/direct-stage.js';
import { expectProblem } from '../../support/problem.js';
import { databaseNames, speaksMysql } from '../../support/test-database.js';

function createPostcard(characterSet: string) {
  @Entity()
  @Bulk()
  @AllowClientIDs()
  class Postcard {
    @PrimaryColumn({ type: 'varchar', length: 20, charset: characterSet })
    @Filter(FilterEQ, FilterGroupArray)
    id!: string;
    @Column({ type: 'varchar', length: 20, nullable: true, charset: characterSet })
    @Filter(FilterGroupEqual, FilterGroupLength, FilterGroupArray, FilterContainsWords)
    @FilterGroup('search')
    text!: string | null;
  }
  return Postcard;
}

const text = encodeURIComponent('😀');
const predicates = ['eq', 'neq', 'ieq', 'has', 'ihas', 'prefix', 'suffix', 'words', 'gt', 'gte', 'lt', 'lte'];
const lists = ['in', 'notIn'];

const reads = [
  ...predicates.map((predicate) => `/postcards?text.${predicate}=${text}`),
  ...lists.flatMap((predicate) => [
    `/postcards?text.${predicate}=${text}`,
    `/postcards?text.${predicate}=${text}&text.${predicate}=a`,
    `/postcards?text.${predicate}=${text}&text.${predicate}=a&text.${predicate}=b&text.${predicate}=c`,
  ]),
  `/postcards?search.ihas=${text}`,
  `/postcards?search.words=${text}`,
  `/postcards?id.eq=${text}`,
  `/postcards/${text}`,
];

const writes = [
  ['POST', '/postcards', { id: 'b', text: '😀' }],
  ['POST', '/postcards', { id: '😀' }],
  ['POST', '/postcards/bulk', [{ id: 'b' }, { id: 'c', text: '😀' }]],
  ['PATCH', '/postcards/a', { text: '😀' }],
  ['PATCH', '/postcards?text.eq=a', { text: '😀' }],
  ['PATCH', '/postcards/bulk', [{ id: 'a', text: '😀' }]],
] as const;

describe.each(databaseNames.filter(speaksMysql))('%s', (name) => {
  describe.each(['utf8mb3', 'latin1'])('%s', (characterSet) => {
    const entities = [createPostcard(characterSet)];
    const stage = directStage(name, {
      entities,
      options: {},
      fill: (dataSource) => dataSource.query("INSERT INTO postcard VALUES ('a', 'a')"),
    });

    test.each(reads)('GET %s', async (target) => {
      const { status } = await stage.client.attempt('GET', target);
      expect([200, 400, 404]).toContain(status);
    });

    test.each(['eq', 'prefix', 'in'])('a comparison of the column by %s is a fault', async (predicate) => {
      const answer = await stage.client.get(`/postcards?text.${predicate}=${text}`);
      expectProblem(answer, 400, 'invalid_request');
    });

    test.each(writes)('%s %s %j is refused, and stores nothing', async (method, target, body) => {
      const { status } = await stage.client.attempt(method, target, body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect((await stage.client.get('/postcards')).json).toMatchObject({
        content: [{ id: 'a', text: 'a' }],
      });
    });

    test.each(['DELETE', 'PATCH'])('%s of a key that the column cannot hold', async (method) => {
      const { status } = await stage.client.attempt(
        method,
        `/postcards/${text}`,
        method === 'PATCH' ? {} : undefined,
      );
      expect([400, 404]).toContain(status);
    });
  });

  describe('columns that do not fit together', () => {
    @Entity()
    class Letter {
      @PrimaryColumn('int') id!: number;
      @Column({ type: 'varchar', length: 20, collation: 'utf8mb4_unicode_ci' })
      @Filter(FilterEQ)
      from!: string;
      @Column({ type: 'varchar', length: 20, collation: 'utf8mb4_general_ci' }) to!: string;
      @VirtualColumn({ type: 'int', query: (alias) => `SELECT ${alias}.\`from\` = ${alias}.\`to\`` })
      own!: number;
    }
    const stage = directStage(name, {
      entities: [Letter],
      options: {},
      fill: (dataSource) => dataSource.query("INSERT INTO letter VALUES (1, 'a', 'a')"),
    });

    test('are a failure of the server', async () => {
      expectProblem(await stage.client.attempt('GET', '/letters?from.eq=a'), 500, 'internal_error');
    });
  });
});
