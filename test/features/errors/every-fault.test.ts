// Every fault of a property is listed once: those of its kind, and those of each rule of class-validator.
import {
  IsAlpha,
  IsDivisibleBy,
  IsEmail,
  IsIn,
  IsInt,
  IsUppercase,
  Length,
  Matches,
  Max,
  Min,
  MinDate,
  MinLength,
  validate,
} from 'class-validator';
import fc from 'fast-check';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { directStage } from '../../support/direct-stage.js';
import { places, type Fault } from '../../support/problem.js';

@Entity()
class Guest {
  @PrimaryGeneratedColumn() id!: number;

  @Length(10, 20)
  @IsEmail()
  @Column({ type: 'varchar', length: 40, nullable: true })
  email!: string | null;

  @MinLength(3)
  @IsAlpha()
  @IsUppercase()
  @Matches(/^[A-F]*$/)
  @Column({ type: 'varchar', length: 5, nullable: true })
  code!: string | null;

  @Min(10)
  @IsInt()
  @IsDivisibleBy(3)
  @Max(90)
  @Column('float', { nullable: true })
  size!: number | null;

  @MinLength(3, { message: 'Too few.' })
  @IsUppercase({ message: 'Shout.' })
  @IsIn(['ABC', 'DEF'])
  @Column({ type: 'varchar', length: 5, nullable: true })
  word!: string | null;

  @MinDate(new Date('2020-01-01T00:00:00Z'))
  @Column('datetime', { nullable: true })
  at!: Date | null;
}

const stage = directStage('sqlite', { entities: [Guest], options: {}, fill: async () => undefined });

async function faultsOf(body: object): Promise<readonly Fault[]> {
  const answer = await stage.client.post('/guests', body);
  return (answer.json as { errors?: readonly Fault[] }).errors ?? [];
}

test('a length and a format are two faults', async () => {
  expect(await faultsOf({ email: 'x' })).toEqual([
    { pointer: '/email', code: 'out_of_range', detail: 'The value must have at least 10 characters.' },
    { pointer: '/email', code: 'wrong_format', detail: 'The value must be an email address.' },
  ]);
});

test('a rule that the schema has words for is one fault', async () => {
  expect(await faultsOf({ code: 'é1' })).toMatchObject([
    { code: 'wrong_format' },
    { code: 'out_of_range' },
    { code: 'wrong_format' },
    { code: 'invalid', detail: 'code must be uppercase' },
  ]);
});

test('the words of the author replace those of the schema, and no other', async () => {
  expect(await faultsOf({ word: 'x' })).toMatchObject([
    { code: 'not_allowed' },
    { code: 'invalid', detail: 'Shout.' },
    { code: 'out_of_range', detail: 'Too few.' },
  ]);
  expect((await faultsOf({ word: 'abcdefgh' })).map(({ code }) => code)).toContain('too_long');
});

test('a number that is no integer is compared all the same', async () => {
  expect((await faultsOf({ size: 1.5 })).map(({ code }) => code).sort()).toEqual([
    'invalid',
    'out_of_range',
    'wrong_type',
  ]);
});

test('of a value of another type only the type is said', async () => {
  expect(await faultsOf({ email: 5, code: {}, size: 'x', at: 'never' })).toHaveLength(4);
});

test('a value has as many faults as class-validator finds rules that it breaks, or more', async () => {
  const bodies = fc.record(
    {
      email: fc.string({ maxLength: 50 }),
      code: fc.string({ maxLength: 8, unit: fc.constantFrom('A', 'b', '1', 'é', 'F') }),
      size: fc.oneof(fc.integer({ min: -100, max: 200 }), fc.double({ min: -10, max: 100, noNaN: true })),
      word: fc.string({ maxLength: 8, unit: fc.constantFrom('A', 'b', 'C') }),
      at: fc.date({ min: new Date(0), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const guest = Object.assign(Object.create(Guest.prototype as object) as object, body);
      const errors = await validate(guest, { skipUndefinedProperties: true, forbidUnknownValues: false });
      const found = await faultsOf(body);
      for (const { property, constraints = {} } of errors) {
        const own = found.filter(({ pointer }) => pointer === `/${property}`);
        expect({ property, body, own, least: own.length >= Object.keys(constraints).length }).toMatchObject({
          least: true,
        });
        expect(new Set(own.map(({ detail }) => detail)).size).toBe(own.length);
      }
      const broken = new Set(errors.map(({ property }) => `/${property}`));
      const longer = (['email', 'code', 'word'] as const).filter(
        (key) => (body[key] ?? '').length > (key === 'email' ? 40 : 5),
      );
      for (const key of longer) broken.add(`/${key}`);
      expect([...new Set(places(found))]).toEqual([...broken].sort());
    }),
    { numRuns: 300 },
  );
});

test('the order of faults is that of the declaration, at each request', async () => {
  const first = await faultsOf({ email: 'x', code: 'é1', size: 1.5, word: 'x' });
  for (let more = 0; more < 5; more++)
    expect(await faultsOf({ email: 'x', code: 'é1', size: 1.5, word: 'x' })).toEqual(first);
});
