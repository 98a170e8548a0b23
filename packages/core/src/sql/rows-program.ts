// The general strategy of reads: array rows, printed by a renderer that was built for the entity.
import type { EntityModel } from '../model/api-model.js';
import type { SelectShape } from '../plan/plan.js';
import { childProgram } from './child-sql.js';
import { entityRenderer } from './entity-renderer.js';
import { printedColumns } from './printed-columns.js';
import { selectedFields, type SqlContext } from './table-sql.js';
import { fieldsRenderer, type Row } from './row-renderer.js';
import type { SelectPrinter, SelectProgram } from './select-program.js';
import { eagerJoins, eagerOne, parentExistsSql, root, shapeSql } from './shape-sql.js';

/**
 * Rows hold the entity's fields, those of its unique eager edges, and for lists the total. Each column has a name of its
 * own, for drivers that make objects.
 */
export function rowsProgram(context: SqlContext, shape: SelectShape): SelectProgram {
  const { subject, window } = shape;
  const isList = window.kind !== 'one';
  const sql = shapeSql(context, shape);
  const own = fieldsRenderer(subject, context.dialect);
  const shown = [
    { alias: root, fields: own.fields },
    ...eagerOne(context, subject).map(({ target, alias }) => ({
      alias,
      fields: fieldsRenderer(target, context.dialect).fields,
    })),
  ];
  const columns = shown.flatMap(({ alias, fields }) => selectedFields(context, alias, fields));
  const printed = printedColumns(
    shown.flatMap(({ fields }) => fields),
    context.dialect,
  );
  const named = columns.map((column, at) => `${column} AS c${at}`);
  const head = `SELECT ${[...named, ...(isList ? [sql.total()] : [])].join(', ')}`;
  const many = subject.edges.filter((edge) => edge.eager && !edge.unique);
  return {
    statement: sql.binder.statement(
      `${head}${sql.rows(eagerJoins(context, sql.binder, subject))}`,
      printed.add(columns.length),
    ),
    apart: null,
    children: many.map((edge) => childProgram(context, subject, edge, isList)),
    keyAt: subject.id ? own.fields.indexOf(subject.id) : -1,
    parentExists: parentExistsSql(context, shape),
    isList,
    mayThrow: [subject, ...eagerTargets(context, subject)].some(hasTransformers),
    printer: rowsPrinter(entityRenderer(context, subject, own), columns.length),
  };
}

function eagerTargets(context: SqlContext, { edges }: EntityModel): readonly EntityModel[] {
  return edges.filter(({ eager }) => eager).map((edge) => context.targetOf(edge));
}

function hasTransformers({ fields }: EntityModel): boolean {
  return fields.some(({ readable, codec }) => readable && codec.transformed);
}

const none: readonly (readonly Row[])[] = [];

function rowsPrinter(renderer: ReturnType<typeof entityRenderer>, totalAt: number): SelectPrinter {
  return {
    count: (rows) => rows.length,
    total: (rows) => Number(rows[0]?.[totalAt]),
    print: (rows, children) => rows.map((row, at) => renderer.render(row, children[at] ?? none)).join(','),
  };
}
