// An entity with its eager edges -> JSON text. Embedded entities have `edges: {}` and never recurse.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel } from '../model/member-model.js';
import type { SqlContext } from './table-sql.js';
import {
  createClassLookup,
  createFieldsRenderer,
  type FieldsRenderer,
  type Row,
  type VariantRows,
} from './row-renderer.js';

/** The rows of each non-unique eager edge, in the order of the edges: at most one more than the limit. */
export type ChildRows = readonly (readonly Row[])[];

/** Prints the entities of one shape. */
export interface EntityRenderer {
  render(row: Row, children: ChildRows): string;
  /** The same, but leaves out rows of non-unique edges that exceed the room. */
  renderCut(row: Row, children: ChildRows, room: Room): string;
}

/** How much of an entity's non-unique edges to print. Edges have numbers, in their declared order. */
export interface Room {
  /** The maximum size of the whole entity, in bytes. */
  readonly maxBytes: number;
  /** The edges in the order in which they take room. */
  readonly order: readonly number[];
  /** Edges whose rows were all read. */
  readonly whole: ReadonlySet<number>;
}

/** Prints one edge of a row. `cut`: some of its rows are left out. */
interface EdgeRenderer {
  readonly name: string;
  readonly unique: boolean;
  /** Prints as many rows as fit into the bytes that are left. */
  render(row: Row, children: ChildRows, bytesLeft: number): { readonly text: string; readonly cut: boolean };
}

/** The columns of rows: the entity's own fields first, then those of each unique eager edge, in order. */
interface RowLayout {
  readonly entity: EntityModel;
  readonly own: FieldsRenderer;
  /** Where the fields of a non-unique edge begin in its rows; 0 if undefined. */
  readonly childOffset?: (edge: number) => number;
}

/** Builds the renderer of an entity whose rows have this layout. */
export function createEntityRenderer(context: SqlContext, layout: RowLayout): EntityRenderer {
  const places = findEdgePlaces(context, layout);
  const { entity, own } = layout;
  const { variants } = entity;
  if (variants)
    return createVariantRenderer({ variants, fields: own.fields, dialect: context.dialect }, own, places);
  return createClassRenderer(
    own,
    places.map((place) => place.rendererOf(place.edge)),
  );
}

function createClassRenderer(own: FieldsRenderer, edges: readonly EdgeRenderer[]): EntityRenderer {
  return {
    render: (row, children) => {
      let loaded = '';
      let cut: string[] | undefined;
      for (const edge of edges) {
        const printed = edge.render(row, children, Infinity);
        loaded += (loaded === '' ? '' : ',') + printed.text;
        if (printed.cut) (cut ??= []).push(edge.name);
      }
      return `${own.render(row, 0)},"edges":{${loaded}}${cut ? renderTruncationNote(cut) : ''}}`;
    },
    renderCut: (row, children, room) =>
      renderWithinRoom({ fields: own.render(row, 0), edges, row, children }, room),
  };
}

/** Rows hold the eager edges of all classes. Each class prints those that it loads itself. */
function createVariantRenderer(
  rows: VariantRows,
  own: FieldsRenderer,
  places: readonly EdgePlace[],
): EntityRenderer {
  const many = places.filter(({ edge }) => !edge.unique);
  const rendererFor = createClassLookup(rows, ({ edges }) => {
    const loaded = edges
      .filter(({ eager }) => eager)
      .flatMap((edge) =>
        places.flatMap((place) => (place.edge.property === edge.property ? { edge, place } : [])),
      );
    const shown = loaded.filter(({ edge }) => !edge.unique).map(({ place }) => place);
    // From the numbers of all classes' edges to those of this class.
    const numbersOf = (numbers: Iterable<number>) =>
      [...numbers].flatMap((at) => many.slice(at, at + 1)).map((place) => shown.indexOf(place));
    const renderer = createClassRenderer(
      own,
      loaded.map(({ edge, place }) => place.rendererOf(edge)),
    );
    return { renderer, numbersOf };
  });
  return {
    render: (row, children) => rendererFor(row, 0).renderer.render(row, children),
    renderCut: (row, children, { maxBytes, order, whole }) => {
      const { renderer, numbersOf } = rendererFor(row, 0);
      return renderer.renderCut(row, children, {
        maxBytes,
        order: numbersOf(order),
        whole: new Set(numbersOf(whole)),
      });
    },
  };
}

/** An entity that may be too large with its edges. */
interface TooLarge {
  /** Text of its own fields. */
  readonly fields: string;
  readonly edges: readonly EdgeRenderer[];
  readonly row: Row;
  readonly children: ChildRows;
}

/** Prints what cannot be cut first. Reserves room for a note that names all edges, which is the longest. */
function renderWithinRoom(
  { fields, edges, row, children }: TooLarge,
  { maxBytes, order, whole }: Room,
): string {
  const many = edges.filter(({ unique }) => !unique);
  const loaded = new Map(
    edges.map((edge) => [edge.name, edge.render(row, edge.unique ? children : [], 0).text]),
  );
  const fixed = [
    fields,
    ...loaded.values(),
    renderTruncationNote(many.map(({ name }) => name)),
    ',"edges":{}}',
  ];
  let bytesLeft = fixed.reduce((left, text) => left - Buffer.byteLength(text) - 1, maxBytes);
  const cut = new Set<string>();
  for (const at of order) {
    const edge = many[at];
    if (!edge) continue;
    const printed = edge.render(row, children, bytesLeft);
    bytesLeft -= Buffer.byteLength(printed.text);
    loaded.set(edge.name, printed.text);
    if (printed.cut || !whole.has(at)) cut.add(edge.name);
  }
  const names = many.flatMap(({ name }) => (cut.has(name) ? name : []));
  return `${fields},"edges":{${[...loaded.values()].join(',')}}${renderTruncationNote(names)}}`;
}

/** An eager edge, and the place of its target in rows. The classes of an entity share the place. */
interface EdgePlace {
  readonly edge: EdgeModel;
  /** `as`: the same edge, as one class declares it. */
  readonly rendererOf: (as: EdgeModel) => EdgeRenderer;
}

function findEdgePlaces(context: SqlContext, { entity, own, childOffset = () => 0 }: RowLayout): EdgePlace[] {
  let offset = own.fields.length;
  let child = 0;
  return entity.edges
    .filter((edge) => edge.eager)
    .map((edge) => {
      const target = context.targetOf(edge);
      const fields = createFieldsRenderer(target, context.dialect);
      if (!edge.unique) {
        const number = child++;
        const place = { child: number, offset: childOffset(number) };
        return { edge, rendererOf: (as) => createNonUniqueEdgeRenderer(as, fields, place) };
      }
      const at = offset;
      offset += fields.fields.length;
      const keyAt = fields.fields.findIndex((field) => target.key.includes(field));
      const idAt = at + Math.max(0, keyAt);
      return { edge, rendererOf: (as) => createUniqueEdgeRenderer(as, fields, { offset: at, idAt }) };
    });
}

function createUniqueEdgeRenderer(
  { name }: EdgeModel,
  fields: FieldsRenderer,
  { offset, idAt }: { readonly offset: number; readonly idAt: number },
): EdgeRenderer {
  const key = `${JSON.stringify(name)}:`;
  const textOf = (row: Row) =>
    row[idAt] === null ? `${key}null` : `${key}${renderEmbedded(fields, row, offset)}`;
  return { name, unique: true, render: (row) => ({ text: textOf(row), cut: false }) };
}

function createNonUniqueEdgeRenderer(
  { name, eagerLimit }: EdgeModel,
  fields: FieldsRenderer,
  { child, offset }: { readonly child: number; readonly offset: number },
): EdgeRenderer {
  const opening = `${JSON.stringify(name)}:[`;
  return {
    name,
    unique: false,
    render: (_row, children, bytesLeft) => {
      const rows = children[child] ?? [];
      const shown = eagerLimit === -1 ? rows.length : Math.min(rows.length, eagerLimit);
      let text = opening;
      let left = bytesLeft;
      for (let at = 0; at < shown; at++) {
        const next = renderEmbedded(fields, rows[at] ?? [], offset);
        if (left !== Infinity) left -= Buffer.byteLength(next) + 1;
        if (left < 0) return { text: `${text}]`, cut: true };
        text += at === 0 ? next : `,${next}`;
      }
      return { text: `${text}]`, cut: rows.length > shown };
    },
  };
}

/** `,"truncated_edges":[...]` if edges have more rows than are printed, otherwise nothing. */
export function renderTruncationNote(names: readonly string[]): string {
  return names.length === 0 ? '' : `,"truncated_edges":${JSON.stringify(names)}`;
}

function renderEmbedded(fields: FieldsRenderer, row: Row, offset: number): string {
  return `${fields.render(row, offset)},"edges":{}}`;
}
