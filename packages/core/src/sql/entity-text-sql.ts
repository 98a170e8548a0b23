// An entity with its eager edges -> an SQL expression whose value is its JSON text, the same to the byte as ours.
import type { EdgeModel, EntityModel, VariantsModel } from '../model/api-model.js';
import { defaultSort } from '../plan/default-sort.js';
import { literal } from './dialect.js';
import { looksUpRelated } from './few-rows.js';
import { holdsLongValues } from './response-size.js';
import { edgeRows } from './row-scope.js';
import { columnOf, type SqlContext } from './table-sql.js';
import { fieldsLayout } from './row-renderer.js';
import { eagerOne } from './shape-sql.js';
import { sortSql } from './sort-sql.js';
import { jsonText } from './sqlite-json-text.js';
import type { Binder } from './statement.js';

/** Expressions nest as deep as they have terms, and databases bound that. */
const mostTerms = 400;

/** Text, and expressions whose values are text, to be strung together. */
type Piece = { readonly text: string } | { readonly sql: string };

/**
 * The expression, or null where the database cannot print one of the fields exactly. Binds placeholders: to be called
 * where its text is put.
 */
export function entityText(
  context: SqlContext,
  binder: Binder,
  entity: EntityModel,
  alias: string,
): string | null {
  const { variants } = entity;
  if (!variants) return classText(context, binder, { entity, of: entity, alias });
  return caseByClass(context, variants, alias, (of) => classText(context, binder, { entity, of, alias }));
}

/** The rows of an entity under an alias, as far as they are of one of its classes. */
interface ClassRows {
  readonly entity: EntityModel;
  readonly of: EntityModel;
  readonly alias: string;
}

function classText(context: SqlContext, binder: Binder, rows: ClassRows): string | null {
  const { of, alias } = rows;
  const own = fieldPieces(context, of, alias);
  const edges = of.edges.filter((edge) => edge.eager).map((edge) => edgePieces(context, binder, rows, edge));
  if (own === null || edges.some((pieces) => pieces === null)) return null;
  const loaded = edges.flatMap((pieces, at) => [...(at > 0 ? [{ text: ',' }] : []), ...(pieces ?? [])]);
  return strung([
    ...own,
    { text: ',"edges":{' },
    ...loaded,
    { text: '}' },
    ...truncated(context, binder, of, alias),
    { text: '}' },
  ]);
}

/** A CASE with the text of each class; null where one of them has none. */
function caseByClass(
  context: SqlContext,
  { discriminator, classes, own }: VariantsModel,
  alias: string,
  textOf: (ofClass: EntityModel) => string | null,
): string | null {
  const cases: string[] = [];
  for (const { value, entity } of classes) {
    const text = entity === own ? '' : textOf(entity);
    if (text === null) return null;
    if (entity !== own) cases.push(`WHEN ${literal(value)} THEN ${text}`);
  }
  const otherwise = textOf(own);
  if (otherwise === null) return null;
  return `CASE ${columnOf(context, alias, discriminator.column)} ${cases.join(' ')} ELSE ${otherwise} END`;
}

/** `{"id":1,...` without the closing brace. */
function fieldPieces(context: SqlContext, entity: EntityModel, alias: string): Piece[] | null {
  const { variants } = entity;
  if (!variants) return classPieces(context, entity, alias);
  const sql = caseByClass(context, variants, alias, (ofClass) => {
    const pieces = classPieces(context, ofClass, alias);
    return pieces && strung(pieces);
  });
  return sql === null ? null : [{ sql }];
}

function classPieces(context: SqlContext, entity: EntityModel, alias: string): Piece[] | null {
  const { fields, before, tail } = fieldsLayout(entity);
  const pieces: Piece[] = [];
  for (const [at, field] of fields.entries()) {
    // It would be computed each time that it is named.
    if (field.expression) return null;
    const sql = jsonText(columnOf(context, alias, field.column), field);
    if (sql === null) return null;
    pieces.push({ text: before[at] ?? '' }, { sql });
  }
  return pieces.length > mostTerms ? null : [...pieces, { text: tail }];
}

function edgePieces(
  context: SqlContext,
  binder: Binder,
  { entity, of, alias }: ClassRows,
  edge: EdgeModel,
): Piece[] | null {
  const key = { text: `${JSON.stringify(edge.name)}:` };
  if (edge.unique) return oneEntity(context, entity, edge, key);
  return manyEntities(context, binder, of, edge, alias, key);
}

function oneEntity(context: SqlContext, entity: EntityModel, edge: EdgeModel, key: Piece): Piece[] | null {
  const joined = eagerOne(context, entity).find((candidate) => candidate.edge.property === edge.property);
  const pieces = joined && fieldPieces(context, joined.target, joined.alias);
  if (!pieces) return null;
  const loaded = strung([...pieces, { text: ',"edges":{}}' }]);
  return [
    key,
    {
      sql: `CASE WHEN ${columnOf(context, joined.alias, joined.target.key[0]?.column ?? '')} IS NULL THEN 'null' ELSE ${loaded} END`,
    },
  ];
}

const related = 'r';

function manyEntities(
  context: SqlContext,
  binder: Binder,
  entity: EntityModel,
  edge: EdgeModel,
  alias: string,
  key: Piece,
): Piece[] | null {
  const target = context.targetOf(edge);
  const pieces = fieldPieces(context, target, related);
  if (!pieces || !isFoundForEach(edge, target)) return null;
  const loaded = strung([...pieces, { text: ',"edges":{}}' }]);
  const { from, where } = edgeRows({ context, binder, entity, alias }, edge, related);
  const rows = { context, binder, entity: target, alias: related, few: true };
  const order = sortSql(rows, defaultSort(target)).terms();
  const limit = edge.eagerLimit === -1 ? '' : ` LIMIT ${edge.eagerLimit}`;
  const found = `SELECT ${loaded} AS entity FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${order}${limit}`;
  return [
    key,
    { text: '[' },
    { sql: `ifnull((SELECT group_concat(entity, ',') FROM (${found})), '')` },
    { text: ']' },
  ];
}

/**
 * Indexes lead to the rows of each entity, and to what orders them, and there is a bound to their text: otherwise the rows
 * of all entities are read at once.
 */
function isFoundForEach(edge: EdgeModel, target: EntityModel): boolean {
  const sorts = defaultSort(target).map(({ sort }) => sort);
  const edges = [
    edge,
    ...sorts.flatMap((sort) => ('edge' in sort && sort.by !== 'edge-field' ? [sort.edge] : [])),
  ];
  // A field across an edge is joined to the rows, which are not many here.
  const joined = sorts.some((sort) => sort.by === 'edge-field');
  return !joined && !holdsLongValues(target) && edges.every((each) => looksUpRelated(each, true));
}

/** `,"truncated_edges":[...]` when an edge holds more rows than its limit, otherwise nothing. */
function truncated(context: SqlContext, binder: Binder, entity: EntityModel, alias: string): Piece[] {
  const limited = entity.edges.filter((edge) => edge.eager && !edge.unique && edge.eagerLimit !== -1);
  if (limited.length === 0) return [];
  const names = limited.map((edge) => {
    const { from, where } = edgeRows({ context, binder, entity, alias }, edge, related);
    // Whether there is a row past the limit: no more rows than that are visited.
    const past = `SELECT 1 FROM ${from} WHERE ${where.join(' AND ')} LIMIT 1 OFFSET ${edge.eagerLimit}`;
    return `CASE WHEN EXISTS (${past}) THEN ${literal(`${JSON.stringify(edge.name)},`)} ELSE '' END`;
  });
  const list = `nullif(rtrim(${names.join(' || ')}, ','), '')`;
  return [{ sql: `ifnull(',"truncated_edges":[' || ${list} || ']', '')` }];
}

/** One expression; neighbouring texts become one literal. */
function strung(pieces: readonly Piece[]): string {
  const terms: string[] = [];
  let text = '';
  for (const piece of pieces) {
    if ('text' in piece) text += piece.text;
    else {
      if (text !== '') terms.push(literal(text));
      terms.push(piece.sql);
      text = '';
    }
  }
  if (text !== '') terms.push(literal(text));
  return terms.join(' || ');
}
