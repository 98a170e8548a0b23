// `having` parameters of an aggregate -> conditions on groups and their values.
import type { HavingModel, MeasureModel } from '../model/aggregate-model.js';
import type { FieldModel } from '../model/member-model.js';
import { formatQuantity } from '../vocabulary/wording.js';
import { parseValue, type ParsedValue } from './parse-value.js';
import type { HavingTerm } from './plan.js';
import type { QueryCheck, QueryParameters } from './query-parameters.js';

/** The conditions of a request, and their values in slot order. */
interface PlannedHaving {
  readonly terms: readonly HavingTerm[];
  readonly values: readonly unknown[];
}

/** The input of the plan of conditions on groups. */
interface HavingContext {
  readonly names: ReadonlyMap<string, HavingModel>;
  /** The measures of the request. */
  readonly measures: readonly MeasureModel[];
  readonly firstSlot: number;
  /** The number of filters, which share one limit with these conditions. */
  readonly filters: number;
}

const noHaving: PlannedHaving = Object.freeze({ terms: [], values: [] });

/** Terms follow the order of the model, so that the order of parameters does not change the shape. */
export function planHaving(
  parameters: QueryParameters,
  { names, measures, firstSlot, filters }: HavingContext,
  { limits, faults }: QueryCheck,
): PlannedHaving {
  const used = parameters.names.flatMap((name) => names.get(name) ?? []);
  const [first] = used;
  if (!first) return noHaving;
  if (used.length + filters > limits.filters && filters <= limits.filters) {
    const detail = `The request has more than ${formatQuantity(limits.filters, 'filter')}, including conditions on groups (limits.filters).`;
    faults.add({ parameter: first.name, code: 'too_many', detail });
  }
  const terms: HavingTerm[] = [];
  const values: unknown[] = [];
  for (const having of used.sort((a, b) => a.ordinal - b.ordinal)) {
    const { name, measure } = having;
    const parsed = parseMeasureValue(parameters.one(name) ?? '', measure);
    if (!parsed.ok)
      faults.add({ parameter: name, code: parsed.code, detail: `'${name}' must be ${parsed.expected}.` });
    else if (!measures.includes(measure)) {
      const detail = `'${name}' requires '${measure.name}' in 'measures'.`;
      faults.add({ parameter: name, code: 'conflict', detail });
    }
    terms.push({ having, slot: firstSlot + values.length });
    values.push(parsed.ok ? parsed.value : undefined);
  }
  return { terms, values };
}

/** The value, or what was expected and the code of the fault. */
type ParsedMeasure =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly expected: string; readonly code: 'malformed_parameter' | 'out_of_range' };

function parseMeasureValue(text: string, measure: MeasureModel): ParsedMeasure {
  if (measure.of === 'rows') return parseCount(text);
  switch (measure.function) {
    case 'count':
    case 'distinct':
      return parseCount(text);
    case 'sum':
      return parseSum(text, measure.field);
    case 'avg':
      return parseAverage(text, measure.field);
    case 'min':
    case 'max':
      return toParsedMeasure(parseValue(text, measure.field));
  }
}

const integer = /^(?:0|-?[1-9][0-9]*)$/;

function parseCount(text: string): ParsedMeasure {
  const value = Number(text);
  const expected = `an integer from 0 to ${Number.MAX_SAFE_INTEGER}`;
  if (!integer.test(text)) return { ok: false, expected, code: 'malformed_parameter' };
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) return { ok: true, value };
  return { ok: false, expected, code: 'out_of_range' };
}

/** All databases compute exactly with this many digits before the decimal point, and after it. */
const maxWhole = 30;
const maxFraction = 15;
/** A compared average has as many decimal places as answers show. */
const maxAverageFraction = 6;

function parseSum(text: string, field: FieldModel): ParsedMeasure {
  if (field.kind === 'float') return toParsedMeasure(parseValue(text, field));
  const fraction = field.kind === 'decimal' ? maxFraction : 0;
  return parseDigits(text, fraction, fraction === 0 ? 'an integer' : 'a decimal number');
}

function parseAverage(text: string, field: FieldModel): ParsedMeasure {
  return field.kind === 'float'
    ? toParsedMeasure(parseValue(text, field))
    : parseDigits(text, maxAverageFraction, 'a decimal number');
}

const decimal = /^-?(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

function parseDigits(text: string, maxPlaces: number, what: string): ParsedMeasure {
  const places = maxPlaces === 0 ? '' : ` and ${formatQuantity(maxPlaces, 'digit')} after the point`;
  const expected = `${what} of at most ${formatQuantity(maxWhole, 'digit')}${places}`;
  const [, whole, fraction = ''] = decimal.exec(text) ?? [];
  if (whole === undefined || (maxPlaces === 0 && fraction !== ''))
    return { ok: false, expected, code: 'malformed_parameter' };
  if (whole.length > maxWhole || fraction.length > maxPlaces)
    return { ok: false, expected, code: 'out_of_range' };
  return { ok: true, value: text };
}

function toParsedMeasure(parsed: ParsedValue): ParsedMeasure {
  return parsed.ok ? parsed : { ...parsed, code: 'malformed_parameter' };
}
