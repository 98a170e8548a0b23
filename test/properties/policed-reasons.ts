// Why an answer under policies may differ from that of a database without the hidden rows: docs/guide/policies.md names the
// reasons, and each has to hold.
import type { Answer } from '../support/http-client.js';
import {
  afterDelete,
  findChanged,
  findGone,
  findHidden,
  listRows,
  nameOf,
  withoutRows,
  type Conditions,
  type RowName,
} from './policed-oracle.js';
import type { WriteRequest } from './policed-requests.js';
import { mapTables, ownEdges, tableNames, type Row, type TableName, type Tables } from './policed-rows.js';

/** One request to both databases. */
export interface Exchange {
  readonly request: WriteRequest;
  readonly conditions: Conditions;
  /** The rows that were hidden before. */
  readonly hidden: ReadonlySet<RowName>;
  readonly policed: Side;
  readonly free: Side;
}

export interface Side {
  readonly before: Tables;
  readonly after: Tables;
  readonly answer: Answer;
}

export type Reason = 'out of reach' | 'taken by a hidden row' | 'kept by a hidden row';

export function isSuccess({ status }: Answer): boolean {
  return status < 300;
}

/** The rows whose own columns a request has written, those aside from which the database took a foreign key. */
export function findWritten({ request }: Exchange, { before, after }: Side): ReadonlySet<RowName> {
  const byDatabase = afterDelete(before, findGone(before, after));
  const changed = findChanged(byDatabase, after);
  const { kind, entity, target } = request;
  const id = /^\/[a-z]+\/(\d+)/.exec(target)?.[1];
  return id !== undefined && (kind === 'update' || kind === 'restore')
    ? new Set([...changed, nameOf(entity as TableName, { id })])
    : changed;
}

/** The difference that the documentation names; null if it names none. */
export function reasonOf(exchange: Exchange): Reason | null {
  const { answer } = exchange.policed;
  const { code } = answer.json as { readonly code?: string };
  switch (code) {
    case 'forbidden':
      return isOutOfReach(exchange) ? 'out of reach' : null;
    case 'invalid_request':
      return refersToNewRow(exchange) ? 'out of reach' : null;
    case 'already_exists':
      return namesTakenValue(exchange) ? 'taken by a hidden row' : null;
    case 'still_referenced':
    case 'edge_conflict':
      return (code === 'still_referenced' ? isKept(exchange) : namesKeptChild(exchange))
        ? 'kept by a hidden row'
        : null;
    default:
      return null;
  }
}

/** Whether the write would have hidden a row that it writes: said of the rows that it writes without policies. */
function isOutOfReach({ policed, free, conditions, ...exchange }: Exchange): boolean {
  // Of several rows, one may be refused before another has the fault that the free side tells.
  if (!isSuccess(free.answer))
    return writesMany(exchange.request) && tableNames.some((name) => conditions[name] !== true);
  const written = findWritten({ policed, free, conditions, ...exchange }, free);
  const stored = new Set(listRows(policed.before).map(([name]) => name));
  return [true, false].some((keepsReferences) => {
    const merged = mergeTables(policed.before, free, { written, hidden: exchange.hidden, keepsReferences });
    const hidden = findHidden(merged, conditions);
    return [...written].some((name) => hidden.has(name) || isHiddenAlone(name, merged));
  });

  /** Rows that one body creates are tested one by one, as creates of their own. */
  function isHiddenAlone(name: RowName, merged: Tables): boolean {
    if (!createsNested(exchange.request)) return false;
    const others = [...findChanged(policed.before, merged)].filter((one) => one !== name && !stored.has(one));
    return !stored.has(name) && findHidden(withoutRows(merged, new Set(others)), conditions).has(name);
  }
}

function writesMany(request: WriteRequest): boolean {
  return request.kind.startsWith('bulk-') || createsNested(request);
}

/** An object in a body, other than an item of a list of bodies. */
function createsNested({ body }: WriteRequest): boolean {
  const bodies: readonly unknown[] = Array.isArray(body) ? body : [body ?? null];
  return bodies.some((one) => JSON.stringify(one).lastIndexOf('{') > 0);
}

interface Merge {
  readonly written: ReadonlySet<RowName>;
  readonly hidden: ReadonlySet<RowName>;
  /** Whether foreign keys of written rows that lead to hidden rows stay: the free side does not tell. */
  readonly keepsReferences: boolean;
}

/** The whole database after what the request does without the hidden rows. */
function mergeTables(full: Tables, free: Side, { written, hidden, keepsReferences }: Merge): Tables {
  const linkKey = (link: object) => JSON.stringify(link);
  const had = new Set(free.before.links.map(linkKey));
  const merge = (table: TableName) => {
    const stored = new Map(full[table].map((row) => [row.id, row]));
    const unseen = full[table].filter((row) => hidden.has(nameOf(table, row)));
    const rows = free.after[table].map((row): Row => {
      const old = stored.get(row.id);
      if (!old || (!keepsReferences && written.has(nameOf(table, row)))) return row;
      const kept = Object.entries(ownEdges[table]).filter(
        ([edge, { to }]) => row[edge] === null && hidden.has(nameOf(to, { id: old[edge] })),
      );
      return { ...row, ...Object.fromEntries(kept.map(([edge]) => [edge, old[edge]])) };
    });
    return [...rows, ...unseen];
  };
  const links = [...full.links.filter((link) => !had.has(linkKey(link))), ...free.after.links];
  return { ...mapTables(merge), links };
}

/** The values in a body, by their keys: of all objects in it. */
function listValues(body: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(body)) return body.flatMap(listValues);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => [[key, value] as const, ...listValues(value)]);
}

/** A unique value or an id in the body is that of a hidden row, or a hidden crane has the operator: its key is unique, too. */
function namesTakenValue({ request, policed, hidden }: Exchange): boolean {
  const unseen = listRows(policed.before).filter(([name]) => hidden.has(name));
  const given = listValues(request.body);
  const isGiven = (key: string, value: unknown) => given.some(([name, one]) => name === key && one === value);
  // The sailor of the path, or of an item, is given a crane.
  const givesCrane = given.some(([name]) => name === 'crane');
  const isOperator = (id: unknown) =>
    isGiven('operator', id) ||
    (givesCrane && (isGiven('id', id) || request.target === `/sailors/${String(id)}`));
  return unseen.some(
    ([, table, row]) =>
      isGiven('id', row.id) ||
      isGiven('name', row.name) ||
      (table === 'Crane' && row.operator !== null && isOperator(row.operator)),
  );
}

/** A row that was deleted without policies is one that a hidden row refers to. */
function isKept({ policed, free, hidden }: Exchange): boolean {
  const gone = findGone(free.before, free.after);
  return listRows(policed.before).some(
    ([name, table, row]) =>
      hidden.has(name) &&
      Object.entries(ownEdges[table]).some(
        ([edge, { to, onDelete }]) => onDelete === 'refuse' && gone.has(nameOf(to, { id: row[edge] })),
      ),
  );
}

/** An item of a bulk create refers to one before it, which is out of reach: the request would have been refused for that. */
function refersToNewRow({ request, conditions }: Exchange): boolean {
  if (request.kind !== 'bulk-create' || tableNames.every((name) => conditions[name] === true)) return false;
  const given = listValues(request.body);
  const added = given.flatMap(([key, value]) => (key === 'id' ? [value] : []));
  const references = given.flatMap(([key, value]): readonly unknown[] =>
    key === 'id' ? [] : Array.isArray(value) ? value : [value],
  );
  return references.some((id) => typeof id === 'number' && added.includes(id));
}

/** A child in the body has a hidden parent. */
function namesKeptChild({ request, policed, hidden }: Exchange): boolean {
  const given = listValues(request.body).flatMap(([, value]): readonly unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  return listRows(policed.before).some(
    ([, table, row]) =>
      given.includes(row.id) &&
      Object.entries(ownEdges[table]).some(([edge, { to }]) => hidden.has(nameOf(to, { id: row[edge] }))),
  );
}
