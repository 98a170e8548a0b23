// Rules of class-validator on the properties of entities: what they mean for values that are texts of numbers, for null,
// for objects in JSON columns; their conditions and their messages.
import { createApi, Schema, SchemaError, SchemaObjectAny } from '@decorest/core';
import { Type } from 'class-transformer';
import {
  IsAlpha,
  IsDate,
  IsDefined,
  IsDivisibleBy,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsPositive,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { forEachDatabase, type Fixture } from '../../support/for-each-database.js';
import { expectProblem } from '../../support/problem.js';

class Size {
  @IsInt()
  @Min(1)
  width!: number;

  @ValidateNested()
  @Type(() => Size)
  inner?: Size;
}

@Entity()
class Article {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ length: 40 })
  @Length(2, 20, { message: 'Give it a name of 2 to 20 characters.' })
  name!: string;

  @Column('decimal', { precision: 20, scale: 4, nullable: true })
  @Min(0)
  @Max(9007199254740992)
  price!: string | null;

  @Column('decimal', { precision: 20, scale: 4, nullable: true })
  @Min(0.1, { message: 'At least a tenth.' })
  weight!: string | null;

  @Column('bigint', { nullable: true })
  @IsPositive()
  stock!: string | null;

  @Column('bigint', { nullable: true })
  @IsDivisibleBy(3)
  @Min(-9007199254740992)
  lot!: string | null;

  @Column({ type: 'varchar', length: 20, nullable: true })
  @Matches(/^ab$/i)
  code!: string | null;

  @Column({ type: 'varchar', length: 20, nullable: true })
  @IsAlpha('de-DE')
  word!: string | null;

  @Column({ type: 'varchar', length: 80, nullable: true })
  @IsEmail({ allow_display_name: true })
  contact!: string | null;

  @Column({ type: 'varchar', length: 80, nullable: true })
  @IsEmail()
  email!: string | null;

  @Column({ default: false })
  isDraft!: boolean;

  @Column({ type: 'varchar', length: 20, nullable: true })
  @ValidateIf(({ isDraft }: Article) => !isDraft)
  @Length(5, 20)
  summary!: string | null;

  @Column({ type: 'varchar', length: 20, nullable: true })
  @IsNotEmpty()
  label!: string | null;

  @Column({ type: 'varchar', length: 20, nullable: true })
  @IsDefined()
  owner!: string | null;

  @Column({ type: 'varchar', length: 20, nullable: true })
  @IsOptional()
  @IsNotEmpty()
  note!: string | null;

  @Column('simple-json', { nullable: true })
  @Schema(SchemaObjectAny)
  @ValidateNested()
  @Type(() => Size)
  size!: Size | null;

  @Column('simple-json', { nullable: true })
  @Schema({ type: 'array', items: SchemaObjectAny })
  @ValidateIf((article: Article) => article.name !== 'unchecked')
  @ValidateNested({ each: true })
  @Type(() => Size)
  sizes!: Size[] | null;
}

const articles: Fixture = {
  entities: [Article],
  options: {},
  fill: async (dataSource) => {
    await dataSource.getRepository(Article).insert({ name: 'first', owner: 'ann' });
  },
};

const required = { name: 'first', owner: 'ann' };

forEachDatabase(articles, (stage) => {
  test.each([
    ['price', '0'],
    ['price', '-0.00'],
    ['price', '90071992547'],
    ['weight', '0.1'],
    ['weight', '0.1000'],
    ['stock', '9007199254740993'],
    ['lot', '9007199254740993'],
    ['code', 'AB'],
    ['word', 'Straße'],
    ['contact', 'Ann <ann@example.com>'],
    ['email', 'jürgen@example.com'],
    ['label', 'x'],
    ['note', null],
    ['price', null],
    ['stock', null],
    ['code', null],
    ['size', { width: 1 }],
    ['size', { width: 1, inner: { width: 2 } }],
    ['size', null],
  ])('%s: %j is accepted', async (property, value) => {
    expect(await stage.client.post('/articles', { ...required, [property]: value })).toMatchObject({
      status: 201,
    });
    expect(await stage.client.patch('/articles/1', { [property]: value })).toMatchObject({ status: 200 });
  });

  test.each([
    ['price', '-5.00'],
    ['price', '-0.0001'],
    ['weight', '0.0999'],
    ['weight', 'abc'],
    ['weight', 'Infinity'],
    // Ten to this power would take seconds to compute.
    ['weight', '1e99999999'],
    ['stock', '0'],
    ['stock', '-9007199254740993'],
    ['lot', '9007199254740994'],
    ['lot', '-9007199254740993'],
    ['code', 'abc'],
    ['word', 'a1'],
    ['email', 'Ann <ann@example.com>'],
    ['label', ''],
    ['label', null],
    ['owner', null],
    ['note', ''],
    ['name', 'x'],
    ['name', 7],
  ])('%s: %j is refused', async (property, value) => {
    for (const answer of [
      await stage.client.post('/articles', { ...required, [property]: value }),
      await stage.client.patch('/articles/1', { [property]: value }),
    ]) {
      const faults = expectProblem(answer, 400, 'invalid_request');
      expect(new Set(faults.map(({ pointer }) => pointer))).toEqual(new Set([`/${property}`]));
    }
  });

  test('a right price stays right beside keys with rules of their own', async () => {
    const body = {
      ...required,
      price: '12.50',
      stock: '3',
      weight: '0.5',
      code: 'ab',
      email: 'a@example.com',
    };
    expect((await stage.client.post('/articles', body)).status).toBe(201);
  });

  test('messages of the author reach the client', async () => {
    const answer = await stage.client.post('/articles', { ...required, name: 'x', weight: '0.01' });
    expect(expectProblem(answer, 400, 'invalid_request')).toEqual([
      { pointer: '/name', code: 'out_of_range', detail: 'Give it a name of 2 to 20 characters.' },
      { pointer: '/weight', code: 'invalid', detail: 'At least a tenth.' },
    ]);
  });

  test('@ValidateIf decides whether the rules of a property apply', async () => {
    const short = { ...required, summary: 'abc' };
    expectProblem(await stage.client.post('/articles', short), 400, 'invalid_request');
    expect((await stage.client.post('/articles', { ...short, isDraft: true })).status).toBe(201);
  });

  test('@IsDefined asks for a value of a column that may be null', async () => {
    const faults = expectProblem(
      await stage.client.post('/articles', { name: 'first' }),
      400,
      'invalid_request',
    );
    expect(faults).toEqual([{ pointer: '/owner', code: 'required', detail: 'This key is required.' }]);
    expect((await stage.client.patch('/articles/1', { name: 'second' })).status).toBe(200);
  });

  test('@ValidateNested checks the objects in a JSON column by the rules of their class', async () => {
    const answer = await stage.client.patch('/articles/1', { size: { width: 0, inner: { width: 1.5 } } });
    const faults = expectProblem(answer, 400, 'invalid_request');
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/size/width', '/size/inner/width']);
  });

  test.each([
    [{ size: {} }, ['/size/width']],
    [{ size: { width: 1, inner: {} } }, ['/size/inner/width']],
    [{ sizes: [{ width: 1 }, { a: 1 }] }, ['/sizes/1/width']],
  ])('@ValidateNested checks what the objects leave out: %j', async (body, pointers) => {
    const faults = expectProblem(await stage.client.patch('/articles/1', body), 400, 'invalid_request');
    expect([...new Set(faults.map(({ pointer }) => pointer))]).toEqual(pointers);
  });

  test('its condition holds for what the objects leave out, too', async () => {
    const body = { name: 'unchecked', sizes: [{}] };
    expect((await stage.client.patch('/articles/1', body)).status).toBe(200);
  });

  test('the document says what JSON Schema can say of a rule', () => {
    const { fields } = createApi(stage.dataSource, {}).model.entities[0] ?? { fields: [] };
    const schemas = Object.fromEntries(fields.map(({ name, bodySchema }) => [name, bodySchema]));
    expect(schemas).toMatchObject({
      name: { minLength: 2, maxLength: 20 },
      price: { 'x-decorest-sign': { is: 'notNegative' } },
      stock: { 'x-decorest-sign': { is: 'positive' } },
      email: { format: 'idn-email' },
      label: { minLength: 1 },
    });
    for (const name of ['code', 'word', 'contact', 'summary']) {
      expect(schemas[name]).not.toHaveProperty('pattern');
      expect(schemas[name]).not.toHaveProperty('format');
      expect(schemas[name]).not.toHaveProperty('minLength');
    }
  });
});

describe('rules that no value satisfies are found at the start', () => {
  @Entity()
  class Appointment {
    @PrimaryGeneratedColumn()
    id!: number;

    @Column('datetime')
    @IsPositive()
    at!: Date;

    @Column('bigint')
    @IsDate()
    serial!: string;

    @Column('int')
    @IsEmail()
    count!: number;

    @Column('boolean')
    @IsIn(['yes', 'no'])
    open!: boolean;

    @Column('simple-enum', { enum: ['ab', 'cd'] })
    @MinLength(3)
    state!: string;

    @Column('simple-array')
    @Length(2, 5)
    tags!: string[];

    @Column('simple-json')
    @Schema(SchemaObjectAny)
    @ValidateNested()
    size!: Size;
  }

  test('with the remedy', async () => {
    const dataSource = new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [Appointment],
    });
    await dataSource.initialize();
    const problems = problemsOf(() => createApi(dataSource, {}));
    await dataSource.destroy();
    expect(problems).toEqual([
      [
        'at',
        '@IsPositive',
        'no value satisfies the rule: the values of a column of type datetime are instances of Date.',
        'Remove it, or use @IsDate(), @MinDate(), @MaxDate() or @IsDateString().',
      ],
      [
        'serial',
        '@IsDate',
        'no value satisfies the rule: the values of a column of type bigint are strings.',
        'Remove it, or use @IsString(), @Length() or @Matches().',
      ],
      [
        'count',
        '@IsEmail',
        'no value satisfies the rule: the values of a column of type int are numbers.',
        'Remove it, or use @IsNumber(), @Min() or @Max().',
      ],
      [
        'open',
        '@IsIn',
        'no value satisfies the rule: the values of a column of type boolean are booleans.',
        'Remove it, or use @IsBoolean().',
      ],
      [
        'state',
        '@MinLength',
        'no value satisfies the rule: the values of a column of type simple-enum are strings.',
        'Remove it, or use @IsString(), @Length() or @Matches().',
      ],
      [
        'tags',
        '@Length',
        'no value satisfies the rule: the values of a column of type simple-array are arrays.',
        'Add { each: true } for a rule of the items, or remove it.',
      ],
      [
        'size',
        '@ValidateNested',
        'the class of the objects in the column is unknown, so no rule would be checked.',
        'Add @Type(() => ...) of class-transformer.',
      ],
    ]);
  });

  function problemsOf(start: () => unknown): unknown[] {
    try {
      start();
    } catch (error) {
      if (error instanceof SchemaError)
        return error.problems.map(({ member, annotation, problem, remedy }) => [
          member,
          annotation,
          problem,
          remedy,
        ]);
      throw error;
    }
    return [];
  }
});
