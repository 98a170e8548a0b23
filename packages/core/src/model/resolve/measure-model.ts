// Resolves the aggregates of an entity: its measures, from @Measure, and the conditions on them.
import { aggregateFunctions, type AggregateFunction } from '../../vocabulary/aggregate.js';
import { numericKinds, sortableKinds, type FieldKind } from '../../vocabulary/field-kind.js';
import type { AggregateModel, HavingModel, HavingTest, MeasureModel } from '../aggregate-model.js';
import type { EntityModel } from '../api-model.js';
import type { FieldModel } from '../member-model.js';
import { ignoredProblems, type SchemaProblems } from '../problem/schema-problems.js';
import type { DraftContext, EntityDraft } from './entity-draft.js';
import { resolveGroupKeys } from './group-key-model.js';

type WithoutOrdinal<T> = T extends unknown ? Omit<T, 'ordinal'> : never;
type UnnumberedMeasure = WithoutOrdinal<MeasureModel>;

/** The aggregates of an entity; null for an entity without measures. */
export function resolveAggregate(entity: EntityDraft, context: DraftContext): AggregateModel | null {
  const { targetOf, problems } = context;
  const measures = resolveMeasures(entity, problems).map((measure, ordinal) => ({ ...measure, ordinal }));
  const keys = resolveGroupKeys(entity, targetOf, problems).map((key, ordinal) => ({ ...key, ordinal }));
  if (measures.length === 0) return null;
  reportSharedNames(entity, [...keys, ...measures], problems);
  return { measures, keys, having: measures.flatMap(createHavings) };
}

/** Whether an entity has measures. */
export function hasMeasures(entity: EntityDraft): boolean {
  return resolveMeasures(entity, ignoredProblems).length > 0;
}

function resolveMeasures(entity: EntityDraft, problems: SchemaProblems): UnnumberedMeasure[] {
  const ofClass = entity.scanned.annotations.own.measures ?? [];
  reportClassFunctions(entity, ofClass, problems);
  return [
    ...(ofClass.includes('count') ? [{ name: 'count', of: 'rows' as const }] : []),
    ...entity.fields.flatMap((field) => resolveFieldMeasures(entity, field, problems)),
  ];
}

function reportClassFunctions(
  entity: EntityDraft,
  written: readonly AggregateFunction[],
  problems: SchemaProblems,
): void {
  for (const name of written) {
    // Unknown functions are reported with the argument.
    if (name === 'count' || !aggregateFunctions.includes(name)) continue;
    problems.add({
      entity: entity.name,
      annotation: '@Measure',
      problem: `'${name}' does not apply to rows.`,
      remedy: `Use @Measure('count') on the class, and '${name}' on a field.`,
    });
  }
}

function resolveFieldMeasures(
  entity: EntityDraft,
  field: FieldModel,
  problems: SchemaProblems,
): UnnumberedMeasure[] {
  const written = entity.getAnnotations(field).measures ?? [];
  const report = (problem: string, remedy: string) => {
    problems.add({ entity: entity.name, member: field.property, annotation: '@Measure', problem, remedy });
  };
  if (written.length > 0 && !field.readable) {
    report('the column is never returned, and a measure would reveal it.', 'Remove @Measure.');
    return [];
  }
  const fitting = aggregateFunctions.filter((name) => fitsFunction[name](field));
  for (const name of written)
    if (aggregateFunctions.includes(name) && !fitting.includes(name))
      report(describeMisfit(name, field), `Use ${fitting.join(', ')}.`.replace('Use .', 'Remove @Measure.'));
  return fitting
    .filter((name) => written.includes(name))
    .map((name) => ({ name: `${field.name}.${name}`, of: 'field', function: name, field }));
}

const extremeKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  ...numericKinds,
  'date',
  'time',
  'datetime',
]);

const isSortable = ({ kind }: FieldModel) => sortableKinds.has(kind);
const isExtreme = ({ kind }: FieldModel) => extremeKinds.has(kind);
/** The database adds stored values: those of a transformer may have another meaning. */
const isSummable = ({ kind, columnKind, codec }: FieldModel) =>
  numericKinds.has(kind) && kind === columnKind && !codec.transformed && !codec.opaque;

const fitsFunction: Readonly<Record<AggregateFunction, (field: FieldModel) => boolean>> = {
  count: isSortable,
  distinct: isSortable,
  sum: isSummable,
  avg: isSummable,
  min: isExtreme,
  max: isExtreme,
};

function describeMisfit(name: AggregateFunction, { kind, codec }: FieldModel): string {
  if (codec.transformed && numericKinds.has(kind))
    return `'${name}' does not fit a column with a transformer: the database adds stored values.`;
  return `'${name}' does not fit a field of kind ${kind}.`;
}

const havingTests: readonly HavingTest[] = ['eq', 'gt', 'gte', 'lt', 'lte'];

function createHavings(measure: MeasureModel): HavingModel[] {
  return havingTests.map((test, at) => ({
    name: `having.${measure.name}.${test}`,
    ordinal: measure.ordinal * havingTests.length + at,
    measure,
    test,
  }));
}

/** Reports conditions on groups that have the name of a filter. */
export function checkHavingNames(
  { name }: EntityDraft,
  { aggregate, filters }: Pick<EntityModel, 'aggregate' | 'filters'>,
  problems: SchemaProblems,
): void {
  const conditions = new Set(aggregate?.having.map((having) => having.name));
  for (const filter of filters) {
    if (!conditions.has(filter.name)) continue;
    problems.add({
      entity: name,
      annotation: '@Measure',
      problem: `a filter and a condition on groups have the same name, '${filter.name}'.`,
      remedy: "Rename the member 'having'; its column can keep its name.",
    });
  }
}

/** Keys and measures are members of one object. */
function reportSharedNames(
  entity: EntityDraft,
  members: readonly { readonly name: string }[],
  problems: SchemaProblems,
): void {
  const seen = new Set<string>();
  for (const { name } of members) {
    if (seen.has(name)) {
      problems.add({
        entity: entity.name,
        annotation: '@Measure',
        problem: `a measure and a group key have the same name, '${name}'.`,
        remedy: 'Rename the property, or remove one of the two; its column can keep its name.',
      });
    }
    seen.add(name);
  }
}
