// The part of a shape's key that stands for its view.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeView, View } from './view.js';
import { formatSortKey } from './sort-plan.js';

/** Formats the embedded edges and their views: equal texts mean equal statements. */
export function formatEdgesKey(edges: readonly EdgeView[]): string {
  return edges.map(formatEdgeKey).join();
}

const reasonMarks: Readonly<Record<EdgeView['shownAs'], string>> = { named: '', default: 'd', fixed: 'x' };

function formatEdgeKey({ ordinal, shownAs, rows, view }: EdgeView): string {
  const fields = view.fields ? `f${view.fields.key}` : '';
  const sort = rows?.sort ? `s${rows.sort.map(formatSortKey).join('.')}` : '';
  const limit = rows?.limit.by === 'slot' ? 'l' : '';
  const where = rows?.where ? `w${rows.where.key}` : '';
  const below = view.edges.length > 0 ? `(${formatEdgesKey(view.edges)})` : '';
  return `${ordinal}${reasonMarks[shownAs]}${fields}${sort}${limit}${where}${below}`;
}

/** Whether a view has exactly the edges of a read without parameters. */
export function hasDefaultEdges({ edges, variants }: EntityModel, view: View): boolean {
  const eager = edges.filter((edge) => edge.eager);
  return (
    eager.length === view.edges.length &&
    view.edges.every((shown) => shown.edge.eager && isPlain(shown)) &&
    // A named edge is embedded in entities of more classes.
    (!variants || view.edges.every(({ shownAs }) => shownAs === 'default'))
  );
}

/** Whether no parameter changes an edge. */
function isPlain({ rows, view }: EdgeView): boolean {
  const isWhole = view.fields === null && view.edges.length === 0;
  return (
    isWhole && (rows === null || (rows.sort === null && rows.limit.by === 'constant' && rows.where === null))
  );
}
