// Writes of one row that hooks, and TypeORM's listeners and subscribers, follow: they see an instance, and what they
// change in it is written too. The hooks of afterwards come when the row's edges are written: where these scripts end.
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../errors.js';
import type { EntityModel } from '../model/api-model.js';
import type { StoredColumn } from '../model/value-codec.js';
import { keyValues } from '../plan/id-value.js';
import type { ColumnTerm } from '../plan/plan.js';
import type { ReachedShapes } from '../sql/reached-shapes.js';
import type { RequestHooks } from './request-hooks.js';
import { run, runInsert, type Answer, type ListenerEvent, type Script } from './script.js';
import { keyMembers } from './stored-id.js';

/** A column and the value it gets. */
interface Assignment {
  readonly column: ColumnTerm;
  readonly value: unknown;
}

/** A new row: its key as it is stored, and the instance it was made from. */
export interface FollowedInsert {
  readonly key: readonly unknown[];
  readonly instance: object;
  /** The database did not make the key. */
  readonly keyChosen: boolean;
}

/** Inserts a row. `made` are the values the server makes itself. */
export function* followedInsert(
  shapes: ReachedShapes,
  hooks: RequestHooks,
  entity: EntityModel,
  given: readonly Assignment[],
  made: readonly unknown[],
): Script<FollowedInsert> {
  const instance = newInstance(entity);
  assignAll(entity, instance, given);
  yield* hooks.write('before', 'create', entity, { entity: instance });
  yield* tell('BeforeInsert', entity, instance);
  const assignments = entity.table.columns.flatMap((column) => assignmentOf(column, column.get(instance)));
  const key = yield* insert(shapes, entity, assignments, made);
  entity.key.forEach((field, at) => {
    storedColumnOf(entity, field.column)?.set(instance, field.codec.decode(key[at]));
  });
  yield* tell('AfterInsert', entity, instance);
  const keyChosen = assignments.some(({ column }) => isKey(entity, column));
  return { key, instance, keyChosen };
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

function isKey({ key }: EntityModel, term: ColumnTerm): boolean {
  return key.some(({ column }) => storedColumnNames(term).includes(column));
}

/** A changed row: as it was, and as it is. */
export interface FollowedUpdate {
  readonly stored: object;
  readonly instance: object;
}

/** Sets the columns given, and those that hooks and listeners changed besides. Throws `not_found`. */
export function* followedUpdate(
  shapes: ReachedShapes,
  hooks: RequestHooks,
  entity: EntityModel,
  id: unknown,
  given: readonly Assignment[],
): Script<FollowedUpdate> {
  const stored = yield* load(entity, id);
  const instance = yield* load(entity, id);
  assignAll(entity, instance, given);
  const row = { stored, instance };
  yield* hooks.write('before', 'update', entity, { entity: instance, stored });
  if (changesOf(entity, row, given).length > 0) {
    yield* tell('BeforeUpdate', entity, instance, stored);
    yield* update(shapes, entity, id, changesOf(entity, row, given));
    yield* tell('AfterUpdate', entity, instance, stored);
  }
  return row;
}

/** The columns given, and those that are no longer as they are stored. */
function changesOf(
  entity: EntityModel,
  { stored, instance }: FollowedUpdate,
  given: readonly Assignment[],
): readonly Assignment[] {
  const givenColumns = new Set(given.flatMap(({ column }) => storedColumnNames(column)));
  return entity.table.columns.flatMap((column) => {
    const value = column.get(instance);
    const changed = givenColumns.has(column.column) || !isDeepStrictEqual(value, column.get(stored));
    return changed ? assignmentOf(column, value) : [];
  });
}

function* update(
  shapes: ReachedShapes,
  entity: EntityModel,
  id: unknown,
  assignments: readonly Assignment[],
): Script<void> {
  const statement = shapes.update(
    entity,
    assignments.map(({ column }) => column),
  );
  yield* run(statement, [...assignments.map(({ value }) => value), id]);
}

/** Runs a delete between the events of its kind. Throws `not_found`. */
export function* followedDelete(
  hooks: RequestHooks,
  entity: EntityModel,
  id: unknown,
  remove: () => Script<Answer>,
): Script<Answer> {
  const soft = entity.table.deletedAt !== null;
  const instance = yield* load(entity, id);
  yield* hooks.write('before', 'delete', entity, { entity: instance });
  yield* tell(soft ? 'BeforeSoftRemove' : 'BeforeRemove', entity, instance, instance);
  const answer = yield* remove();
  yield* tell(soft ? 'AfterSoftRemove' : 'AfterRemove', entity, instance, instance);
  yield* hooks.write('after', 'delete', entity, { entity: instance });
  return answer;
}

function* load(entity: EntityModel, id: unknown): Script<object> {
  const { instance } = yield { load: entity, id };
  if (!instance) throw new ApiError('not_found');
  return instance;
}

function* tell(event: ListenerEvent, entity: EntityModel, instance: object, stored?: object): Script<void> {
  yield { tell: event, entity, instance, ...(stored ? { stored } : {}) };
}

/** As TypeORM makes it: the constructor runs, and its defaults are values like any other. */
function newInstance({ target }: EntityModel): object {
  return target ? (Reflect.construct(target, []) as object) : {};
}

/** Of a column that is named twice the first value counts, as in a statement. */
function assignAll(entity: EntityModel, instance: object, given: readonly Assignment[]): void {
  for (const assignment of [...given].reverse()) assign(entity, instance, assignment);
}

/**
 * A unique edge is set to an object that holds the id, as TypeORM's own relations are. A foreign key with properties of its
 * own has the id there, too: TypeORM reads them where the relation is null.
 */
function assign(entity: EntityModel, instance: object, { column, value }: Assignment): void {
  if (column.of === 'field') {
    column.field.set(instance, value);
    return;
  }
  const { edge, target } = column;
  Object.assign(instance, { [edge.property]: value === null ? null : keyMembers(target, value) });
  if (edge.join.kind !== 'own') return;
  const { columns, kept } = edge.join;
  for (const [at, name] of columns.entries()) {
    const own = storedColumnOf(entity, name);
    if (!own?.owned || (value === null && kept.includes(name))) continue;
    own.set(instance, value === null ? null : keyValues(value)[at]);
  }
}

function assignmentOf(field: StoredColumn, value: unknown): Assignment[] {
  return value === undefined ? [] : [{ column: { of: 'field', field }, value }];
}

function storedColumnNames(term: ColumnTerm): readonly string[] {
  if (term.of === 'field') return [term.field.column];
  return term.edge.join.kind === 'own' ? term.edge.join.columns : [];
}

function storedColumnOf({ table }: EntityModel, column: string): StoredColumn | undefined {
  return table.columns.find((stored) => stored.column === column);
}
