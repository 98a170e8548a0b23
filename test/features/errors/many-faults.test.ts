// A request may have a hundred thousand faults. One answer lists a hundred of them, and no more are looked for.
import { Filter, FilterEQ, FilterIn, Schema } from '@decorest/core';
import { Column, Entity, JoinTable, ManyToMany, PrimaryGeneratedColumn } from 'typeorm';
import { completeRequest } from '../../../packages/core/src/request/api-request.js';
import { parseBody } from '../../../packages/core/src/request/json-body.js';
import { parseQuery } from '../../../packages/core/src/request/query-string.js';
import { DirectClient } from '../../support/direct-client.js';
import { directStage } from '../../support/direct-stage.js';
import { expectProblem, places, type Fault } from '../../support/problem.js';

@Entity()
class Mark {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity()
class Sheet {
  @PrimaryGeneratedColumn()
  @Filter(FilterIn)
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  @Filter(FilterEQ)
  name!: string;

  @Column({ type: 'simple-json', nullable: true })
  @Schema({ type: 'array', items: { type: 'integer' } })
  lines!: number[] | null;

  @ManyToMany(() => Mark)
  @JoinTable()
  marks!: Mark[];
}

const many = 100_000;
const fixture = {
  entities: [Mark, Sheet],
  options: { limits: { bodySize: 8_000_000 } },
  fill: () => Promise.resolve(),
};

describe('on SQLite, as faults are found before any statement', () => {
  const stage = directStage('sqlite', fixture);
  const refused = async (target: string, body?: unknown): Promise<readonly Fault[]> =>
    expectProblem(
      await stage.client.send(body === undefined ? 'GET' : 'POST', target, body),
      400,
      'invalid_request',
    );

  test.each([
    ['unknown', (at: number) => `k${at}=1`],
    ['repeated', () => 'name.eq=a'],
    ['malformed', (at: number) => `k${at}=%`],
  ])('100,000 %s parameters', async (_, parameter) => {
    const query = Array.from({ length: many }, (_, at) => parameter(at)).join('&');
    expect(await refused(`/sheets?${query}`)).toHaveLength(100);
  });

  test('after a hundred parameters that cannot be decoded the rest is not read', () => {
    const { terms, faults } = parseQuery(`${'a=%&'.repeat(100)}${'b=1&'.repeat(many)}`);
    expect([terms.length, faults.length]).toEqual([0, 100]);
  });

  test('after a hundred texts that cannot be stored the rest of a body is not read', async () => {
    const body = Buffer.from(JSON.stringify(Array(many).fill('\0')));
    const request = completeRequest({ method: 'POST', path: '/sheets', body });
    const parsed = await parseBody(request, stage.client.model.limits, []);
    expect(parsed.faults).toHaveLength(100);
    expect(parsed.size).toBe(101);
  });

  test('a hundred of 100,000 unknown keys are listed, and the answer says that there may be more', async () => {
    const body = Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, at]));
    const answer = await stage.client.post('/sheets', body);
    const faults = expectProblem(answer, 400, 'invalid_request');
    expect(places(faults)).toEqual(Array.from({ length: 100 }, (_, at) => `/k${at}`).sort());
    expect(answer.json).toMatchObject({ detail: 'The request has at least 100 faults.' });
  });

  test.each([
    ['in a filter', () => refused(`/sheets?${'id.in=x&'.repeat(many)}`), 'id.in'],
    ['in a body', () => refused('/sheets', { name: 'a', marks: Array(many).fill('x') }), '/marks'],
  ])('of a list that is too long, %s, the length is the only fault', async (_, ask, place) => {
    const faults = await ask();
    expect(faults).toMatchObject([{ code: 'too_many' }]);
    expect(places(faults)).toEqual([place]);
  });

  test('of a body of more than 10,000 values only the first violation of the schema is reported', async () => {
    const client = DirectClient.of(stage.database.dataSource, {
      limits: { ...fixture.options.limits, listLength: many, edgeIds: many },
    });
    for (const body of [
      { name: 'a', marks: Array(many).fill('x') },
      { name: 'a', lines: Array(many).fill('x') },
    ]) {
      const faults = expectProblem(await client.post('/sheets', body), 400, 'invalid_request');
      expect(faults).toMatchObject([
        { code: 'wrong_type', pointer: expect.stringMatching(/\/0$/) as unknown },
      ]);
    }
    expect((await client.post('/sheets', { name: 'a', lines: Array(many).fill(1) })).status).toBe(201);
  });

  test('ids that are both added and removed are found in one pass', async () => {
    const client = DirectClient.of(stage.database.dataSource, {
      limits: { ...fixture.options.limits, listLength: many, edgeIds: many },
    });
    const { json } = await client.post('/sheets', { name: 'a' });
    const ids = Array.from({ length: 50_000 }, (_, at) => at + 1);
    const body = { add_marks: ids, remove_marks: [...ids].reverse() };
    const answer = await client.patch(`/sheets/${(json as { id: number }).id}`, body);
    expect(places(expectProblem(answer, 400, 'invalid_request'))).toEqual(['/add_marks']);
    expect(answer.text.length).toBeLessThan(2_000);
  });
});
