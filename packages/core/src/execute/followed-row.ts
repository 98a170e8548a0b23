// Writes of one row with TypeORM's listeners and subscribers around them: they see an instance, and what they change in
// it is written too.
import { ApiError } from '../errors.js';
import type { EntityModel, StoredColumn } from '../model/api-model.js';
import type { ColumnTerm } from '../plan/plan.js';
import type { ReachedShapes } from '../sql/reached-shapes.js';
import { run, runInsert, type Answer, type Hook, type Script } from './script.js';

/** A column and the value it gets. */
interface Assignment {
  readonly column: ColumnTerm;
  readonly value: unknown;
}

/** Inserts a row; returns its key as it is stored. `made` are the values the server makes itself. */
export function* followedInsert(
  shapes: ReachedShapes,
  entity: EntityModel,
  given: readonly Assignment[],
  made: readonly unknown[],
): Script<readonly unknown[]> {
  const instance = newInstance(entity);
  for (const assignment of given) assign(instance, assignment);
  yield* tell('BeforeInsert', entity, instance);
  const assignments = entity.table.columns.flatMap((column) => assignmentOf(column, column.get(instance)));
  const key = yield* insert(shapes, entity, assignments, made);
  entity.key.forEach((field, at) => {
    storedColumnOf(entity, field.column)?.set(instance, field.codec.decode(key[at]));
  });
  yield* tell('AfterInsert', entity, instance);
  return key;
}

function* insert(
  shapes: ReachedShapes,
  entity: EntityModel,
  assignments: readonly Assignment[],
  made: readonly unknown[],
): Script<readonly unknown[]> {
  const program = shapes.insert(
    entity,
    assignments.map(({ column }) => column),
  );
  return (yield* runInsert(program, [...assignments.map(({ value }) => value), ...made])) ?? [];
}

/** Sets the columns given, and those a listener changed besides. Throws `not_found`. */
export function* followedUpdate(
  shapes: ReachedShapes,
  entity: EntityModel,
  id: unknown,
  given: readonly Assignment[],
): Script<void> {
  const stored = yield* load(entity, id);
  const instance = yield* load(entity, id);
  for (const assignment of given) assign(instance, assignment);
  const before = entity.table.columns.map((column) => column.get(instance));
  yield* tell('BeforeUpdate', entity, instance, stored);
  const givenColumns = new Set(given.map(({ column }) => storedColumnName(column)));
  const assignments = entity.table.columns.flatMap((column, at) => {
    const value = column.get(instance);
    return givenColumns.has(column.column) || value !== before[at] ? assignmentOf(column, value) : [];
  });
  const statement = shapes.update(
    entity,
    assignments.map(({ column }) => column),
  );
  yield* run(statement, [...assignments.map(({ value }) => value), id]);
  yield* tell('AfterUpdate', entity, instance, stored);
}

/** Runs a delete between the events of its kind. Throws `not_found`. */
export function* followedDelete(
  entity: EntityModel,
  id: unknown,
  remove: () => Script<Answer>,
): Script<Answer> {
  const soft = entity.table.deletedAt !== null;
  const instance = yield* load(entity, id);
  yield* tell(soft ? 'BeforeSoftRemove' : 'BeforeRemove', entity, instance, instance);
  const answer = yield* remove();
  yield* tell(soft ? 'AfterSoftRemove' : 'AfterRemove', entity, instance, instance);
  return answer;
}

function* load(entity: EntityModel, id: unknown): Script<object> {
  const { instance } = yield { load: entity, id };
  if (!instance) throw new ApiError('not_found');
  return instance;
}

function* tell(hook: Hook, entity: EntityModel, instance: object, stored?: object): Script<void> {
  yield { hook, entity, instance, ...(stored ? { stored } : {}) };
}

/** As TypeORM makes it: the constructor runs, and its defaults are values like any other. */
function newInstance({ target }: EntityModel): object {
  return target ? (Reflect.construct(target, []) as object) : {};
}

/** A unique edge is set to an object that holds the id, as TypeORM's own relations are. */
function assign(instance: object, { column, value }: Assignment): void {
  if (column.of === 'field') column.field.set(instance, value);
  else {
    const id = column.target.id?.property ?? '';
    Object.assign(instance, { [column.edge.property]: value === null ? null : { [id]: value } });
  }
}

function assignmentOf(field: StoredColumn, value: unknown): Assignment[] {
  return value === undefined ? [] : [{ column: { of: 'field', field }, value }];
}

function storedColumnName(term: ColumnTerm): string | undefined {
  if (term.of === 'field') return term.field.column;
  return term.edge.join.kind === 'own' ? term.edge.join.column : undefined;
}

function storedColumnOf({ table }: EntityModel, column: string): StoredColumn | undefined {
  return table.columns.find((stored) => stored.column === column);
}
