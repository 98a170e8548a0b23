// The types of values that class-validator's rules can accept.
import type { FieldKind } from '../../vocabulary/field-kind.js';

/** Type of the values of a property as seen by the rules. */
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

/** Rules for values of one or two types. Rules not listed, such as custom ones, may accept any type. */
const typesByRule: ReadonlyMap<string, readonly ValueType[]> = new Map(
  Object.entries({
    'isInt isNumber isPositive isNegative isDivisibleBy min max': ['number'] as const,
    isBoolean: ['boolean'] as const,
    'isDate minDate maxDate': ['date'] as const,
    'isArray arrayContains arrayNotEmpty arrayMinSize arrayMaxSize arrayUnique': ['array'] as const,
    'isObject isNotEmptyObject': ['date', 'buffer'] as const,
    'isLatitude isLongitude': ['number', 'string'] as const,
    [`isString isLatLong contains isAlpha isAlphanumeric isDecimal isAscii isBase64 isByteLength isCreditCard
      isCurrency isEmail isFqdn isFullWidth isHalfWidth isVariableWidth isHexColor isHexadecimal isMacAddress isIp isPort
      isIsbn isIsin isIso8601 isJson isJwt isLowercase isMobilePhone isISO31661Alpha2 isISO31661Alpha3
      isISO31661Numeric isMongoId isMultibyte isSurrogatePair isUrl isUuid IsFirebasePushId isUppercase isLength
      maxLength minLength matches isPhoneNumber isMilitaryTime isHash isISSN isDateString isBooleanString
      isNumberString isBase32 isBIC isBtcAddress isDataURI isEAN isEthereumAddress isHSL isIBAN isIdentityCard isISRC
      isLocale isMagnetURI isMimeType isOctal isPassportNumber isPostalCode isRFC3339 isRgbColor isSemVer
      isStrongPassword isTimeZone isBase58 isTaxId isISO4217CurrencyCode isISO6391 notContains`]: [
      'string',
    ] as const,
  }).flatMap(([names, types]) => names.split(/\s+/).map((name) => [name, types] as const)),
);

/** Rules of class-validator for values of any type. */
const rulesForAny: ReadonlySet<string> = new Set([
  'equals',
  'notEquals',
  'isEmpty',
  'isNotEmpty',
  'isIn',
  'isNotIn',
  'isEnum',
]);

/** Whether the rule is one of class-validator, not a custom one. */
export function isLibraryRule(rule = ''): boolean {
  return typesByRule.has(rule) || rulesForAny.has(rule);
}

/** Whether the rule can accept a value of the type. */
export function isRuleForType(rule: string | undefined, type: ValueType): boolean {
  const types = typesByRule.get(rule ?? '');
  return types === undefined || type === 'any' || types.includes(type);
}

/** The types that a rule is for; empty if unknown. */
export function getRuleTypes(rule: string): readonly ValueType[] {
  return typesByRule.get(rule) ?? [];
}

/** Suggested rules for values of a type. */
export const rulesForValues: Readonly<Partial<Record<ValueType, string>>> = {
  number: '@IsNumber(), @Min() or @Max()',
  string: '@IsString(), @Length() or @Matches()',
  date: '@IsDate(), @MinDate() or @MaxDate()',
  boolean: '@IsBoolean()',
};
