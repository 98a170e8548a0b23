// Resolves the keys that the rows of an entity may be grouped by, from @Groupable on fields and unique edges.
import { timeUnits } from '../../vocabulary/aggregate.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { GroupKeyModel } from '../aggregate-model.js';
import type { TargetOf } from '../edge-targets.js';
import type { EdgeModel, FieldModel } from '../member-model.js';
import { ignoredProblems, type SchemaProblems } from '../problem/schema-problems.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';

type WithoutOrdinal<T> = T extends unknown ? Omit<T, 'ordinal'> : never;
type UnnumberedKey = WithoutOrdinal<GroupKeyModel>;

/** The keys of an entity, and those across its unique edges. */
export function resolveGroupKeys(
  entity: EntityDraft,
  targetOf: TargetOf<EntityDraft>,
  problems: SchemaProblems,
): UnnumberedKey[] {
  return [
    ...resolveFieldKeys(entity, null, problems),
    ...entity.edges.flatMap((edge) => resolveEdgeKeys(entity, edge, { targetOf, problems })),
  ];
}

function resolveFieldKeys(
  entity: EntityDraft,
  edge: EdgeModel | null,
  problems: SchemaProblems,
): UnnumberedKey[] {
  const prefix = edge ? `${edge.name}.` : '';
  return entity.fields.flatMap((field): UnnumberedKey[] => {
    const units = entity.getAnnotations(field).groupable;
    if (!units) return [];
    const fault = findGroupFault(field, units);
    if (fault) {
      problems.add({ entity: entity.name, member: field.property, annotation: '@Groupable', ...fault });
      return [];
    }
    const name = `${prefix}${field.name}`;
    const zoned = isZoned(entity, field);
    if (units.length === 0) return [{ name, by: 'field', edge, field, unit: null, zoned }];
    return timeUnits
      .filter((unit) => units.includes(unit))
      .map((unit) => ({ name: `${name}.${unit}`, by: 'field', edge, field, unit, zoned }));
  });
}

const zonedTypes: ReadonlySet<string> = new Set(['timestamptz', 'timestamp with time zone']);

function isZoned({ scanned }: EntityDraft, { column }: FieldModel): boolean {
  return scanned.columns.some((each) => each.column === column && zonedTypes.has(each.type));
}

const groupableKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'string',
  'enum',
  'boolean',
  'integer',
  'bigint',
  'uuid',
  'date',
]);

function findGroupFault({ kind, readable, codec }: FieldModel, units: readonly string[]) {
  if (!readable)
    return {
      problem: 'the column is never returned, and its groups would reveal it.',
      remedy: 'Remove @Groupable.',
    };
  const isTime = (kind === 'date' || kind === 'datetime') && !codec.transformed;
  if (units.length > 0 && !isTime)
    return {
      problem: `fields of kind ${kind} have no units of time.`,
      remedy: 'Use @Groupable() without units.',
    };
  if (kind === 'date' && units.includes('hour'))
    return { problem: 'a date has no hours.', remedy: "Remove 'hour'." };
  if (kind === 'datetime' && units.length === 0)
    return {
      problem: 'a date-time needs a unit of time.',
      remedy: `Name at least one of ${timeUnits.join(', ')}.`,
    };
  if (kind === 'datetime' || groupableKinds.has(kind)) return null;
  return { problem: `fields of kind ${kind} cannot be group keys.`, remedy: 'Remove @Groupable.' };
}

function resolveEdgeKeys(
  entity: EntityDraft,
  edge: EdgeModel,
  { targetOf, problems }: Pick<DraftContext, 'targetOf' | 'problems'>,
): UnnumberedKey[] {
  const units = entity.getAnnotations(edge).groupable;
  if (!units) return [];
  const report = (problem: string, remedy: string) => {
    problems.add({ entity: entity.name, member: edge.property, annotation: '@Groupable', problem, remedy });
  };
  if (!edge.unique) report('the edge is not unique.', 'Remove @Groupable.');
  else if (units.length > 0) report('an edge has no units of time.', 'Use @Groupable() without units.');
  if (!edge.unique || units.length > 0) return [];
  const target = targetOf(edge);
  return [
    { name: edge.name, by: 'id', edge, key: target.key },
    ...resolveFieldKeys(target, edge, ignoredProblems),
  ];
}
