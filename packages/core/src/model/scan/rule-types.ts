// The types of values that class-validator's rules can accept.
import type { FieldKind } from '../../vocabulary/field-kind.js';

/** Type of the values of a property. */
export type ValueType = 'string' | 'number' | 'boolean' | 'date' | 'buffer' | 'array' | 'any';

const typeOfKind: Readonly<Record<FieldKind, ValueType>> = {
  integer: 'number',
  bigint: 'string',
  float: 'number',
  decimal: 'string',
  boolean: 'boolean',
  string: 'string',
  uuid: 'string',
  enum: 'string',
  date: 'string',
  time: 'string',
  datetime: 'date',
  json: 'any',
  bytes: 'buffer',
  array: 'array',
};

/** The type of a column's values. */
export function getValueType({
  kind,
  values,
}: {
  readonly kind: FieldKind | null;
  readonly values: readonly (string | number)[] | null;
}): ValueType {
  if (kind === 'enum' && values?.every((value) => typeof value === 'number')) return 'number';
  return kind === null ? 'any' : typeOfKind[kind];
}

/** Rules of texts that a number written as text can satisfy. */
const rulesOfDigits = `isString contains isAlphanumeric isDecimal isAscii isBase64 isByteLength isCreditCard isCurrency isFqdn
  isHalfWidth isHexColor isHexadecimal isMacAddress isPort isIsbn isIso8601 isLowercase isMobilePhone isISO31661Numeric
  isUppercase isLength maxLength minLength matches isPhoneNumber isMilitaryTime isISSN isDateString isBooleanString
  isNumberString isBase32 isEAN isIdentityCard isOctal isPassportNumber isPostalCode isStrongPassword isBase58 isTaxId
  notContains`;

const rulesOfLetters = `isLatLong isAlpha isEmail isFullWidth isVariableWidth isIp isIsin isJson isJwt isISO31661Alpha2
  isISO31661Alpha3 isMongoId isMultibyte isSurrogatePair isUrl isUuid IsFirebasePushId isHash isBIC isBtcAddress isDataURI
  isEthereumAddress isHSL isIBAN isISRC isLocale isMagnetURI isMimeType isRFC3339 isRgbColor isSemVer isTimeZone
  isISO4217CurrencyCode isISO6391`;

/** What a rule can be for: a type of values, or objects that a property holds, such as a Date. */
export type RuleType = ValueType | 'object';

/** Rules for values of one or two types. Rules not listed, such as custom ones, may accept any type. */
const typesByRule: ReadonlyMap<string, readonly RuleType[]> = new Map(
  Object.entries({
    'isInt isNumber isPositive isNegative isDivisibleBy min max': ['number'] as const,
    isBoolean: ['boolean'] as const,
    'isDate minDate maxDate': ['date'] as const,
    'isArray arrayContains arrayNotEmpty arrayMinSize arrayMaxSize arrayUnique': ['array'] as const,
    'isObject isNotEmptyObject': ['object'] as const,
    'isLatitude isLongitude': ['number', 'string'] as const,
    [rulesOfDigits]: ['string'] as const,
    [rulesOfLetters]: ['string'] as const,
  }).flatMap(([names, types]) => listNames(names).map((name) => [name, types] as const)),
);

const digitRules: ReadonlySet<string> = new Set(listNames(rulesOfDigits));

function listNames(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Rules that list the values which they accept. */
const listingRules: ReadonlySet<string> = new Set(['equals', 'isIn', 'isEnum']);

/** Rules that list the values which they refuse. */
const excludingRules: ReadonlySet<string> = new Set(['notEquals', 'isNotIn']);

/** Rules of class-validator for values of any type. */
const rulesForAny: ReadonlySet<string> = new Set([
  ...listingRules,
  ...excludingRules,
  'isEmpty',
  'isNotEmpty',
]);

/** Whether the rule is one of class-validator, not a custom one. */
export function isLibraryRule(rule = ''): boolean {
  return typesByRule.has(rule) || rulesForAny.has(rule);
}

/** The types that a rule is for; empty if unknown. */
export function getRuleTypes(rule: string): readonly RuleType[] {
  return typesByRule.get(rule) ?? [];
}

/** Whether a number written as text can satisfy a rule of texts. */
export function isRuleOfDigits(rule: string): boolean {
  return digitRules.has(rule);
}

/** Whether a rule names the values that it accepts (`in`) or refuses (`not in`); null for other rules. */
export function getListing(rule: string): 'in' | 'not in' | null {
  if (listingRules.has(rule)) return 'in';
  return excludingRules.has(rule) ? 'not in' : null;
}

/** Suggested rules for values of a type. */
export const rulesForValues: Readonly<Partial<Record<ValueType, string>>> = {
  number: '@IsNumber(), @Min() or @Max()',
  string: '@IsString(), @Length() or @Matches()',
  date: '@IsDate(), @MinDate(), @MaxDate() or @IsDateString()',
  boolean: '@IsBoolean()',
};
