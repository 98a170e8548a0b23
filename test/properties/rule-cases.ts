// Every decorator that class-validator exports for a property, with the options that change what it accepts, and values
// of every kind of column.
import * as validators from 'class-validator';
import type { ValidationOptions } from 'class-validator';

type Decorator = (options?: ValidationOptions) => PropertyDecorator;

/** A decorator with its options, under a name that is unique. */
export interface RuleCase {
  readonly name: string;
  readonly rule: Decorator;
  /** What the rule is for: it is judged on that form of a value. */
  readonly of: 'texts' | 'numbers' | 'dates' | 'named' | 'others';
  /** The same rule for all values, without a condition. */
  readonly bare: () => PropertyDecorator;
  /** Which values of the property the rule applies to. */
  readonly applies: (value: unknown) => boolean;
}

const {
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotContains,
  ArrayUnique,
  Contains,
  Equals,
  IsAlpha,
  IsAlphanumeric,
  IsByteLength,
  IsDivisibleBy,
  IsEmail,
  IsEnum,
  IsIn,
  IsInstance,
  IsIP,
  IsNotIn,
  IsNumber,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxDate,
  MaxLength,
  Min,
  MinDate,
  MinLength,
  NotContains,
  NotEquals,
  ValidateBy,
} = validators;

enum Choice {
  First = 'ab',
  Second = 'AMBER',
  Third = 'abc',
}

const withOptions: readonly (readonly [string, Decorator])[] = [
  ['ArrayContains', (options) => ArrayContains(['ab'], options)],
  ['ArrayMaxSize', (options) => ArrayMaxSize(1, options)],
  ['ArrayMinSize', (options) => ArrayMinSize(2, options)],
  ['ArrayNotContains', (options) => ArrayNotContains(['ab'], options)],
  ['ArrayUniqueBy', (options) => ArrayUnique((item: string) => item.length, options)],
  ['ContainsPoint', (options) => Contains('.', options)],
  ['ContainsEmoji', (options) => Contains('😀', options)],
  ['EqualsText', (options) => Equals('ab', options)],
  ['EqualsNumber', (options) => Equals(3, options)],
  ['EqualsTrue', (options) => Equals(true, options)],
  ['EqualsNull', (options) => Equals(null, options)],
  ['IsAlphaGerman', (options) => IsAlpha('de-DE', options)],
  ['IsAlphanumericGerman', (options) => IsAlphanumeric('de-DE', options)],
  ['IsByteLength', (options) => IsByteLength(2, 5, options)],
  ['IsDivisibleBy3', (options) => IsDivisibleBy(3, options)],
  ['IsDivisibleByHalf', (options) => IsDivisibleBy(2.5, options)],
  ['IsEmailNamed', (options) => IsEmail({ allow_display_name: true }, options)],
  ['IsEmailAscii', (options) => IsEmail({ allow_utf8_local_part: false }, options)],
  ['IsEnum', (options) => IsEnum(Choice, options)],
  ['IsInTexts', (options) => IsIn(['ab', 'AMBER', 'x'], options)],
  ['IsInNumbers', (options) => IsIn([0, 3, 4.5], options)],
  ['IsInMixed', (options) => IsIn(['ab', 3, true, null], options)],
  ['IsInstanceDate', (options) => IsInstance(Date, options)],
  ['IsIP4', (options) => IsIP(4, options)],
  ['IsIP6', (options) => IsIP('6', options)],
  ['IsNotInTexts', (options) => IsNotIn(['ab', 'AMBER'], options)],
  ['IsNotInNumbers', (options) => IsNotIn([0, 3], options)],
  ['IsNumber', (options) => IsNumber({}, options)],
  ['IsIdentityCard', (options) => validators.IsIdentityCard('ES', options)],
  ['IsPassportNumber', (options) => validators.IsPassportNumber('DE', options)],
  ['IsPostalCode', (options) => validators.IsPostalCode('any', options)],
  ['IsHash', (options) => validators.IsHash('md5', options)],
  ['IsTaxId', (options) => validators.IsTaxId('en-US', options)],
  ['IsNumberOfPlaces', (options) => IsNumber({ maxDecimalPlaces: 1 }, options)],
  ['IsUrlHttps', (options) => IsUrl({ protocols: ['https'], require_protocol: true }, options)],
  ['IsUUID4', (options) => IsUUID(4, options)],
  ['LengthFrom', (options) => Length(3, undefined, options)],
  ['Length', (options) => Length(2, 4, options)],
  ['MatchesAnyCase', (options) => Matches(/^ab$/i, options)],
  ['MatchesText', (options) => Matches('^[a-c]+$', undefined, options)],
  ['MatchesTextAnyCase', (options) => Matches('^AB', 'i', options)],
  ['MatchesTwo', (options) => Matches(/^.{2}$/, options)],
  ['MatchesTwoCharacters', (options) => Matches(/^.{2}$/u, options)],
  ['MatchesSome', (options) => Matches(/^.+$/, options)],
  ['MatchesAround', (options) => Matches(/^[^@\s]+@[^@\s]+$/, options)],
  ['MatchesTwice', (options) => Matches(/^.+.+$/, options)],
  ['MatchesNoWord', (options) => Matches(/^[\W]$/, options)],
  ['MatchesLines', (options) => Matches(/^b$/m, options)],
  ['MatchesGlobal', (options) => Matches(/ab/g, options)],
  ['Max3', (options) => Max(3, options)],
  ['MaxTenth', (options) => Max(0.1, options)],
  ['MaxNegative', (options) => Max(-2, options)],
  ['MaxDate', (options) => MaxDate(new Date('2020-01-01T00:00:00Z'), options)],
  ['MaxLength', (options) => MaxLength(3, options)],
  ['Min0', (options) => Min(0, options)],
  ['Min3', (options) => Min(3, options)],
  ['MinTenth', (options) => Min(0.1, options)],
  ['MinLarge', (options) => Min(9007199254740992, options)],
  ['MinDate', (options) => MinDate(() => new Date('2020-01-01T00:00:00Z'), options)],
  ['MinLength', (options) => MinLength(2, options)],
  ['NotContains', (options) => NotContains('b', options)],
  ['NotEqualsText', (options) => NotEquals('ab', options)],
  ['NotEqualsNull', (options) => NotEquals(null, options)],
  [
    'Custom',
    (options) =>
      ValidateBy({ name: 'isShort', validator: { validate: (value) => String(value).length < 5 } }, options),
  ],
  [
    'CustomAsync',
    (options) =>
      ValidateBy(
        {
          name: 'isLong',
          validator: { validate: async (value) => Promise.resolve(String(value).length > 4) },
        },
        options,
      ),
  ],
];

/** Those that take no argument, or whose arguments may be left out. */
const withoutArgument = Object.entries(validators).filter(
  ([name, exported]) =>
    /^(Is|Array)[A-Z]/.test(name) &&
    typeof exported === 'function' &&
    ![
      ...[
        'IsIn',
        'IsNotIn',
        'IsEnum',
        'IsInstance',
        'IsDivisibleBy',
        'IsByteLength',
        'IsOptional',
        'IsDefined',
      ],
      ...['ArrayContains', 'ArrayNotContains', 'ArrayMinSize', 'ArrayMaxSize'],
      ...['IsNumber', 'IsIdentityCard', 'IsPassportNumber', 'IsPostalCode', 'IsHash', 'IsTaxId'],
    ].includes(name),
) as [string, (...given: unknown[]) => PropertyDecorator][];

/** Where the options of the rule itself come first. */
function optionsLast([name, make]: (typeof withoutArgument)[number]): readonly [string, Decorator] {
  const { length } = make;
  return [name, (options) => make(...(Array(Math.max(length - 1, 0)).fill(undefined) as unknown[]), options)];
}

/** Rules that are not for texts, by their names here. */
const subjects: readonly (readonly [RuleCase['of'], RegExp])[] = [
  ['named', /^(Not)?Equals|^IsIn(Texts|Numbers|Mixed)$|^IsNotIn|^Is(Not)?Empty$|^IsEnum$/],
  [
    'numbers',
    /^(IsInt|IsPositive|IsNegative|IsNumber|IsNumberOfPlaces)$|^IsDivisibleBy|^(Min|Max)([0-9]|Tenth|Large|Neg)/,
  ],
  ['dates', /^(Is|Min|Max)Date$/],
  ['others', /^(Is)?Array|Object$|^IsInstance|^Custom|^IsBoolean$|^Is(Lat|Long)itude$/],
];

function subjectOf(name: string): RuleCase['of'] {
  return subjects.find(([, names]) => names.test(name))?.[0] ?? 'texts';
}

/** Every rule once, or with some of its arguments. */
export const plainRules: readonly RuleCase[] = [...withoutArgument.map(optionsLast), ...withOptions].map(
  ([name, rule]) => ({ name, rule, of: subjectOf(name), bare: () => rule(), applies: () => true }),
);

const isOther = (_: unknown, value: unknown): boolean => !/^[a4-9]/.test(String(value));

const variants: readonly ((plain: RuleCase) => RuleCase)[] = [
  (plain) => {
    const bare = () => plain.rule({ each: true });
    return { ...plain, name: `${plain.name}Each`, rule: bare, bare };
  },
  (plain) => ({
    ...plain,
    name: `${plain.name}Where`,
    rule: () => plain.rule({ validateIf: isOther }),
    applies: (value) => isOther(null, value),
  }),
  (plain) => ({
    ...plain,
    name: `${plain.name}If`,
    rule: () => (target, property) => {
      validators.ValidateIf(isOther)(target, property);
      plain.rule()(target, property);
    },
    applies: (value) => isOther(null, value),
  }),
  (plain) => ({
    ...plain,
    name: `${plain.name}Optional`,
    rule: () => (target, property) => {
      validators.IsOptional()(target, property);
      plain.rule({ groups: ['some'] })(target, property);
    },
  }),
];

/** Every rule alone; each third for each item, where another value or the rule's own condition says so, or in a group. */
export const ruleCases: readonly RuleCase[] = plainRules
  .flatMap((plain, at) => [plain, variants[at % variants.length]?.(plain) ?? []])
  .flat();

/** Texts of which each rule for texts accepts some. */
export const texts: readonly string[] = [
  ...[
    '',
    'a',
    'ab',
    'AB',
    'aB',
    'abc',
    'abcd',
    'abcde',
    'a b',
    'ab\n',
    'x',
    'AMBER',
    'First',
    'b',
    'a\nb',
    '.',
    '@',
  ],
  ...[
    '😀',
    '😀😀',
    'a\uFE0F',
    '☺️',
    '☺️☺️',
    '☺️☺️☺️☺️',
    'é',
    'e\u0301',
    'ß',
    'Straße',
    'ñ',
    '日本',
    'Ａ',
    'ｱ',
    '\u212A',
  ],
  ...[
    '0',
    '1',
    '3',
    '-3',
    '4.5',
    '007',
    '0x1f',
    '#fff',
    '#ffff',
    'fff',
    '65535',
    '80',
    '99999',
    '1e3',
    '+1',
    '.5',
  ],
  ...['true', 'false', 'TRUE', 'yes', 'null', '{}', '[1]', '"a"', '12:30', '12:30:00', '2359', '24:00'],
  ...['2020-01-01', '2020-02-30', '2020-01-01T00:00:00Z', '2020-W05', '2020-01-01 00:00:00Z', '2020'],
  ...[
    'ann@example.com',
    'Ann <ann@example.com>',
    'jürgen@example.com',
    'ann@exämple.com',
    'a@b',
    'a@b.c@d.e',
  ],
  ...[
    'https://example.com',
    'example.com',
    'http://localhost',
    'ftp://example.com/a?b#c',
    'mailto:a@b.de',
    'localhost',
  ],
  ...['127.0.0.1', '256.0.0.1', '::1', 'fe80::1%eth0', '2001:db8::1', '00:1b:63:84:45:e6'],
  ...[
    '123e4567-e89b-42d3-a456-426614174000',
    '00000000-0000-0000-0000-000000000000',
    '123e4567-e89b-72d3-a456-426614174000',
  ],
  ...[
    '507f1f77bcf86cd799439011',
    '0x7f1f77bcf86cd79943901122',
    'deadbeef',
    '0hFF',
    'ZGF0YQ==',
    'MFRGG===',
    '4f',
  ],
  ...[
    '4111111111111111',
    '$10.00',
    '10.00',
    'DE89370400440532013000',
    'DEUTDEFF',
    'US0378331005',
    '9780306406157',
  ],
  ...[
    '0378-5955',
    '4006381333931',
    'USRC17607839',
    '1BvBMSEYstWetqTFn5Au4m4GFHDgnRwkSd',
    'data:text/plain,hi',
  ],
  ...[
    '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
    'hsl(1,2%,3%)',
    'rgb(1,2,3)',
    'de-DE',
    'text/html',
    '1.2.3',
  ],
  ...[
    'Abcdef1!',
    'Europe/Berlin',
    'DE',
    'DEU',
    '276',
    'EUR',
    'de',
    '10115',
    'C01X00T47',
    '+4915112345678',
    '01511234567',
  ],
  ...[
    'magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=x',
    'eyJhbGciOiJIUzI1NiJ9.e30.abc',
    '-M-Jh_1KAH5rYJF_7kY4',
  ],
  ...[
    '52.5, 13.4',
    '(52.5,13.4)',
    '90',
    '91',
    '180',
    '181',
    '123-45-6789',
    'd41d8cd98f00b204e9800998ecf8427e',
  ],
];
