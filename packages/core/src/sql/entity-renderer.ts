// An entity with its eager edges -> JSON text. Embedded entities carry `edges: {}` and never recurse.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import type { SqlContext } from './table-sql.js';
import { fieldsRenderer, type FieldsRenderer, type Row } from './row-renderer.js';

/** Prints the entities of one shape. */
export interface EntityRenderer {
  /** `children` are the rows of each non-unique eager edge, in the order of the edges, one past the limit at most. */
  render(row: Row, children: readonly (readonly Row[])[]): string;
}

/** Prints one edge of a row; `truncated` is where it says that the edge held more rows than its limit. */
type EdgeRenderer = (row: Row, children: readonly (readonly Row[])[], truncated: string[]) => string;

/** Rows hold the entity's own fields first, then those of each unique eager edge in order. */
export function entityRenderer(
  context: SqlContext,
  entity: EntityModel,
  own: FieldsRenderer,
): EntityRenderer {
  const edges = edgeRenderers(context, entity, own.fields.length);
  if (edges.length === 0) return { render: (row) => `${own.render(row, 0)},"edges":{}}` };
  return {
    render: (row, children) => {
      const truncated: string[] = [];
      const loaded = edges.map((render) => render(row, children, truncated)).join(',');
      const note = truncated.length === 0 ? '' : `,"truncated_edges":${JSON.stringify(truncated)}`;
      return `${own.render(row, 0)},"edges":{${loaded}}${note}}`;
    },
  };
}

function edgeRenderers(context: SqlContext, entity: EntityModel, firstOffset: number): EdgeRenderer[] {
  let offset = firstOffset;
  let child = 0;
  return entity.edges
    .filter((edge) => edge.eager)
    .map((edge) => {
      const target = context.targetOf(edge);
      const fields = fieldsRenderer(target, context.dialect);
      if (!edge.unique) return manyRenderer(edge, fields, child++);
      const at = offset;
      offset += fields.fields.length;
      return oneRenderer(edge, fields, at, target.id ? at + fields.fields.indexOf(target.id) : at);
    });
}

function oneRenderer(
  { name }: EdgeModel,
  fields: FieldsRenderer,
  offset: number,
  idAt: number,
): EdgeRenderer {
  const key = `${JSON.stringify(name)}:`;
  return (row) => (row[idAt] === null ? `${key}null` : `${key}${embedded(fields, row, offset)}`);
}

function manyRenderer({ name, eagerLimit }: EdgeModel, fields: FieldsRenderer, child: number): EdgeRenderer {
  const key = `${JSON.stringify(name)}:`;
  return (_row, children, truncated) => {
    const rows = children[child] ?? [];
    const shown = eagerLimit !== -1 && rows.length > eagerLimit ? rows.slice(0, eagerLimit) : rows;
    if (shown.length < rows.length) truncated.push(name);
    return `${key}[${shown.map((row) => embedded(fields, row, 0)).join(',')}]`;
  };
}

function embedded(fields: FieldsRenderer, row: Row, offset: number): string {
  return `${fields.render(row, offset)},"edges":{}}`;
}
