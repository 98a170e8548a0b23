// The columns of a view: the fields of an entity, then those of its unique edges, which are joined, recursively. Other
// statements read the non-unique edges.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { EdgeView, RelatedRows, View } from '../plan/view.js';
import { findKeyPositions } from './key-sql.js';
import { compileEdgeRows } from './policy-sql.js';
import { createFieldsRenderer, type FieldsRenderer } from './row-renderer.js';
import { joinRows } from './shape-sql.js';
import type { Binder } from './statement.js';
import { chooseAlias, compileSelectedFields, type SqlContext } from './table-sql.js';

/** The rows of one statement. */
export interface ViewLayout {
  readonly root: ViewNode;
  /** Of all entities in the rows, in the order of their columns. */
  readonly fields: readonly FieldModel[];
  /** The expressions of these columns. */
  readonly columns: readonly string[];
  readonly joins: readonly ViewJoin[];
  /** The non-unique edges of all entities in the rows. */
  readonly reads: readonly EdgeRead[];
}

/** An entity within rows. */
export interface ViewNode {
  readonly entity: EntityModel;
  readonly fields: FieldsRenderer;
  /** Where its fields begin. */
  readonly offset: number;
  /** The columns of its key. */
  readonly keyAt: readonly number[];
  readonly edges: readonly NodeEdge[];
}

/** An edge that is shown: joined to the entity, or read by the statement with a number. */
export type NodeEdge = { readonly shown: EdgeView } & (
  { readonly joined: ViewNode; readonly read: null } | { readonly joined: null; readonly read: number }
);

/** A non-unique edge, which a statement reads for all rows at once. */
export interface EdgeRead {
  readonly parent: EntityModel;
  /** The columns of the parent's key. */
  readonly keyAt: readonly number[];
  readonly shown: EdgeView;
}

/** The read of a non-unique edge that is eager, as it is without parameters. */
export function createEagerRead(parent: EntityModel, edge: EdgeModel, keyAt: readonly number[]): EdgeRead {
  const rows: RelatedRows = { sort: null, limit: { by: 'constant', rows: edge.eagerLimit }, where: null };
  const view = { fields: null, edges: [] };
  return { parent, keyAt, shown: { edge, ordinal: 0, shownAs: 'default', rows, view } };
}

/** A unique edge of the entity under an alias. */
interface ViewJoin {
  readonly entity: EntityModel;
  readonly alias: string;
  readonly edge: EdgeModel;
  readonly target: string;
}

/** The entity that rows begin with. */
interface ViewRoot {
  readonly entity: EntityModel;
  readonly alias: string;
  readonly view: View;
}

/** A layout that is being built. */
interface LayoutDraft {
  readonly context: SqlContext;
  readonly fields: FieldModel[];
  readonly columns: string[];
  readonly joins: ViewJoin[];
  readonly reads: EdgeRead[];
}

/** Lays out the rows of a view. */
export function buildViewLayout(context: SqlContext, root: ViewRoot): ViewLayout {
  const draft: LayoutDraft = { context, fields: [], columns: [], joins: [], reads: [] };
  return { ...draft, root: buildNode(draft, root) };
}

function buildNode(draft: LayoutDraft, root: ViewRoot): ViewNode {
  const { entity, alias, view } = root;
  const { context } = draft;
  const fields = createFieldsRenderer(entity, context.dialect, view.fields);
  const offset = draft.fields.length;
  draft.fields.push(...fields.fields);
  draft.columns.push(...compileSelectedFields(context, alias, fields.fields));
  const keyAt = findKeyPositions(entity, fields.fields).map((at) => offset + at);
  const edges = view.edges.map((shown): NodeEdge => {
    if (shown.rows === null) return { shown, joined: joinEdge(draft, root, shown), read: null };
    return { shown, joined: null, read: draft.reads.push({ parent: entity, keyAt, shown }) - 1 };
  });
  return { entity, fields, offset, keyAt, edges };
}

function joinEdge(draft: LayoutDraft, { entity, alias }: ViewRoot, { edge, view }: EdgeView): ViewNode {
  const related = draft.context.targetOf(edge);
  const target = chooseAlias(related, `e${draft.joins.length}`);
  draft.joins.push({ entity, alias, edge, target });
  return buildNode(draft, { entity: related, alias: target, view });
}

/** The columns of a layout, each with its own name: `c0` and so on. */
export function nameColumns({ columns }: Pick<ViewLayout, 'columns'>): readonly string[] {
  return columns.map((column, at) => `${column} AS c${at}`);
}

/** One LEFT JOIN for each unique edge: the columns of the target, or NULLs. Binds placeholders. */
export function compileViewJoins(
  context: SqlContext,
  binder: Binder,
  { joins }: ViewLayout,
  join = joinRows,
): string {
  return joins
    .map(({ entity, alias, edge, target }) => {
      const { from, where } = compileEdgeRows({ context, binder, entity, alias }, edge, target);
      return join(from, where, target);
    })
    .join('');
}
