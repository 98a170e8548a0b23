// Rows of a view -> JSON text: entities with the edges that are shown, to any depth.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import type { EdgeView } from '../plan/view.js';
import type { ChildProgram } from './child-sql.js';
import { renderTruncationNote } from './entity-renderer.js';
import { createClassLookup, type Row } from './row-renderer.js';
import type { FoundRows } from './select-program.js';
import type { SqlContext } from './table-sql.js';
import type { NodeEdge, ViewNode } from './view-layout.js';

/** Prints the entities of a view. */
export interface ViewRenderer {
  render(row: Row, found: readonly FoundRows[]): string;
  /** The same, but leaves out rows of non-unique edges that exceed a number of bytes. */
  renderWithin(row: Row, found: readonly FoundRows[], maxBytes: number): string;
}

/** How many bytes are left for rows of non-unique edges. */
interface Room {
  bytesLeft: number;
}

/** An entity within rows. */
interface NodeRenderer {
  /** Prints as many rows of non-unique edges as the room has. */
  render(row: Row, found: readonly FoundRows[], room: Room): string;
  /** Its size without any row of a non-unique edge, and with a note that names all of these, which is the longest. */
  measure(row: Row): number;
}

/** An edge that a class shows. */
interface ShownEdge {
  readonly name: string;
  /** How many rows the class shows; Infinity for all that the statement found. */
  readonly max: number;
  readonly place: EdgePlace;
}

/** An edge of all classes: joined, with the column that is NULL without a row; or read by the statement with a number. */
interface EdgePlace {
  readonly renderer: NodeRenderer;
  readonly joinedAt: number | null;
  readonly read: number;
}

/** An entity whose edges are read by these programs. */
interface RenderedNode {
  readonly node: ViewNode;
  readonly children: readonly ChildProgram[];
}

/** Builds the renderer of a view. */
export function createViewRenderer(context: SqlContext, root: RenderedNode): ViewRenderer {
  const renderer = createNodeRenderer(context, root);
  return {
    render: (row, found) => renderer.render(row, found, { bytesLeft: Infinity }),
    renderWithin: (row, found, maxBytes) =>
      renderer.render(row, found, { bytesLeft: maxBytes - renderer.measure(row) }),
  };
}

function createNodeRenderer(context: SqlContext, rendered: RenderedNode): NodeRenderer {
  const { fields, offset, edges } = rendered.node;
  if (edges.length === 0) {
    const render = (row: Row) => `${fields.render(row, offset)},"edges":{}}`;
    return { render, measure: (row) => Buffer.byteLength(render(row)) };
  }
  const edgesOf = createEdgeLookup(context, rendered);
  return {
    render: (row, found, room) => {
      let text = '';
      let cut: string[] | undefined;
      for (const edge of edgesOf(row)) {
        const { name, place } = edge;
        text += `${text === '' ? '' : ','}${JSON.stringify(name)}:`;
        if (place.joinedAt !== null) {
          text += row[place.joinedAt] === null ? 'null' : place.renderer.render(row, found, room);
          continue;
        }
        const printed = renderRows(edge, row, { found: found[place.read], room });
        text += printed.text;
        if (printed.cut) (cut ??= []).push(name);
      }
      return `${fields.render(row, offset)},"edges":{${text}}${cut ? renderTruncationNote(cut) : ''}}`;
    },
    measure: (row) => {
      const shown = edgesOf(row);
      const note = renderTruncationNote(shown.map(({ name }) => name));
      const start = Buffer.byteLength(`${fields.render(row, offset)},"edges":{}}${note}`);
      return shown.reduce((size, edge) => size + measureEdge(edge, row), start);
    },
  };
}

/** What was found for the edge, and the room for it. */
interface RowsToRender {
  readonly found: FoundRows | undefined;
  readonly room: Room;
}

function renderRows(
  { max, place: { renderer } }: ShownEdge,
  parent: Row,
  { found, room }: RowsToRender,
): { readonly text: string; readonly cut: boolean } {
  if (!found) return { text: '[]', cut: false };
  const rows = found.find(parent);
  const shown = Math.min(rows.length, found.limit, max);
  let text = '';
  for (let at = 0; at < shown; at++) {
    const row = rows[at] ?? [];
    if (room.bytesLeft !== Infinity) room.bytesLeft -= renderer.measure(row) + 1;
    if (room.bytesLeft < 0) return { text: `[${text}]`, cut: true };
    text += (at === 0 ? '' : ',') + renderer.render(row, found.related, room);
  }
  return { text: `[${text}]`, cut: rows.length > shown || found.isCut };
}

function measureEdge({ name, place: { renderer, joinedAt } }: ShownEdge, row: Row): number {
  const key = Buffer.byteLength(JSON.stringify(name)) + 2;
  if (joinedAt === null) return key + '[]'.length;
  return key + (row[joinedAt] === null ? 'null'.length : renderer.measure(row));
}

/** The edges that a row shows: those of its class. */
function createEdgeLookup(
  context: SqlContext,
  { node, children }: RenderedNode,
): (row: Row) => readonly ShownEdge[] {
  const { entity, fields, offset } = node;
  const places = node.edges.map((edge) => createEdgePlace(context, edge, children));
  const { variants } = entity;
  if (!variants) {
    const all = node.edges.map(({ shown }, at) => findShownEdge(shown.edge, shown, places[at]));
    const edges = all.flatMap((edge) => edge ?? []);
    return () => edges;
  }
  const lookup = createClassLookup(
    { variants, fields: fields.fields, dialect: context.dialect },
    (ofClass: EntityModel) =>
      node.edges.flatMap(({ shown }, at) => {
        const own = ofClass.edges.find(({ property }) => property === shown.edge.property);
        return (own && findShownEdge(own, shown, places[at])) ?? [];
      }),
  );
  return (row) => lookup(row, offset);
}

function createEdgePlace(
  context: SqlContext,
  { shown, joined, read }: NodeEdge,
  children: readonly ChildProgram[],
): EdgePlace {
  if (joined)
    return {
      renderer: createNodeRenderer(context, { node: joined, children }),
      joinedAt: joined.keyAt[0] ?? 0,
      read: 0,
    };
  const program = children[read];
  if (!program) throw new Error(`No statement reads ${shown.edge.name}.`);
  return {
    renderer: createNodeRenderer(context, { node: program.root, children: program.children }),
    joinedAt: null,
    read,
  };
}

const reasonTests: Readonly<Record<EdgeView['shownAs'], (edge: EdgeModel) => boolean>> = {
  named: ({ includable, eager }) => includable || eager,
  default: ({ eager }) => eager,
  fixed: ({ eager, includable }) => eager && !includable,
};

/** The edge as a class declares it, if it is shown for the same reason. */
function findShownEdge(own: EdgeModel, shown: EdgeView, place: EdgePlace | undefined): ShownEdge | undefined {
  if (!place || !reasonTests[shown.shownAs](own)) return undefined;
  const hasOwnLimit = shown.rows?.limit.by === 'constant' && own.eager && own.eagerLimit !== -1;
  return { name: own.name, max: hasOwnLimit ? own.eagerLimit : Infinity, place };
}
