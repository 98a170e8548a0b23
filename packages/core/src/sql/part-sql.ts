// One entity with its non-unique eager edges in parts of one statement: the entity itself, then the rows of each edge.
import type { EntityModel } from '../model/api-model.js';
import type { EdgeModel, FieldModel } from '../model/member-model.js';
import type { SelectShape } from '../plan/plan.js';
import { planDefaultSort } from '../plan/sort-plan.js';
import { toOperand } from './key-sql.js';
import { compileKeyJoin, compileSubqueryColumns, isLateMaterialized } from './late-materialization.js';
import { compileEdgeKeys } from './policy-sql.js';
import { createFieldsRenderer } from './row-renderer.js';
import { compileEagerJoins, compileShape, compileSubjectId } from './shape-sql.js';
import { compileShownColumns } from './shown-columns.js';
import { compileSort } from './sort-sql.js';
import type { Binder } from './statement.js';
import { chooseAlias, compileSelectedFields, compileWhere, type SqlContext } from './table-sql.js';

/** The subquery of one part, and the fields in its columns `c0`, `c1` and so on. */
export interface Part {
  readonly text: string;
  readonly fields: readonly FieldModel[];
  /** The entity whose columns are joined to the subquery, which selects keys only; null if it selects the columns. */
  readonly joinedLater: EntityModel | null;
}

/** A read of one entity, in a statement that is being written. */
interface ReadScope {
  readonly context: SqlContext;
  readonly binder: Binder;
  readonly shape: SelectShape;
}

/** Compiles the part with the row of the entity itself. */
export function compileEntityPart({ context, binder, shape }: ReadScope): Part {
  const { columns, fields } = compileShownColumns(context, shape.subject);
  const { rows } = compileShape(context, shape, binder);
  const text = `SELECT ${columns.join(', ')}${rows(() => compileEagerJoins(context, binder, shape.subject))}`;
  return { text, fields, joinedLater: null };
}

/**
 * Compiles the part with the rows of an edge. They are numbered, and sorted when they are printed: a prepared statement of
 * MariaDB may ignore an ORDER BY of the whole from its second run on.
 */
export function compileEdgePart(read: ReadScope, edge: EdgeModel): Part {
  const { context } = read;
  const { fields, rows, orderTerms } = compileSortedEdgeRows(read, edge);
  const text = `SELECT f.*, ROW_NUMBER() OVER (ORDER BY ${orderTerms('')}) AS place FROM (${rows()}) f`;
  const target = context.targetOf(edge);
  return { text, fields, joinedLater: isLateMaterialized(context, target) ? target : null };
}

/** The clauses that read the rows of an edge of one entity. */
interface EdgeRowsSql {
  readonly fields: readonly FieldModel[];
  /** A SELECT of these rows, in order. */
  readonly rows: (extraColumns?: readonly string[]) => string;
  /** The terms of an ORDER BY of these rows, or of a join to them as `of`, which ends in a dot. */
  readonly orderTerms: (of: string) => string;
}

/** Selects the rows of an edge and their sort values. Reads one row past the limit, to see whether more exist. */
export function compileSortedEdgeRows({ context, binder, shape }: ReadScope, edge: EdgeModel): EdgeRowsSql {
  const target = context.targetOf(edge);
  const alias = chooseAlias(target, 'c');
  const scope = { context, binder, entity: target, alias, few: true };
  const { fields } = createFieldsRenderer(target, context.dialect);
  const sort = compileSort(scope, planDefaultSort(target));
  const orderTerms = (of: string) =>
    sort.keys
      .map((key, at) => context.dialect.compileOrderTerm({ ...key, value: () => `${of}o${at}` }))
      .join(', ');
  return {
    fields,
    orderTerms,
    rows: (extraColumns = []) => {
      const columns = compileSubqueryColumns(scope, fields);
      // Each call binds placeholders, so the calls follow the order of the text.
      const values = sort.keys.map(({ value }, at) => `${value()} AS o${at}`);
      const { from, key, compileVisible } = compileEdgeKeys(scope, edge, alias);
      const joins = sort.joins();
      const where = compileWhere([
        `${toOperand(key)} = ${compileSubjectId(context, binder, shape)}`,
        ...compileVisible(),
      ]);
      const limit = edge.eagerLimit === -1 ? '' : ` LIMIT ${edge.eagerLimit + 1}`;
      const shown = [...columns, ...values, ...extraColumns].join(', ');
      return `SELECT ${shown} FROM ${from}${joins}${where} ORDER BY ${orderTerms('')}${limit}`;
    },
  };
}

/** Combines the parts into one statement, whose rows come part by part. */
export function compileParts(context: SqlContext, parts: readonly Part[]): string {
  return parts.some(({ joinedLater }) => joinedLater)
    ? compilePartsUnion(context, parts)
    : compilePartsJoin(parts);
}

/** Sorts nothing, as that would copy long values. UNION ALL returns one part after the other. */
function compilePartsUnion(context: SqlContext, parts: readonly Part[]): string {
  const selects = parts.map(({ text, fields, joinedLater }, part) => {
    const alias = joinedLater ? chooseAlias(joinedLater, 'e') : 'e';
    const source = `FROM (${text}) p${joinedLater ? compileKeyJoin({ context, entity: joinedLater, alias }, 'p') : ''}`;
    const own = joinedLater
      ? compileSelectedFields(context, alias, fields)
      : fields.map((_, at) => `p.c${at}`);
    const columns = parts.flatMap((other, at) => (at === part ? own : other.fields.map(() => 'NULL')));
    const names = columns.map((column, at) => (part === 0 ? `${column} AS c${at}` : column));
    return part === 0
      ? `SELECT ${[...names, 'NULL AS place', '0 AS part'].join(', ')} ${source}`
      : `SELECT ${[...names, 'p.place', part].join(', ')} ${source}`;
  });
  return selects.join(' UNION ALL ');
}

/** A part without rows becomes a row of NULLs. */
function compilePartsJoin(parts: readonly Part[]): string {
  const columns = parts.flatMap(({ fields }, part) => fields.map((_, at) => `p${part}.c${at}`));
  const named = columns.map((column, at) => `${column} AS c${at}`);
  const numbers = parts.map((_, part) => (part === 0 ? 'SELECT 0 AS part' : `SELECT ${part}`));
  const joins = parts.map(({ text }, part) => ` LEFT JOIN (${text}) p${part} ON p.part = ${part}`);
  const places = parts.slice(1).map((_, at) => `p${at + 1}.place`);
  const place = places.length === 1 ? places.join() : `COALESCE(${places.join(', ')})`;
  const shown = [...named, `${place} AS place`, 'p.part'].join(', ');
  return `SELECT ${shown} FROM (${numbers.join(' UNION ALL ')}) p${joins.join('')} ORDER BY p.part`;
}
