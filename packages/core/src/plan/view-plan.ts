// `fields`, `include` and the parameters of included paths -> a view: what a read returns of its entities.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import { formatEdgeParameter, parameterNames } from '../vocabulary/wire-names.js';
import { formatQuantity, shortenName } from '../vocabulary/wording.js';
import type { SelectShape } from './plan.js';
import type { EdgeView, View } from './view.js';
import type { ParameterUse, QueryCheck, QueryParameters } from './query-parameters.js';
import { planFields, planRelatedRows, type RowsDraft } from './view-part-plan.js';
import { formatEdgesKey, hasDefaultEdges } from './view-key.js';
import type { ListNames, ViewNames } from './view-names.js';

/** A view, its part of the shape's key, and its values. */
interface PlannedView extends Pick<SelectShape, 'view' | 'keptFrom'> {
  readonly key: string;
  readonly values: readonly unknown[];
}

const defaultView: PlannedView = Object.freeze({ view: null, key: '', keptFrom: 'first use', values: [] });

/** Whether a read accepts a parameter that chooses what it shows, and how its value is written. */
export function getViewRepetition(names: ViewNames, name: string): ParameterUse {
  if (!isViewParameter(names, name)) return 'no';
  if (name.endsWith('.where')) return 'json';
  return name.endsWith('.limit') ? 'one' : 'list';
}

/** Whether a parameter chooses what a read shows. */
export function isViewParameter({ fields, paths, parameters }: ViewNames, name: string): boolean {
  if (name === parameterNames.fields) return fields !== null;
  if (name === parameterNames.include) return paths.size > 0;
  return parameters.has(name);
}

/** The place of a view in its plan. */
interface ViewPlace {
  /** The slot of its first value. */
  readonly firstSlot: number;
  /** The most entities that the read shows, without those that they embed. */
  readonly roots: number;
  /** How many filters the read has. */
  readonly filters: number;
}

/** A view that is being planned. */
interface ViewDraft extends RowsDraft {
  readonly names: ViewNames;
  /** The paths that `include` names, with those that lead to them; null where the client did not send it. */
  readonly includedPaths: ReadonlySet<string> | null;
  /** The paths that are shown. */
  readonly visiblePaths: Set<string>;
}

/** Plans the view of a read; the default view without parameters of views. */
export function planView(
  parameters: QueryParameters,
  { entity, view: names }: ListNames,
  { firstSlot, roots, filters }: ViewPlace,
  check: QueryCheck,
): PlannedView {
  if (!parameters.names.some((name) => isViewParameter(names, name))) return defaultView;
  const fields = planFields({ parameters, parameter: parameterNames.fields }, names.fields, check.faults);
  const include = planPaths(parameters, names, check);
  const { includedPaths } = include;
  const visiblePaths = new Set<string>();
  const draft: ViewDraft = {
    parameters,
    names,
    check,
    firstSlot,
    values: [],
    filters,
    includedPaths,
    visiblePaths,
  };
  const view: View = { fields, edges: planEdges(entity, '', draft) };
  if (include.isSound) {
    reportUnusedParameters(draft);
    reportNodes(view, roots, draft);
  }
  const asDefault = hasDefaultEdges(entity, view);
  if (asDefault && fields === null) return defaultView;
  const key = `${fields ? `;f${fields.key}` : ''}${asDefault ? '' : `;i${formatEdgesKey(view.edges)}`}`;
  return { view, key, keptFrom: 'second use', values: draft.values };
}

/** The paths of `include`, and whether all of them exist. */
interface PlannedPaths {
  readonly includedPaths: ReadonlySet<string> | null;
  readonly isSound: boolean;
}

function planPaths(
  parameters: QueryParameters,
  { paths }: ViewNames,
  { limits, faults }: QueryCheck,
): PlannedPaths {
  const text = parameters.one(parameterNames.include);
  if (text === undefined) return { includedPaths: null, isSound: true };
  const given = text === '' ? [] : text.split(',');
  const unknown = given.filter((path) => !paths.has(path));
  for (const path of unknown)
    faults.add(createIncludeFault(`'${shortenName(path)}' is not a path that can be included.`));
  const isRepeated = new Set(given).size < given.length;
  if (isRepeated) faults.add(createIncludeFault('A path may be given only once.'));
  if (given.length > limits.includes) {
    const detail = `'include' has more than ${formatQuantity(limits.includes, 'path')} (limits.includes).`;
    faults.add({ parameter: parameterNames.include, code: 'too_many', detail });
  }
  return { includedPaths: new Set(given.flatMap(listWithParents)), isSound: unknown.length === 0 };
}

function createIncludeFault(detail: string) {
  return { parameter: parameterNames.include, code: 'malformed_parameter', detail } as const;
}

/** `pets.visits` also embeds `pets`. */
function listWithParents(path: string): readonly string[] {
  const names = path.split('.');
  return names.map((_, at) => names.slice(0, at + 1).join('.'));
}

/** The edges of an entity that are shown. Those of an embedded entity are shown only if `include` names them. */
function planEdges(entity: EntityModel, prefix: string, draft: ViewDraft): readonly EdgeView[] {
  return entity.edges.flatMap((edge, ordinal) => {
    const path = prefix + edge.name;
    const shownAs = draft.includedPaths?.has(path)
      ? 'named'
      : prefix === '' && findReason(entity, edge, draft);
    return shownAs ? [planEdge({ edge, ordinal, shownAs }, path, draft)] : [];
  });
}

function findReason(
  entity: EntityModel,
  edge: EdgeModel,
  { includedPaths }: ViewDraft,
): EdgeView['shownAs'] | undefined {
  if (includedPaths === null) return edge.eager ? 'default' : undefined;
  return isFixed(entity, edge) ? 'fixed' : undefined;
}

/** Whether an edge is shown whatever `include` names: to entities of one class at least. */
function isFixed({ variants }: EntityModel, edge: EdgeModel): boolean {
  if (!variants) return edge.eager && !edge.includable;
  return variants.classes.some((one) =>
    one.entity.edges.some((own) => own.property === edge.property && own.eager && !own.includable),
  );
}

function planEdge(
  shown: Pick<EdgeView, 'edge' | 'ordinal' | 'shownAs'>,
  path: string,
  draft: ViewDraft,
): EdgeView {
  const { parameters, names, check } = draft;
  const { edge, ordinal, shownAs } = shown;
  draft.visiblePaths.add(path);
  const known = names.paths.get(path);
  const fieldsParameter = formatEdgeParameter(path, 'fields');
  const fields = planFields({ parameters, parameter: fieldsParameter }, known?.fields ?? null, check.faults);
  return {
    edge,
    ordinal,
    shownAs,
    rows: edge.unique ? null : planRelatedRows(edge, known, draft),
    view: { fields, edges: known ? planEdges(known.query.entity, `${path}.`, draft) : [] },
  };
}

/** A parameter of a path that is not embedded would have no effect, so it is a fault. */
function reportUnusedParameters({ parameters, names, visiblePaths, check }: ViewDraft): void {
  for (const parameter of parameters.names) {
    const path = names.parameters.get(parameter);
    if (path === undefined || visiblePaths.has(path)) continue;
    const detail = `'${parameter}' requires '${path}' in 'include'.`;
    check.faults.add({ parameter, code: 'conflict', detail });
  }
}

/** Reports too many embedded entities. Those of eager-loaded edges do not count: the author chose them. */
function reportNodes({ edges }: View, roots: number, draft: ViewDraft): void {
  const { limits, faults } = draft.check;
  const nodes = edges.reduce(
    (sum, shown) => sum + countNodes({ shown, isCounted: !shown.edge.eager }, roots, draft),
    0,
  );
  if (nodes <= limits.nodes) return;
  const detail = `The paths of 'include' could embed ${nodes} entities, more than ${limits.nodes} (limits.nodes).`;
  faults.add({ parameter: parameterNames.include, code: 'too_many', detail });
}

interface CountedEdge {
  readonly shown: EdgeView;
  readonly isCounted: boolean;
}

function countNodes({ shown, isCounted }: CountedEdge, parents: number, draft: ViewDraft): number {
  const nodes = parents * getMaxRows(shown, draft);
  const below = shown.view.edges.map((next) => countNodes({ shown: next, isCounted: true }, nodes, draft));
  return below.reduce((sum, each) => sum + each, isCounted ? nodes : 0);
}

function getMaxRows({ rows }: EdgeView, { values, firstSlot, check }: ViewDraft): number {
  if (rows === null) return 1;
  const { limit } = rows;
  const max = limit.by === 'slot' ? Number(values[limit.slot - firstSlot] ?? 1) : limit.rows;
  return max === -1 ? check.limits.nodes : max;
}
