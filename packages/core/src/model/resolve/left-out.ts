// The option `leaveOut`: what cannot be served is treated as if it had @Skip(), and so is what depends on it. Every name of it
// that an annotation has is left out with it, so that no mistake is reported that its author has not made.
import type { Annotations } from '../../annotation/annotations.js';
import type { SchemaProblem } from '../../schema-error.js';
import type { Logger, Naming } from '../../options.js';
import type { ScannedEntity } from '../scan/scan-entities.js';
import type { ScannedRelation } from '../scan/scan-relations.js';
import { toWireName } from './wire-name.js';
import { findColumnFault, findEntityFault, findRelationFault } from './unservable.js';

/** What is not served, and why. */
export interface LeftOut {
  /** Class name of the entity. */
  readonly entity: string;
  /** Property name; absent for a whole entity, and for an operation or annotation of the class. */
  readonly member?: string;
  /** The operation that is left out; absent if all are. */
  readonly operation?: 'create';
  /** The annotation that has no effect, because it names what is left out. */
  readonly annotation?: string;
  readonly reason: string;
  /** How it can be served after all; absent where that follows from another entry. */
  readonly remedy?: string;
}

type LeftOutMember = LeftOut & { readonly member: string };

/** The entities without what cannot be served. */
export function leaveOutUnservable(
  scanned: readonly ScannedEntity[],
  naming: Naming,
): { readonly scanned: readonly ScannedEntity[]; readonly leftOut: readonly LeftOut[] } {
  const entities = new Map(
    scanned.flatMap((entity) => {
      const fault = entity.annotations.own.skip ? null : findFaultOfEntity(entity);
      return fault ? [[entity, toLeftOut(entity, fault)] as const] : [];
    }),
  );
  const hidden = new Set([...entities.keys()].map(({ name }) => name));
  const members = new Map(
    scanned.map((entity) => [entity.name, entities.has(entity) ? [] : findMembers(entity, hidden)]),
  );
  const context = { members, naming, byName: new Map(scanned.map((entity) => [entity.name, entity])) };
  const served = scanned.map((entity) =>
    entities.has(entity) ? skipEntity(entity) : skipMembers(entity, context),
  );
  return {
    scanned: served.map(({ entity }) => entity),
    leftOut: [...entities.values(), ...[...members.values()].flat(), ...served.flatMap(({ notes }) => notes)],
  };
}

/** Every URL has the key: an entity is served with all of it, or not at all. */
function findFaultOfEntity(entity: ScannedEntity): SchemaProblem | null {
  const own = findEntityFault(entity);
  if (own) return own;
  const faults = entity.columns.flatMap((column) =>
    column.primary ? (findColumnFault(entity, column) ?? []) : [],
  );
  return faults[0] ?? null;
}

function toLeftOut({ name }: ScannedEntity, { member, problem, remedy }: SchemaProblem): LeftOut {
  return { entity: name, reason: member === undefined ? problem : `its key ${member}: ${problem}`, remedy };
}

function findMembers(entity: ScannedEntity, hidden: ReadonlySet<string>): readonly LeftOutMember[] {
  const { name, columns, relations, annotations } = entity;
  const isShown = ({ property }: { readonly property: string }) => !annotations.members.get(property)?.skip;
  const faults = [
    ...columns.filter(isShown).flatMap((column) => findColumnFault(entity, column) ?? []),
    ...relations.filter(isShown).flatMap((relation) => findRelationFault(entity, relation) ?? []),
  ].map(({ member = '', problem, remedy }) => ({ entity: name, member, reason: problem, remedy }));
  const leading = relations
    .filter((relation) => isShown(relation) && relation.join && hidden.has(relation.target))
    .map(({ property, target }) => ({
      entity: name,
      member: property,
      reason: `it leads to ${target}, which is left out.`,
    }));
  return [...faults, ...leading];
}

/** What is left out of all entities. */
interface LeftOutContext {
  readonly members: ReadonlyMap<string, readonly LeftOutMember[]>;
  readonly byName: ReadonlyMap<string, ScannedEntity>;
  readonly naming: Naming;
}

interface NarrowEntity {
  readonly entity: ScannedEntity;
  readonly notes: readonly LeftOut[];
}

function skipEntity(entity: ScannedEntity): NarrowEntity {
  const own = { skip: true } as const;
  const annotations = {
    own,
    written: own,
    members: new Map(),
    writtenMembers: new Map(),
    overruled: new Set<string>(),
  };
  return { entity: { ...entity, annotations }, notes: [] };
}

/** The entity without its left-out members, and without what its annotations say of them and of those of related entities. */
function skipMembers(entity: ScannedEntity, context: LeftOutContext): NarrowEntity {
  const { own, members } = entity.annotations;
  const skipped = (context.members.get(entity.name) ?? []).map(({ member }) => member);
  const narrowOwn = omitNames(own, listNames(entity, context));
  const narrowed = entity.relations
    .filter(({ property }) => members.has(property) && !skipped.includes(property))
    .map((relation) => narrowEdge(relation, members.get(relation.property) ?? {}, context));
  if (
    skipped.length === 0 &&
    narrowOwn.omitted.length === 0 &&
    narrowed.every(({ omitted }) => omitted.length === 0)
  )
    return { entity, notes: [] };
  return {
    entity: {
      ...entity,
      annotations: {
        ...entity.annotations,
        own: narrowOwn.annotations,
        members: new Map([
          ...members,
          ...narrowed.map(({ member, annotations }) => [member, annotations] as const),
          ...skipped.map((member) => [member, { skip: true }] as const),
        ]),
      },
    },
    notes: [{ member: undefined, ...narrowOwn }, ...narrowed].flatMap(({ member, omitted }) =>
      omitted.map((annotation) => ({
        entity: entity.name,
        ...(member === undefined ? {} : { member }),
        annotation,
        reason: 'it names what is left out.',
      })),
    ),
  };
}

/** Annotations without some names, and those that had them, as written. */
interface NarrowAnnotations {
  readonly annotations: Annotations;
  readonly omitted: readonly string[];
}

/**
 * The default sort is left out with what it names. Of the required filters, one has to remain: a list that needs none would show
 * more than its author allows.
 */
function omitNames(annotations: Annotations, names: readonly string[]): NarrowAnnotations {
  const isGone = (text: string) => names.some((name) => namesMember(text, name));
  const { defaultSort, requiredFilters = [], ...others } = annotations;
  const sortGone = defaultSort !== undefined && isGone(defaultSort.replace(/^-/, ''));
  const kept = requiredFilters.filter((name) => !isGone(name));
  const filtersGone = kept.length > 0 && kept.length < requiredFilters.length;
  if (!sortGone && !filtersGone) return { annotations, omitted: [] };
  return {
    annotations: {
      ...others,
      ...(sortGone || defaultSort === undefined ? {} : { defaultSort }),
      ...(annotations.requiredFilters && { requiredFilters: filtersGone ? kept : requiredFilters }),
    },
    omitted: [...(sortGone ? ['@DefaultSort'] : []), ...(filtersGone ? ['@RequireFilter'] : [])],
  };
}

/** Whether a filter or sort key is one of a member: `place.eq`, `has.place`, `place.name`. */
function namesMember(text: string, name: string): boolean {
  return [text, text.replace(/^has\./, '')].some((each) => each === name || each.startsWith(`${name}.`));
}

/** The left-out members of an entity and of those that its edges lead to, as filters and sort keys name them. */
function listNames(entity: ScannedEntity, { members, naming }: LeftOutContext): readonly string[] {
  const across = entity.relations.flatMap(({ property, target }) =>
    (members.get(target) ?? []).map(({ member }) => `${property}.${member}`),
  );
  const names = [...(members.get(entity.name) ?? []).map(({ member }) => member), ...across];
  return names.flatMap((name) => [name, toWireName(name, naming)]);
}

/** An edge of a filter group is left out of it if all members on its other side are left out. */
function narrowEdge(
  { property, target }: ScannedRelation,
  written: Annotations,
  context: LeftOutContext,
): NarrowAnnotations & { readonly member: string } {
  const of = context.byName.get(target);
  const { annotations, omitted } = omitNames(written, of ? listNames(of, context) : []);
  const skipped = new Set((context.members.get(target) ?? []).map(({ member }) => member));
  const { filterGroups = [] } = annotations;
  const emptied = filterGroups.filter((group) => {
    const inGroup = [...(of?.annotations.members ?? [])].filter(([, { filterGroups: groups }]) =>
      groups?.includes(group),
    );
    return inGroup.length > 0 && inGroup.every(([member]) => skipped.has(member));
  });
  if (emptied.length === 0) return { member: property, annotations, omitted };
  return {
    member: property,
    annotations: { ...annotations, filterGroups: filterGroups.filter((group) => !emptied.includes(group)) },
    omitted: [...omitted, '@FilterGroup'],
  };
}

/** Logs what is left out, creates among it, in one entry. */
export function warnOfLeftOut(
  leftOut: readonly LeftOut[] | null,
  creates: readonly LeftOut[],
  logger: Logger,
): void {
  if (leftOut === null || leftOut.length + creates.length === 0) return;
  logger.warn({ leftOut: [...leftOut, ...creates] }, 'The API leaves out what it cannot serve.');
}
