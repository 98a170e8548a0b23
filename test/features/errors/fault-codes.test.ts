// Each code that docs/errors.md lists for a fault, by requests that provoke it.
import { EdgeUpdateBulk, faultCodes, Filter, FilterEQ, FilterIn } from '@decorest/core';
import { IsIn, IsPositive, Length, Matches, Min, ValidateBy } from 'class-validator';
import { Column, Entity, JoinTable, ManyToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { onEachDatabase } from '../../support/direct-stage.js';
import type { Fixture } from '../../support/for-each-database.js';
import { expectProblem, type Fault } from '../../support/problem.js';

@Entity()
class Run {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 5 })
  @Filter(FilterEQ, FilterIn)
  name!: string;

  @Column({ default: 1 })
  @Filter(FilterEQ)
  @Min(1)
  minutes!: number;

  @Column({ length: 20, default: 'abc' })
  @Length(2, 10)
  @Matches(/^[a-z]+$/)
  word!: string;

  @Column({ length: 20, default: 'on' })
  @IsIn(['on', 'off'])
  state!: string;

  @Column({ length: 20, default: 'even' })
  @ValidateBy({ name: 'isEven', validator: { validate: (text: unknown) => String(text).length % 2 === 0 } })
  even!: string;

  @Column({ length: 20, nullable: true, unique: true, type: 'varchar' })
  code!: string | null;

  @Column({ type: 'decimal', precision: 6, scale: 2, default: 1 })
  @Min(0)
  weight!: string;

  @Column({ type: 'bigint', default: 1 })
  @IsPositive()
  steps!: string;

  @ManyToMany(() => Run)
  @JoinTable()
  @EdgeUpdateBulk()
  others!: Relation<Run>[];
}

const fixture: Fixture = {
  entities: [Run],
  options: { limits: { listLength: 3, filters: 2, valueLength: 12 } },
  fill: async ({ manager }) => {
    await manager.insert(Run, [{ name: 'a', code: 'one' }]);
  },
};

const queries: readonly (readonly [string, Fault['code']])[] = [
  ['nosuch=1', 'unknown_parameter'],
  ['page=1&page=2', 'duplicate_parameter'],
  ['name.eq=%zz', 'malformed_parameter'],
  ['minutes.eq=x', 'malformed_parameter'],
  ['sort=nosuch', 'malformed_parameter'],
  ['page=x', 'malformed_parameter'],
  ['page=1.5', 'malformed_parameter'],
  ['per_page=x', 'malformed_parameter'],
  ['page=0', 'out_of_range'],
  ['page=-1', 'out_of_range'],
  ['page=99', 'out_of_range'],
  ['page=999999', 'out_of_range'],
  ['per_page=0', 'out_of_range'],
  ['per_page=1000', 'out_of_range'],
  ['name.in=a&name.in=b&name.in=c&name.in=d', 'too_many'],
  ['name.eq=abcdefghijklm', 'too_long'],
];

const bodies: readonly (readonly [object, Fault['code']])[] = [
  [{ name: 'a', others: [1, 1, 1, 1] }, 'too_many'],
  [{ name: 'abcdef' }, 'too_long'],
  [{ name: 'a', word: 'abcdefghijk' }, 'too_long'],
  [{ name: 'a', nosuch: 1 }, 'unknown_key'],
  [{ name: 'a', id: 1 }, 'unknown_key'],
  [{}, 'required'],
  [{ name: 7 }, 'wrong_type'],
  [{ name: null }, 'wrong_type'],
  [{ name: 'a', minutes: 1.5 }, 'wrong_type'],
  [{ name: 'a', word: 'ABC' }, 'wrong_format'],
  [{ name: 'a', weight: '1.234' }, 'wrong_format'],
  [{ name: 'a', minutes: 0 }, 'out_of_range'],
  [{ name: 'a', weight: '-1' }, 'out_of_range'],
  [{ name: 'a', steps: '0' }, 'out_of_range'],
  [{ name: 'a', minutes: -99_999_999_999 }, 'out_of_range'],
  [{ name: 'a', word: 'x' }, 'out_of_range'],
  [{ name: 'a', state: 'maybe' }, 'not_allowed'],
  [{ name: 'a', others: [99] }, 'not_found'],
  [{ name: 'a', code: 'one' }, 'taken'],
  [{ name: 'a', even: 'odd' }, 'invalid'],
  [{ name: 'a\u0000' }, 'invalid'],
];

onEachDatabase(fixture, (stage) => {
  test.each(queries)('?%s is %s', async (query, code) => {
    const faults = expectProblem(await stage.client.get(`/runs?${query}`), 400, 'invalid_request');
    expect(faults).toMatchObject([{ parameter: query.split('=')[0], code }]);
  });

  test.each(bodies)('the body %j is %s', async (body, code) => {
    const answer = await stage.client.post('/runs', body);
    const isTaken = code === 'taken';
    const faults = expectProblem(answer, isTaken ? 409 : 400, isTaken ? 'already_exists' : 'invalid_request');
    expect(faults).toMatchObject([{ pointer: expect.any(String) as string, code }]);
  });

  test('keys that contradict each other are a conflict', async () => {
    const answer = await stage.client.patch('/runs/1', { others: [1], add_others: [1] });
    expect(expectProblem(answer, 400, 'invalid_request')).toMatchObject([
      { pointer: '/others', code: 'conflict' },
    ]);
  });
});

test('no code is left out', () => {
  const provoked = new Set(
    [...queries, ...bodies].map(([, code]) => code).concat('conflict', 'invalid_cursor'),
  );
  expect(faultCodes.filter((code) => !provoked.has(code))).toEqual([]);
});
