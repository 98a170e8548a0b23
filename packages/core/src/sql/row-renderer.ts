// Array rows -> JSON text of an entity, without an object in between. Built once per shape.
import type { EntityModel, FieldModel } from '../model/api-model.js';
import type { Dialect, ValueText } from './dialect.js';
import { valueText } from './value-text.js';

/** A row as the driver returns it: columns in the order of the SELECT. */
export type Row = readonly unknown[];

/** Prints one entity from the columns of a row. */
export interface FieldsRenderer {
  /** Fields in the order their columns must be selected. */
  readonly fields: readonly FieldModel[];
  /** `{"id":1,...` without the closing brace, from the column at `offset` on. */
  render(row: Row, offset: number): string;
}

/** The members of an object: a field, or an object of further members (an embedded column). */
type MemberTree = Map<string, FieldModel | MemberTree>;

/** The readable fields in the order of their columns, and the text around their values. */
export interface FieldsLayout {
  readonly fields: readonly FieldModel[];
  /** The text before each value. */
  readonly before: readonly string[];
  /** The text after the last. */
  readonly tail: string;
}

/** Lays out the readable fields of an entity, those of embedded columns inside their object. */
export function fieldsLayout(entity: EntityModel): FieldsLayout {
  const fields: FieldModel[] = [];
  const before: string[] = [];
  const tail = layOut(memberTree(entity), fields, before, '{');
  return { fields, before, tail };
}

/** Prints the readable fields of an entity. */
export function fieldsRenderer(entity: EntityModel, dialect: Dialect): FieldsRenderer {
  const { fields, before, tail } = fieldsLayout(entity);
  const texts = fields.map((field) => valueText(field, dialect));
  return { fields, render: (row, offset) => renderFields(row, offset, before, texts) + tail };
}

function renderFields(
  row: Row,
  offset: number,
  before: readonly string[],
  texts: readonly ValueText[],
): string {
  let text = '';
  for (let at = 0; at < texts.length; at++) {
    text += (before[at] ?? '') + (texts[at]?.(row[offset + at]) ?? '');
  }
  return text;
}

function memberTree({ fields }: EntityModel): MemberTree {
  const root: MemberTree = new Map();
  for (const field of fields) {
    if (!field.readable) continue;
    const path = field.name.split('.');
    const own = path.pop() ?? '';
    path.reduce(branch, root).set(own, field);
  }
  return root;
}

function branch(tree: MemberTree, name: string): MemberTree {
  const existing = tree.get(name);
  if (existing instanceof Map) return existing;
  const made: MemberTree = new Map();
  tree.set(name, made);
  return made;
}

/** Lists the fields and the text before each; returns the text after the last. */
function layOut(tree: MemberTree, fields: FieldModel[], before: string[], opening: string): string {
  let pending = opening;
  for (const [name, member] of tree) {
    pending += `${JSON.stringify(name)}:`;
    if (member instanceof Map) {
      pending = `${layOut(member, fields, before, `${pending}{`)}}`;
    } else {
      fields.push(member);
      before.push(pending);
      pending = '';
    }
    pending += ',';
  }
  return pending.endsWith(',') ? pending.slice(0, -1) : pending;
}
