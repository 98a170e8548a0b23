// Rules of class-validator in the document: they belong to bodies. Answers and filters have the values of the column.
import { Filter, FilterEQ, FilterGT, Groupable, Measure } from '@decorest/core';
import {
  ArrayContains,
  IsDefined,
  IsEmail,
  IsIn,
  IsNegative,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsPositive,
  IsTimeZone,
  IsUrl,
  Length,
  Matches,
  Max,
  Min,
  MinDate,
  NotContains,
} from 'class-validator';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { directStage } from '../../support/direct-stage.js';

const cents = { to: (value: number) => value.toFixed(2), from: Number };

@Entity()
class Payment {
  @PrimaryGeneratedColumn() id!: number;

  @Column('decimal', { precision: 10, scale: 2, default: 0 })
  @Min(0)
  @Max(1000)
  @Filter(FilterEQ, FilterGT)
  @Measure('min')
  amount!: string;

  @Column('bigint', { default: 1 })
  @IsPositive()
  @Filter(FilterGT)
  count!: string;

  @Column('bigint', { default: -1 })
  @IsNegative()
  @Filter(FilterGT)
  debt!: string;

  @Column('text', { default: 'EUR' })
  @IsIn(['EUR', 'USD'])
  @Filter(FilterEQ)
  @Groupable()
  currency!: string;

  @Column('text', { default: 'a@example.com' })
  @IsEmail()
  @NotContains('+')
  email!: string;

  @Column('text', { default: 'https://example.com/' })
  @IsUrl()
  @Matches(/^(?!ftp)/u)
  website!: string;

  @Column('text', { default: 'UTC' })
  @IsTimeZone()
  zone!: string;

  @Column('datetime', { default: '2030-01-01 00:00:00' })
  @MinDate(() => new Date(0))
  at!: Date;

  @Column('decimal', { precision: 8, scale: 2, transformer: cents, default: 0 })
  fee!: number;
}

@Entity()
class Refund {
  @PrimaryGeneratedColumn() id!: number;

  @Column('decimal', { precision: 10, scale: 2, nullable: true })
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 })
  amount!: string | null;

  @Column('bigint', { nullable: true })
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 0 })
  @Length(2, 3)
  count!: string | null;

  @Column('varchar', { length: 20, nullable: true })
  @IsNotEmpty()
  reason!: string | null;

  @Column('varchar', { length: 20, nullable: true })
  @IsDefined()
  place!: string | null;

  @Column('simple-array', { nullable: true })
  @IsOptional()
  @ArrayContains(['a'])
  marks!: string[] | null;
}

const stage = directStage('sqlite', {
  entities: [Payment, Refund],
  options: {},
  fill: async () => {},
});

type Schemas = Record<string, { properties: Record<string, Record<string, unknown>> }>;

const schemas = () => stage.client.document.components?.schemas as unknown as Schemas;

test('answers have the values of the columns, and no rule', () => {
  const { properties } = schemas().Payment ?? { properties: {} };
  expect(properties).toMatchObject({
    amount: { type: 'string' },
    count: { pattern: '^(0|-?[1-9][0-9]{0,18})$' },
    debt: { pattern: '^(0|-?[1-9][0-9]{0,18})$' },
    currency: { type: 'string' },
    email: { type: 'string' },
  });
  const text = JSON.stringify(schemas().Payment);
  for (const keyword of ['idn-email', 'allOf', '"not"', 'enum', 'multipleOf', 'x-decorest', 'URL'])
    expect(text).not.toContain(keyword);
});

test('filters and measures have no rule', () => {
  const { parameters } = stage.client.document.components as {
    parameters: Record<string, { schema?: unknown }>;
  };
  const schemaOf = (name: string) => parameters[`Payment.${name}`]?.schema;
  expect(schemaOf('amount.gt')).toEqual({ type: 'string', pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' });
  expect(schemaOf('count.gt')).toMatchObject({ pattern: '^(0|-?[1-9][0-9]{0,18})$' });
  expect(schemaOf('debt.gt')).toMatchObject({ pattern: '^(0|-?[1-9][0-9]{0,18})$' });
  expect(schemaOf('currency.eq')).not.toHaveProperty('enum');
});

test('a stored value that breaks each rule satisfies the schema of its answer, and is found', async () => {
  await stage.database.dataSource.query(
    `INSERT INTO payment (amount, count, debt, currency, email, website, zone) VALUES (-5, -1, 1, 'GBP', '+', 'ftp', 'x')`,
  );
  // The client checks each answer against the document.
  const found = await stage.client.get('/payments?amount.eq=-5.00&count.gt=-2&debt.gt=0&currency.eq=GBP');
  expect(found.status).toBe(200);
  expect(found.text).toContain('"-5.00"');
});

test('bodies have the rules, and sentences for those that no schema says', () => {
  const { properties } = schemas().PaymentCreate ?? { properties: {} };
  expect(properties.amount).toMatchObject({
    pattern: '^(-0(\\.0{1,2})?|(0|[1-9][0-9]{0,7})(\\.[0-9]{1,2})?)$',
    description: 'Must not be greater than 1000.',
  });
  expect(properties.amount).not.toHaveProperty('format');
  expect(properties.count).toMatchObject({ pattern: '^[1-9][0-9]{0,18}$' });
  expect(properties.debt).toMatchObject({ pattern: '^-[1-9][0-9]{0,18}$' });
  expect(properties.website?.description).toBe('Must match the pattern `^(?!ftp)`. Must be a URL address.');
  expect(properties.zone?.description).toBe('Must be a valid IANA time-zone.');
  // A bound that is computed has no words.
  expect(properties.at?.description).toBe('Must satisfy the rule minDate.');
  expect(properties.fee).toMatchObject({ type: 'number', multipleOf: 0.01 });
});

test('keys that are generated have an example', () => {
  expect(schemas().Payment?.properties.id).toMatchObject({ examples: [1] });
});

test.each([1e-7, 5e-324, 12e300, 0.5])('a number %p where a text belongs is a 400', async (number) => {
  const texts = { reason: 'a', place: 'b' };
  for (const field of ['amount', 'count']) {
    const { status } = await stage.client.post('/refunds', { ...texts, [field]: number });
    expect([field, status]).toEqual([field, 400]);
  }
});

test('the words of a rule say all that it asks for', () => {
  const { properties } = schemas().RefundCreate ?? { properties: {} };
  expect(properties.amount?.description).toBe('Must have at most 2 decimal places.');
  expect(properties.count?.description).toBe('Must have 2 to 3 characters. Must be a whole number.');
  expect(properties.marks?.description).toBe('Must contain a.');
});

test.each(['reason', 'place'])('a null that a rule refuses is in words: %s', async (field) => {
  const { properties } = schemas().RefundCreate ?? { properties: {} };
  expect(properties[field]?.description).toContain('Must not be null.');
  const answer = await stage.client.post('/refunds', { reason: 'a', place: 'b', [field]: null });
  expect(answer.status).toBe(400);
});

test.each([0.07, 0.29, 1.15, 4.35, 19.99])('the step of a number takes %p', async (fee) => {
  // The client checks each request that is served against the document.
  expect((await stage.client.post('/payments', { fee })).status).toBe(201);
});
