// An entity with its eager edges -> JSON text. Embedded entities carry `edges: {}` and never recurse.
import type { EdgeModel, EntityModel } from '../model/api-model.js';
import type { SqlContext } from './table-sql.js';
import { fieldsRenderer, type FieldsRenderer, type Row } from './row-renderer.js';

/** Prints the entities of one shape. */
export interface EntityRenderer {
  /** `children` are the rows of each non-unique eager edge, in the order of the edges, one past the limit at most. */
  render(row: Row, children: readonly (readonly Row[])[]): string;
}

/** Prints one edge of a row. */
type EdgeRenderer = (row: Row, children: readonly (readonly Row[])[]) => string;

/** Rows hold the entity's own fields first, then those of each unique eager edge in order. */
export function entityRenderer(
  context: SqlContext,
  entity: EntityModel,
  own: FieldsRenderer,
): EntityRenderer {
  const edges = edgeRenderers(context, entity, own.fields.length);
  const note = truncationNote(entity);
  return {
    render: (row, children) => {
      let loaded = '';
      for (const render of edges) loaded += (loaded === '' ? '' : ',') + render(row, children);
      return `${own.render(row, 0)},"edges":{${loaded}}${note(children)}}`;
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
  return (_row, children) => {
    const rows = children[child] ?? [];
    const shown = eagerLimit === -1 ? rows : rows.slice(0, eagerLimit);
    return `${key}[${shown.map((row) => embedded(fields, row, 0)).join(',')}]`;
  };
}

/** `,"truncated_edges":[...]` when an edge holds more rows than its limit, otherwise nothing. */
function truncationNote({ edges }: EntityModel): (children: readonly (readonly Row[])[]) => string {
  const many = edges.filter((edge) => edge.eager && !edge.unique);
  if (many.every(({ eagerLimit }) => eagerLimit === -1)) return () => '';
  return (children) => {
    const truncated = many.filter(
      ({ eagerLimit }, at) => eagerLimit !== -1 && (children[at]?.length ?? 0) > eagerLimit,
    );
    return truncated.length === 0
      ? ''
      : `,"truncated_edges":${JSON.stringify(truncated.map(({ name }) => name))}`;
  };
}

function embedded(fields: FieldsRenderer, row: Row, offset: number): string {
  return `${fields.render(row, offset)},"edges":{}}`;
}
