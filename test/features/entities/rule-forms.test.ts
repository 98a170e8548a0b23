// Rules of class-validator on entities that are the DTOs of an application, too: rules of texts hold for the text in the body, rules
// of dates for a Date, rules of numbers for a number, whatever the property holds.
import { createApi, ExcludeOperations, OperationCreate, OperationUpdate, ReadOnly } from '@decorest/core';
import {
  IsBase64,
  IsBoolean,
  IsBooleanString,
  IsDate,
  IsDateString,
  IsDecimal,
  IsIn,
  IsInt,
  IsISO8601,
  IsLowercase,
  IsMilitaryTime,
  IsNotIn,
  IsNumber,
  IsNumberString,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  MinDate,
  ValidateIf,
} from 'class-validator';
import { Column, CreateDateColumn, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { DirectClient } from '../../support/direct-client.js';
import { forEachDatabase } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';
import { openDatabase, type DatabaseName } from '../../support/test-database.js';

@Entity('booking')
class Booking {
  @PrimaryGeneratedColumn() id!: number;

  @Column({ type: 'date', nullable: true }) @IsDateString() @IsString() day!: string | null;
  @Column({ type: 'date', nullable: true }) @IsDate() @MinDate(new Date('2020-01-01')) since!: string | null;
  @Column({ type: Date, nullable: true }) @IsISO8601() @IsString() at!: Date | null;
  @Column({ type: Date, nullable: true })
  @Matches(/Z$/, { message: 'Send $property in UTC, not as $value.' })
  utc!: Date | null;
  @Column({ type: Date, nullable: true }) @IsDate() @MinDate(new Date('2020-01-01')) until!: Date | null;

  @Column({ type: Date, nullable: true })
  @ValidateIf(({ paid }: Booking) => paid === true)
  @IsDateString({ strict: true })
  @Length(20, 20)
  due!: Date | null;

  @Column({ type: 'time', nullable: true }) @IsMilitaryTime() opens!: string | null;

  @Column('decimal', { precision: 10, scale: 4, nullable: true })
  @IsNumber({ maxDecimalPlaces: 2 })
  @IsIn([1, 2.5, '3.00'])
  price!: string | null;

  @Column('decimal', { precision: 10, scale: 4, nullable: true })
  @IsDecimal({ decimal_digits: '2', force_decimal: true })
  @IsNotIn([0])
  fee!: string | null;

  @Column('bigint', { nullable: true }) @IsInt() @IsNumberString() @Max(100) seats!: string | null;
  @Column({ type: 'boolean', nullable: true }) @IsBooleanString() paid!: boolean | null;
  @Column({ type: 'int', nullable: true }) @IsString() @MaxLength(3) floor!: number | null;
  @Column({ type: 'uuid', nullable: true }) @IsUUID() @IsLowercase() token!: string | null;
}

/** Rules that no value satisfies, where no body has a value. */
@Entity('record')
class Entry {
  @PrimaryGeneratedColumn() @IsUUID() id!: number;
  @CreateDateColumn() @IsBoolean() createdAt!: Date;
  @Column('int', { default: 0 }) @IsBase64() @IsDate() @ReadOnly() count!: number;
  @Column('int', { nullable: true }) @IsDate() bookingId!: number | null;
  @ManyToOne(() => Booking, { nullable: true }) @IsUUID() booking!: Relation<Booking> | null;
}

@Entity('ledger')
@ExcludeOperations(OperationCreate, OperationUpdate)
class Ledger {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int', { default: 0 }) @IsDate() total!: number;
}

const fixture = {
  entities: [Booking],
  options: {},
  fill: async () => {
    // Starts empty.
  },
};

forEachDatabase(fixture, (stage) => {
  test.each([
    ['day', '2024-02-29'],
    ['since', '2020-01-01'],
    ['at', '2020-01-01T00:00:00+02:00'],
    ['utc', '2020-01-01T00:00:00Z'],
    ['until', '2020-01-01T02:00:00+01:00'],
    ['due', '2020-01-01T00:00:00Z'],
    ['due', '2020-01-01T00:00:00.000Z'],
    ['opens', '12:30:00'],
    ['price', '1.0000'],
    ['price', '2.5'],
    ['price', '3.00'],
    ['fee', '10.00'],
    ['seats', '100'],
    ['paid', true],
    ['paid', false],
    ['floor', -12],
    ['token', '123e4567-e89b-42d3-a456-426614174000'],
    ['day', null],
    ['price', null],
  ])('%s: %j is accepted', async (name, value) => {
    const answer = await stage.client.post('/bookings', { [name]: value });
    expect(answer.status).toBe(201);
    expect((await stage.client.patch('/bookings/1', { [name]: value })).status).toBe(200);
  });

  test.each([
    ['day', '2024-02-30'],
    ['since', '2019-12-31'],
    ['utc', '2020-01-01T00:00:00+00:00'],
    ['until', '2020-01-01T00:30:00+01:00'],
    ['opens', '12:30:15'],
    ['price', '1.001'],
    ['price', '3'],
    ['price', '4'],
    ['fee', '10'],
    ['fee', '10.000'],
    ['fee', '0.00'],
    ['seats', '101'],
    ['floor', 1234],
    ['token', '123E4567-e89b-42d3-a456-426614174000'],
  ])('%s: %j is refused', async (name, value) => {
    const faults = expectProblem(
      await stage.client.post('/bookings', { [name]: value }),
      400,
      'invalid_request',
    );
    expect(new Set(faults.map(({ pointer }) => pointer))).toEqual(new Set([`/${name}`]));
  });

  test('conditions see the values of properties', async () => {
    const due = '2020-01-01T00:00:00.000Z';
    expect((await stage.client.post('/bookings', { due, paid: false })).status).toBe(201);
    expectProblem(await stage.client.post('/bookings', { due, paid: true }), 400, 'invalid_request');
    expect((await stage.client.post('/bookings', { due: '2020-01-01T00:00:00Z', paid: true })).status).toBe(
      201,
    );
  });

  test('messages show the text of the body', async () => {
    const answer = await stage.client.post('/bookings', { utc: '2020-01-01T00:00:00+00:00' });
    expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
      { pointer: '/utc', code: 'invalid', detail: 'Send utc in UTC, not as 2020-01-01T00:00:00+00:00.' },
    ]);
  });
});

test.each<DatabaseName>(['sqlite', 'postgres'])(
  '%s: rules on columns that no body sets are no errors',
  async (name) => {
    const opened = await openDatabase(name, [Booking, Entry, Ledger]);
    try {
      expect(() => createApi(opened.dataSource, {})).not.toThrow();
    } finally {
      await opened.close();
    }
  },
);

describe('items of arrays of PostgreSQL', () => {
  @Entity('series')
  class Series {
    @PrimaryGeneratedColumn() id!: number;

    @Column('timestamptz', { array: true, nullable: true })
    @IsDateString({}, { each: true })
    @Matches(/Z$/, { each: true })
    times!: Date[] | null;

    @Column('numeric', { array: true, precision: 10, scale: 4, nullable: true })
    @IsNumber({ maxDecimalPlaces: 2 }, { each: true })
    @Max(10, { each: true })
    amounts!: string[] | null;

    @Column('bytea', { array: true, nullable: true }) @IsBase64({}, { each: true }) parts!: Buffer[] | null;
  }

  test.each([
    [{ times: ['2020-01-01T00:00:00Z'] }, 201],
    [{ times: ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00+00:00'] }, 400],
    [{ amounts: ['1.2500', '10'] }, 201],
    [{ amounts: ['1.25', '1.255'] }, 400],
    [{ amounts: ['10.0001'] }, 400],
    [{ parts: ['ZGF0YQ=='] }, 201],
  ])('%j is %i', async (body, status) => {
    const opened = await openDatabase('postgres', [Series]);
    try {
      const answer = await DirectClient.of(opened.dataSource, {}).post('/series', body);
      expect(answer.status).toBe(status);
    } finally {
      await opened.close();
    }
  });
});
