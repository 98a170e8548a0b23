// The values of a body of one row: converted, and checked by the rules of their fields. Faults are collected.
import type { ParsedBody } from '../request/json-body.js';
import type { JsonObject, JsonValue } from '../vocabulary/json-schema.js';
import type { BodyCheck } from './body-check.js';
import { operationOfBody, type BodyForm, type BodyForms, type BodyKind } from './body-form.js';
import { convertBodyValue, getValueAt, isStorable, isStoredExactly, toBodyObject } from './body-value.js';
import { checkValidators, type GivenValue } from './body-validator-check.js';
import { planEdgeChanges, planForeignKeys, type PlannedForeignKey, type StoredColumns } from './edge-plan.js';
import { Faults } from './faults.js';
import type { GivenColumns, RowBody } from './row-draft.js';
import type { ColumnTerm, EdgeChange } from './writes.js';

/** What the values of bodies are planned with. */
export interface BodyPlanning {
  readonly checkBody: BodyCheck;
  readonly getForm: BodyForms;
}

/** A value and where it goes. */
interface GivenColumn extends GivenValue {
  readonly column: ColumnTerm;
}

/** Values of a body that satisfy their schema, and those that do not but whose rules have words for it. */
interface GivenValues {
  readonly given: readonly GivenColumn[];
  readonly refused: readonly GivenValue[];
}

/** What a body is for: a new row, a row that exists, or many. */
interface BodyPurpose extends Pick<StoredColumns, 'row' | 'known'> {
  readonly kind: BodyKind;
}

/** The values of a body: those that have no fault. */
interface DraftedValues {
  readonly checking: Promise<void> | null;
  readonly given: readonly GivenColumn[];
  readonly columns: GivenColumns;
  readonly edges: readonly EdgeChange[];
}

export function draftValues(
  { checkBody, getForm }: BodyPlanning,
  { entity, body, faults }: RowBody,
  { kind, row, known }: BodyPurpose,
): DraftedValues {
  checkBody(entity, kind, body, faults);
  const form = getForm(entity, kind);
  const object = toBodyObject(body.value);
  const { given, refused } = collectValues(form, object, faults, findUnstorable(body));
  const foreignKeys = planForeignKeys(form, object, { row, given, known }, faults);
  const edges = planEdgeChanges(form, operationOfBody[kind], object, faults);
  const checking = checkValidators(given, refused, faults);
  return { checking, given, columns: buildColumns(given, foreignKeys), edges };
}

/** The faults of texts that no database can store: rules are not run on them, as some would throw. Null where there are none. */
function findUnstorable({ faults }: ParsedBody): Faults | null {
  return faults.length === 0 ? null : new Faults(faults.filter(({ code }) => code === 'invalid'));
}

function collectValues(
  form: BodyForm,
  body: JsonObject,
  faults: Faults,
  unstorable: Faults | null,
): GivenValues {
  const given: GivenColumn[] = [];
  const refused: GivenValue[] = [];
  for (const { field, column, pointer } of form.fields) {
    const sent = getValueAt(body, field.name);
    if (sent === undefined || unstorable?.hasFaultWithin(pointer)) continue;
    const value = faults.hasFaultAt(pointer) ? undefined : convertBodyValue(field, sent);
    if (!faults.hasFaultAt(pointer)) addKindFault({ field, value, sent }, pointer, faults);
    if (!faults.hasFaultAt(pointer)) given.push({ field, column, value, sent });
    else if (field.rules.hasMessages || field.declared.rules.length > 0) refused.push(toRefused(field, sent));
  }
  return { given, refused };
}

/** Adds the fault of a value that the schema accepts and its column cannot hold. */
function addKindFault({ field, value }: GivenValue, pointer: string, faults: Faults): void {
  if (value === undefined)
    faults.add({ pointer, code: 'wrong_format', detail: `The value is not a ${field.kind}.` });
  else if (!isStoredExactly(field, value))
    faults.add({
      pointer,
      code: 'wrong_format',
      detail: 'The value has more decimal places than are kept.',
    });
  else if (!isStorable(field, value))
    faults.add({ pointer, code: 'wrong_format', detail: 'The column cannot hold the value.' });
}

/** A refused value as rules see it: of one of another type, as it was sent. */
function toRefused(field: GivenValue['field'], sent: JsonValue): GivenValue {
  const isSeenConverted = (field.kind === 'datetime' || field.kind === 'bytes') && typeof sent === 'string';
  return { field, sent, value: (isSeenConverted ? convertBodyValue(field, sent) : undefined) ?? sent };
}

/** Columns to write: the given fields, then the foreign keys of the unique edges that are given. */
function buildColumns(
  given: readonly GivenColumn[],
  foreignKeys: readonly PlannedForeignKey[],
): GivenColumns {
  const columns = [...given, ...foreignKeys];
  return { columns: columns.map(({ column }) => column), values: columns.map(({ value }) => value) };
}
