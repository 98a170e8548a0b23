// Tests whether class-validator's rules on a property accept a value by itself, for examples. Custom rules do not run: they
// may read other values, be asynchronous or have side effects.
import { validateSync } from 'class-validator';
import type { ValueRules } from './rule-model.js';
import { isLibraryRule } from './rule-types.js';
import type { ScannedColumn } from './scan-columns.js';
import { rulesOf, type ValueRule } from './scan-rules.js';
import { isNumberAsText, isNumeric } from './value-rules.js';

/** A test of values as they appear in bodies. It looks up the rules on each call, not at startup. */
export function acceptance(column: ScannedColumn): ValueRules['accepts'] {
  return (value) => {
    const { by, as } = column.declared;
    const rules = rulesOf(column);
    if (by === null || rules.length === 0) return true;
    if (!rules.every(canRunAlone)) return false;
    const broken = (property: unknown) => brokenRules(by, as, property);
    if (!isNumberAsText(column)) return broken(propertyValue(column, value)).length === 0;
    // Most rules see a number written as text as a text; those that compare see a number.
    return broken(value).every(isComparing) && !broken(Number(value)).some(isComparing);
  };
}

function canRunAlone({ name, type, validateIf }: ValueRule): boolean {
  if (validateIf !== undefined) return false;
  if (type === 'customValidation') return isLibraryRule(name);
  return type !== 'nestedValidation' && (type !== 'conditionalValidation' || name === 'isOptional');
}

function isComparing(name: string): boolean {
  return isNumeric({ name });
}

/** The names of the rules that an instance with only this value breaks. */
function brokenRules(by: abstract new () => object, property: string, value: unknown): readonly string[] {
  const instance = Object.create(by.prototype as object) as Record<string, unknown>;
  instance[property] = value;
  try {
    const errors = validateSync(instance, { skipUndefinedProperties: true, forbidUnknownValues: false });
    return errors.flatMap((error) =>
      error.property === property ? Object.keys(error.constraints ?? {}) : [],
    );
  } catch {
    return ['thrown'];
  }
}

function propertyValue({ kind }: ScannedColumn, value: unknown): unknown {
  if (kind === 'datetime') return new Date(String(value));
  return kind === 'bytes' ? Buffer.from(String(value), 'base64') : value;
}
