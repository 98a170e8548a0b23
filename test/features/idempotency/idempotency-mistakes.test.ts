// What createApi says of mistakes with idempotency keys.
import { idempotencyEntity, RequireIdempotencyKey } from '@decorest/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { anywhere, mistakesOf } from '../../support/schema-mistakes.js';

@Entity()
class Coin {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity()
@RequireIdempotencyKey()
class Note {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity()
class Bill {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: 'int' }) @anywhere(RequireIdempotencyKey()) cents!: number;
}

const scope = () => 'x';
const keys = idempotencyEntity('better-sqlite3');

test.each<[string, object, object[], string]>([
  [
    'the option without the table',
    { idempotency: { scope } },
    [Coin],
    "options.idempotency: the data source has no table for keys. Add idempotencyEntity('better-sqlite3') to its option entities.",
  ],
  [
    'no scope',
    { idempotency: { keepHours: 3 } },
    [Coin, keys],
    'options.idempotency: undefined is not a function that returns the scope. Use { scope: ({ state }) => String(state.userId), keepHours: 24 }.',
  ],
  [
    'no object',
    { idempotency: true },
    [Coin, keys],
    'options.idempotency: true is not an object. Use { scope: ({ state }) => String(state.userId), keepHours: 24 }.',
  ],
  ...[0, 0.5, 169, '24', NaN].map((keepHours): [string, object, object[], string] => [
    `keepHours ${String(keepHours)}`,
    { idempotency: { scope, keepHours } },
    [Coin, keys],
    `options.idempotency: ${typeof keepHours === 'string' ? `'${keepHours}'` : keepHours} is not a time. Use 1 to 168 hours.`,
  ]),
  [
    'a member of another name',
    { idempotency: { scope, keepHour: 3 } },
    [Coin, keys],
    "options.idempotency: no member has this name. Did you mean 'keepHours'?",
  ],
  [
    'a required key without the option',
    {},
    [Note, keys],
    'Note @RequireIdempotencyKey: needs the option idempotency of createApi, which is not set. Set idempotency: { scope: ... }, or remove the annotation.',
  ],
  [
    'the annotation on a field',
    { idempotency: { scope } },
    [Bill, keys],
    'Bill.cents @RequireIdempotencyKey:',
  ],
])('%s', async (_, options, entities, problem) => {
  expect(await mistakesOf(entities as never, options)).toContain(`- ${problem}`);
});

test('a table for a driver that is not supported', () => {
  expect(() => idempotencyEntity('oracle' as never)).toThrow(
    "idempotencyEntity: 'oracle' is not supported. Use better-sqlite3, sqlite, postgres, mariadb, mysql.",
  );
});
