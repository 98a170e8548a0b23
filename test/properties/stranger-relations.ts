// Declares the relations of strangers' entities, with members that are called as their targets are.
import { EdgeCreate, EdgeUpdateBulk } from '@decorest/core';
import {
  Column,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  RelationId,
  type ColumnOptions,
  type EntitySchema,
  type RelationOptions,
} from 'typeorm';
import type { DatabaseName } from '../support/test-database.js';
import { addAnnotation, type Annotated, type StrangerClass } from './stranger-annotations.js';
import { decorate, type Member } from './stranger-columns.js';
import type { StrangerEntity, StrangerRelation, StrangerSchema } from './stranger-schema.js';

/** An entity that others can refer to. */
export interface Declared {
  readonly spec: StrangerEntity;
  readonly of: StrangerClass | EntitySchema;
}

/** Whether the key has one column. */
export function hasOneKey({ bases, key, by }: StrangerEntity): boolean {
  return bases > 0 || by === 'schema' || key !== 'composite';
}

/** The member of a relation: the target's name without that of the parent that it starts with. */
function toMember(from: string, to: string, many: boolean): string {
  const rest = to.startsWith(from) && to.length > from.length ? to.slice(from.length) : to;
  const member = rest.charAt(0).toLowerCase() + rest.slice(1);
  return many ? `${member.replace(/s$/, '')}s` : member;
}

/** The name of the member. */
export function memberOf({ from, to, kind }: StrangerRelation, { entities }: StrangerSchema): string {
  const [own, other] = [entities[from]?.name ?? '', entities[to]?.name ?? ''];
  const member = toMember(own, other, kind === 'many-to-many');
  return kind === 'one-to-one' ? `main${member.charAt(0).toUpperCase()}${member.slice(1)}` : member;
}

function inverseOf({ from, to, kind }: StrangerRelation, { entities }: StrangerSchema): string {
  const [own, other] = [entities[from]?.name ?? '', entities[to]?.name ?? ''];
  const member = toMember(other, own, kind !== 'one-to-one');
  return from === to || kind === 'many-to-many' ? `${member}Of` : member;
}

type Relate = (target: () => unknown, inverse?: string, options?: RelationOptions) => Member;
const relationKinds = {
  'many-to-one': ManyToOne,
  'one-to-one': OneToOne,
  'many-to-many': ManyToMany,
} as unknown as Readonly<Record<StrangerRelation['kind'], Relate>>;
const inverseKinds = {
  'many-to-one': OneToMany,
  'one-to-one': OneToOne,
  'many-to-many': ManyToMany,
} as unknown as typeof relationKinds;

/** Declares a relation of classes, and its other side. */
export function declareRelation(
  relation: StrangerRelation,
  schema: StrangerSchema,
  {
    declared,
    edits,
    database,
  }: { readonly declared: readonly Declared[]; readonly database: DatabaseName } & Pick<Annotated, 'edits'>,
): void {
  const [own, target] = [declared[relation.from], declared[relation.to]];
  if (typeof own?.of !== 'function' || typeof target?.of !== 'function') return;
  const member = memberOf(relation, schema);
  const inverse = relation.hasInverse ? inverseOf(relation, schema) : null;
  const options = { nullable: isNullable(relation) };
  const relate = relationKinds[relation.kind](() => target.of, inverse ?? undefined, options);
  const isMany = relation.kind === 'many-to-many';
  const joined = isMany ? JoinTable() : listJoin(relation, target, member);
  decorate(own.of, member, isMany ? Array : Object, [relate, ...(joined ? [joined as Member] : [])]);
  declareBeside(relation, own.of, { member, target, database });
  if (isMany && own.spec.isAnnotated)
    addAnnotation({ target: own.of, edits }, '@EdgeUpdateBulk', EdgeUpdateBulk(), member);
  if (inverse !== null) declareInverse(relation, { target: target.of, edits }, { inverse, member, own });
}

function declareInverse(
  { kind }: StrangerRelation,
  annotated: Annotated,
  { inverse, member, own }: { readonly inverse: string; readonly member: string; readonly own: Declared },
): void {
  const back = inverseKinds[kind](() => own.of, member);
  decorate(annotated.target, inverse, kind === 'one-to-one' ? Object : Array, [back]);
  if (kind === 'many-to-one' && own.spec.isAnnotated)
    addAnnotation(annotated, '@EdgeCreate', EdgeCreate(), inverse);
}

/** Rows that need each other cannot be inserted. */
export function isNullable({ kind, isRequired, from, to }: StrangerRelation): boolean {
  return kind === 'many-to-many' || !isRequired || to >= from;
}

function listJoin({ kind, byCode }: StrangerRelation, { spec }: Declared, member: string): unknown {
  if (byCode) return JoinColumn({ name: `${member}_code`, referencedColumnName: 'code' });
  if (!hasOneKey(spec)) return kind === 'one-to-one' ? JoinColumn() : undefined;
  return JoinColumn({ name: `${member}Id` });
}

function declareBeside(
  relation: StrangerRelation,
  own: StrangerClass,
  {
    member,
    target,
    database,
  }: { readonly member: string; readonly target: Declared; readonly database: DatabaseName },
): void {
  const { kind, beside, byCode } = relation;
  if (beside === null || byCode || kind === 'many-to-many' || !hasOneKey(target.spec)) return;
  const type = keyTypeOf(target.spec, database);
  const column = Column({ ...type, name: `${member}Id`, nullable: isNullable(relation) });
  const decorators = [
    ...(beside === 'relation-id' ? [] : [column as Member]),
    ...(beside === 'column' ? [] : [RelationId((row: never) => row[member]) as Member]),
  ];
  decorate(own, `${member}Id`, type.type === 'int' ? Number : String, decorators);
}

function keyTypeOf({ bases, key, by }: StrangerEntity, database: DatabaseName): ColumnOptions {
  if (bases > 0 || by === 'schema' || key === 'increment') return { type: 'int' };
  if (key !== 'uuid') return { type: 'varchar', length: 40 };
  return database === 'postgres' || database === 'mariadb'
    ? { type: 'uuid' }
    : { type: 'varchar', length: 36 };
}
