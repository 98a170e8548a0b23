// An entity with its eager edges -> an SQLite expression for its JSON text, identical to ours byte for byte.
import type { EntityModel, VariantsModel } from '../../model/api-model.js';
import type { KeySource } from '../../model/key-source.js';
import type { EdgeModel, FieldModel } from '../../model/member-model.js';
import { planDefaultSort } from '../../plan/sort-plan.js';
import { quoteLiteral } from '../../sql/dialect.js';
import { isLookedUpPerRow } from '../../sql/few-rows.js';
import { compileEdgeRows } from '../../sql/policy-sql.js';
import { hasLongValues } from '../../sql/response-size.js';
import { buildFieldsLayout } from '../../sql/fields-layout.js';
import { findUniqueEagerEdges } from '../../sql/shape-sql.js';
import { compileSort } from '../../sql/sort-sql.js';
import { qualifyColumn, type RowScope, type UnboundScope } from '../../sql/table-sql.js';
import { needsDecoding } from '../../sql/value-text.js';
import { compileNormal, compileShownInstant } from './sqlite-spellings.js';
import type { FieldKind } from '../../vocabulary/field-kind.js';

/** Each call beyond the first nests the expression one level deeper, and SQLite limits the depth and the length of a statement. */
const maxTerms = 400;

/** A piece of the text: constant, or an expression. */
type Piece = { readonly text: string } | { readonly sql: string };

/**
 * Compiles the expression; null if SQLite cannot print one of the fields exactly. Binds placeholders, so call it where its text
 * goes.
 */
export function compileEntityText(rows: RowScope): string | null {
  const { entity } = rows;
  if (!entity.variants) return compileClassText({ ...rows, of: entity });
  return compileCaseByClass(rows, entity.variants, (of) => compileClassText({ ...rows, of }));
}

/** The rows of an entity that belong to one of its classes. */
interface ClassRows extends RowScope {
  readonly of: EntityModel;
}

function compileClassText(rows: ClassRows): string | null {
  const { of } = rows;
  const own = compileFieldPieces({ ...rows, entity: of });
  const edges = of.edges.filter((edge) => edge.eager).map((edge) => compileEdgePieces(rows, edge));
  if (own === null || edges.some((pieces) => pieces === null)) return null;
  const loaded = edges.flatMap((pieces, at) => [...(at > 0 ? [{ text: ',' }] : []), ...(pieces ?? [])]);
  return concatenate([
    ...own,
    { text: ',"edges":{' },
    ...loaded,
    { text: '}' },
    ...compileTruncationNote({ ...rows, entity: of }),
    { text: '}' },
  ]);
}

/** A CASE with the text of each class; null if one of them has none. */
function compileCaseByClass(
  { context, alias }: UnboundScope,
  { discriminator, classes, own }: VariantsModel,
  textOf: (ofClass: EntityModel) => string | null,
): string | null {
  const cases: string[] = [];
  for (const { value, entity } of classes) {
    const text = entity === own ? '' : textOf(entity);
    if (text === null) return null;
    if (entity !== own) cases.push(`WHEN ${quoteLiteral(value)} THEN ${text}`);
  }
  const otherwise = textOf(own);
  if (otherwise === null) return null;
  return `CASE ${qualifyColumn(context, alias, discriminator.column)} ${cases.join(' ')} ELSE ${otherwise} END`;
}

/** `{"id":1,...` without the closing brace. */
function compileFieldPieces(rows: UnboundScope): Piece[] | null {
  const { variants } = rows.entity;
  if (!variants) return compileClassPieces(rows);
  const sql = compileCaseByClass(rows, variants, (entity) => {
    const pieces = compileClassPieces({ ...rows, entity });
    return pieces && concatenate(pieces);
  });
  return sql === null ? null : [{ sql }];
}

function compileClassPieces({ context, entity, alias }: UnboundScope): Piece[] | null {
  const { fields, before, tail } = buildFieldsLayout(entity);
  const pieces: Piece[] = [];
  for (const [at, field] of fields.entries()) {
    // SQLite would evaluate it for each mention.
    if (field.expression) return null;
    const column = qualifyColumn(context, alias, field.column);
    const sql = isRowid(entity, field) ? compileJsonQuote(column) : compileJsonText(column, field);
    if (sql === null) return null;
    pieces.push({ text: before[at] ?? '' }, { sql });
  }
  return pieces.length > maxTerms ? null : [...pieces, { text: tail }];
}

/** Whether SQLite generates the column: then it holds nothing but integers, and its values need no check. */
function isRowid({ table }: EntityModel, { column, kind }: FieldModel): boolean {
  const isGenerated = ({ column: key, by }: KeySource) => key === column && by === 'generator';
  return kind === 'integer' && table.keySources.some(isGenerated);
}

function compileEdgePieces(rows: ClassRows, edge: EdgeModel): Piece[] | null {
  const pieces = edge.unique
    ? compileUniqueEdge(rows, edge)
    : compileNonUniqueEdge({ ...rows, entity: rows.of }, edge);
  return pieces && [{ text: `${JSON.stringify(edge.name)}:` }, ...pieces];
}

function compileUniqueEdge({ context, entity }: UnboundScope, edge: EdgeModel): Piece[] | null {
  const joined = findUniqueEagerEdges(context, entity).find(
    (candidate) => candidate.edge.property === edge.property,
  );
  if (!joined) return null;
  const { target, alias } = joined;
  const pieces = compileFieldPieces({ context, entity: target, alias });
  if (!pieces) return null;
  const loaded = concatenate([...pieces, { text: ',"edges":{}}' }]);
  const key = qualifyColumn(context, alias, target.key[0]?.column ?? '');
  return [{ sql: `CASE WHEN ${key} IS NULL THEN 'null' ELSE ${loaded} END` }];
}

const relatedAlias = 'r';

function compileNonUniqueEdge(scope: RowScope, edge: EdgeModel): Piece[] | null {
  const { context, binder } = scope;
  const target = context.targetOf(edge);
  const rows = { context, binder, entity: target, alias: relatedAlias, few: true };
  const pieces = compileFieldPieces(rows);
  if (!pieces || !isLookedUpForEach(edge, target)) return null;
  const loaded = concatenate([...pieces, { text: ',"edges":{}}' }]);
  const { from, where } = compileEdgeRows(scope, edge, relatedAlias);
  const order = compileSort(rows, planDefaultSort(target)).terms();
  const limit = edge.eagerLimit === -1 ? '' : ` LIMIT ${edge.eagerLimit}`;
  const found = `SELECT ${loaded} AS entity FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${order}${limit}`;
  return [{ text: '[' }, { sql: `ifnull((SELECT group_concat(entity) FROM (${found})), '')` }, { text: ']' }];
}

/**
 * Whether the rows of an edge are looked up for each entity: indexes find them and their sort values, and their texts are
 * short. Otherwise one statement reads the rows of all entities.
 */
function isLookedUpForEach(edge: EdgeModel, target: EntityModel): boolean {
  const sorts = planDefaultSort(target).map(({ sort }) => sort);
  const edges = [
    edge,
    ...sorts.flatMap((sort) => ('edge' in sort && sort.by !== 'edge-field' ? [sort.edge] : [])),
  ];
  // Sorting by a field across an edge would join another table here.
  const joined = sorts.some((sort) => sort.by === 'edge-field');
  return !joined && !hasLongValues(target) && edges.every((each) => isLookedUpPerRow(each, true));
}

/** `,"truncated_edges":[...]` if an edge has more rows than its limit, otherwise nothing. */
function compileTruncationNote(rows: RowScope): Piece[] {
  const { entity } = rows;
  const limited = entity.edges.filter((edge) => edge.eager && !edge.unique && edge.eagerLimit !== -1);
  if (limited.length === 0) return [];
  const names = limited.map((edge) => {
    const { from, where } = compileEdgeRows(rows, edge, relatedAlias);
    // Looks for one row past the limit, and reads no further.
    const past = `SELECT 1 FROM ${from} WHERE ${where.join(' AND ')} LIMIT 1 OFFSET ${edge.eagerLimit}`;
    return `CASE WHEN EXISTS (${past}) THEN ${quoteLiteral(`${JSON.stringify(edge.name)},`)} ELSE '' END`;
  });
  const list = `nullif(rtrim(${names.join(' || ')}, ','), '')`;
  return [{ sql: `ifnull(',"truncated_edges":[' || ${list} || ']', '')` }];
}

/** SQLite before 3.48 takes 127 arguments of a function. */
const maxArguments = 100;

/** Puts pieces into one expression. A chain of `||` would copy the text once for each piece. */
function concatenate(pieces: readonly Piece[]): string {
  const calls: string[] = [];
  let format = '';
  let values: string[] = [];
  const close = () => {
    if (format !== '') calls.push(`printf(${[quoteLiteral(format), ...values].join(', ')})`);
    format = '';
    values = [];
  };
  for (const piece of pieces) {
    if (values.length === maxArguments) close();
    if ('text' in piece) format += piece.text.replaceAll('%', '%%');
    else {
      format += '%s';
      values.push(piece.sql);
    }
  }
  close();
  return calls.join(' || ');
}

/** The kinds that SQLite prints as we do. It rounds floats and decimals, and stores JSON, arrays and bytes in other forms. */
const jsonTextCompilers: Readonly<Partial<Record<FieldKind, (column: string, field: FieldModel) => string>>> =
  {
    integer: (column) => compileInteger(column, `${column} | 0`),
    bigint: (column) => compileInteger(column, `'"' || (${column} | 0) || '"'`),
    boolean: (column, field) =>
      `CASE ${compileNormal(column, field)} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE ${compileFailure(column)} END`,
    string: compileJsonQuote,
    uuid: (column) =>
      `CASE WHEN ${column} IS NULL THEN 'null' WHEN length(${column}) = 36 AND ${column} NOT GLOB '*[^0-9a-f-]*' THEN '"' || ${column} || '"' ELSE ${compileFailure(column)} END`,
    enum: compileJsonQuote,
    date: compileNormalText,
    time: compileNormalText,
    datetime: compileInstant,
  };

/** An operator of integers leaves integers unchanged, and the plus keeps texts from comparing as such. `typeof` would cost twice as much. */
function compileInteger(column: string, text: string): string {
  return `CASE ${column} | 0 WHEN +${column} THEN ${text} ELSE ${compileFailure(column)} END`;
}

/** A failure of NULL is `null`, too: the first test saves time where columns are mostly empty. */
function compileInstant(column: string, { nullable }: FieldModel): string {
  const { usual, spelled } = compileShownInstant(column);
  const none = nullable ? `WHEN ${column} IS NULL THEN 'null' ` : '';
  return `CASE ${none}WHEN ${usual} THEN '"' || replace(${column}, ' ', 'T') || 'Z"' ELSE ifnull('"' || replace(${spelled}, ' ', 'T') || 'Z"', ${compileFailure(column)}) END`;
}

/** A text that needs no escapes, in its normal form. */
function compileNormalText(column: string, field: FieldModel): string {
  return `CASE WHEN ${column} IS NULL THEN 'null' ELSE ifnull('"' || ${compileFree(column, field)} || '"', ${compileFailure(column)}) END`;
}

/** The normal form, also of a key, which is compared as it is. */
function compileFree(column: string, field: FieldModel): string {
  return compileNormal(column, { ...field, spelling: 'free' });
}

/** Fails for any value, as JSON cannot hold BLOB values; NULL is `null`. */
function compileFailure(column: string): string {
  return `json_quote(CAST(${column} AS BLOB))`;
}

/** An expression for the JSON text of a column, identical to ours byte for byte; null where there is none. */
function compileJsonText(column: string, field: FieldModel): string | null {
  return needsDecoding(field) ? null : (jsonTextCompilers[field.kind]?.(column, field) ?? null);
}

/** Text with JSON's escapes; numbers as they are; NULL as null. */
function compileJsonQuote(column: string): string {
  return `json_quote(${column})`;
}
