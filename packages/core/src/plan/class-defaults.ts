// Values that the class of a new row gives by itself: what its constructor and property initializers set, as TypeORM's `create()`.
import type { EntityModel } from '../model/api-model.js';
import type { GivenColumns } from './row-draft.js';
import type { ColumnTerm } from './writes.js';

/**
 * Adds the columns that a new instance of the class has values for, where the body does not give them. Listeners and hooks get an
 * instance of their own, with these values.
 */
export function addClassDefaults(entity: EntityModel, given: GivenColumns): GivenColumns {
  const { table, target, observedWrites } = entity;
  if (table.classDefaults.length === 0 || observedWrites.create || !target) return given;
  const instance = Reflect.construct(target, []) as object;
  const known = new Set<string>();
  for (const [at, term] of given.columns.entries()) {
    for (const column of listColumns(term)) known.add(column);
    // The first column of an embedded object makes the object, which gives values, too.
    if (term.of === 'field' && term.field.property.includes('.')) term.field.set(instance, given.values[at]);
  }
  const columns = [...given.columns];
  const values = [...given.values];
  for (const field of table.columns) {
    if (known.has(field.column) || !table.classDefaults.includes(field.column)) continue;
    const value = field.get(instance);
    if (value === undefined) continue;
    columns.push({ of: 'field', field });
    values.push(value);
  }
  return { columns, values };
}

function listColumns(term: ColumnTerm): readonly string[] {
  if (term.of === 'field') return [term.field.column];
  return term.edge.join.kind === 'own' ? term.edge.join.columns : [];
}
