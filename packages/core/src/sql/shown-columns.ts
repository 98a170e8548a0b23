// The columns that a read of an entity prints: those of its own fields, and of its unique eager edges, which are joined.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import { createFieldsRenderer } from './row-renderer.js';
import { findUniqueEagerEdges, getRootAlias } from './shape-sql.js';
import { compileSelectedFields, type SqlContext } from './table-sql.js';

/** Columns in the order in which they are printed. */
export interface ShownColumns {
  /** Each has its own name, `c0` and so on, for drivers that return objects. */
  readonly columns: readonly string[];
  readonly fields: readonly FieldModel[];
}

/** The columns of a row and of the rows joined to it. */
export function compileShownColumns(context: SqlContext, subject: EntityModel): ShownColumns {
  const shown = [
    { alias: getRootAlias(subject), fields: createFieldsRenderer(subject, context.dialect).fields },
    ...findUniqueEagerEdges(context, subject).map(({ target, alias }) => ({
      alias,
      fields: createFieldsRenderer(target, context.dialect).fields,
    })),
  ];
  const columns = shown.flatMap(({ alias, fields }) => compileSelectedFields(context, alias, fields));
  return {
    columns: columns.map((column, at) => `${column} AS c${at}`),
    fields: shown.flatMap(({ fields }) => fields),
  };
}

/** The non-unique eager edges of an entity. */
export function findNonUniqueEagerEdges({ edges }: EntityModel): readonly EdgeModel[] {
  return edges.filter((edge) => edge.eager && !edge.unique);
}

/** Whether printing an entity runs transformers of the author. */
export function hasTransformers(context: SqlContext, subject: EntityModel): boolean {
  const eager = subject.edges.filter((edge) => edge.eager).map((edge) => context.targetOf(edge));
  return [subject, ...eager].some(({ fields }) =>
    fields.some(({ readable, codec }) => readable && codec.transformed),
  );
}
