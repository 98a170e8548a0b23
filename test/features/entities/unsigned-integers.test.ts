// `unsigned: true`: the upper half is there where the database has it, and nowhere does a value get that would not be kept.
import { createApi, Filter, FilterEQ, FilterGroupArray, Sortable } from '@decorest/core';
import { openApiDocument } from '@decorest/openapi';
import { Column, Entity, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { valuesOf } from '../../support/collection.js';
import { propertyIn } from '../../support/document-parts.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem, places } from '../../support/problem.js';
import { ServerLog } from '../../support/server-log.js';
import { speaksMysql } from '../../support/test-database.js';

@Entity()
class Chip {
  @PrimaryColumn({ type: 'bigint', unsigned: true })
  id!: string;

  @Column({ type: 'int', unsigned: true, default: 0 })
  @Filter(FilterEQ)
  uses!: number;

  @Column({ type: 'bigint', unsigned: true, default: 0 })
  @Filter(FilterEQ, FilterGroupArray)
  @Sortable()
  balance!: string;
}

@Entity()
class Holder {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => Chip, { nullable: true })
  chip!: Relation<Chip> | null;
}

const largest = '18446744073709551615';
const signed = '9223372036854775807';

forEachDatabase(
  { entities: [Chip, Holder], options: { defaultFilterID: true }, fill: () => Promise.resolve() },
  (stage) => {
    const most = speaksMysql(stage.database) ? largest : signed;

    test('the largest is stored, found, filtered and named by edges', async () => {
      const made = await stage.client.post('/chips', { id: most, balance: most });
      expect(made).toMatchObject({ status: 201, json: { id: most, balance: most } });
      expect(made.headers.location).toBe(`/chips/${most}`);
      await stage.client.post('/chips', { id: '7' });
      expect((await stage.client.get(`/chips/${most}`)).text).toBe(made.text);
      for (const query of [`id.eq=${most}`, `balance.eq=${most}`, `balance.in=${most}&balance.in=1`])
        expect(valuesOf(await stage.client.get(`/chips?${query}`), 'id')).toEqual([most]);
      expect(valuesOf(await stage.client.get('/chips?sort=-balance'), 'id')).toEqual([most, '7']);
      expect((await stage.client.post('/holders', { chip: most })).status).toBe(201);
      expect((await stage.client.get('/holders/1/chip')).text).toBe(made.text);
    });

    test.each([String(BigInt(largest) + 1n), '-1', '007', '1e3'])('%s is none', async (text) => {
      expectProblem(await stage.client.get(`/chips/${text}`), 404, 'not_found');
      expect(
        places(expectProblem(await stage.client.get(`/chips?balance.eq=${text}`), 400, 'invalid_request')),
      ).toEqual(['balance.eq']);
    });

    test('a number that the database would not keep is refused with its place', async () => {
      const above = String(BigInt(most) + 1n);
      expectProblem(await stage.client.get(`/chips/${above}`), 404, 'not_found');
      const beyond = await stage.client.post('/chips', { id: '1', balance: above });
      expect(places(expectProblem(beyond, 400, 'invalid_request'))).toEqual(['/balance']);
      const uses = { sqlite: 2 ** 53, sqlite3: 2 ** 53, postgres: 2 ** 31, mariadb: 2 ** 32, mysql: 2 ** 32 }[
        stage.database
      ];
      const many = await stage.client.post('/chips', { id: '1', uses });
      expect(places(expectProblem(many, 400, 'invalid_request'))).toEqual(['/uses']);
      expect((await stage.client.post('/chips', { id: '1', uses: uses - 1 })).json).toMatchObject({
        uses: uses - 1,
      });
    });

    test('the document says so', () => {
      const document = openApiDocument(createApi(stage.dataSource, { logger: new ServerLog() }));
      const format = speaksMysql(stage.database) ? 'uint64' : 'int64';
      expect(propertyIn(document, 'Chip', 'balance')).toMatchObject({ type: 'string', format });
      expect(propertyIn(document, 'ChipCreate', 'id')).toMatchObject({ type: 'string', format });
    });
  },
);
