// The shape of an aggregate -> one statement. The inner SELECT groups the rows of a list; the outer one filters, counts, sorts
// and limits the groups.
import type { AggregateShape } from '../plan/plan.js';
import type { GroupMember } from './group-member.js';
import { createGroupPrinter, type GroupProgram } from './group-program.js';
import { createKeyJoins, createKeyMember } from './group-key-sql.js';
import { createMeasureMember, type MeasureMember } from './measure-sql.js';
import { compileShape, getRootAlias } from './shape-sql.js';
import { compileParentExists, compileParentPresence } from './source-sql.js';
import { asIs, createBinder, type Binder } from './statement.js';
import { estimateGroupScans } from './table-scans.js';
import { compileWhere, type RowScope, type SqlContext } from './table-sql.js';

const groupsAlias = 'g';

/** A key or a measure, and the names of its columns in the outer SELECT. */
interface NamedMember<M extends GroupMember> {
  readonly member: M;
  readonly columns: readonly string[];
}

/** Compiles an aggregate. */
export function compileGroupProgram(context: SqlContext, shape: AggregateShape): GroupProgram {
  const { subject } = shape.rows;
  const binder = createBinder(context.dialect);
  const scope: RowScope = { context, binder, entity: subject, alias: getRootAlias(subject) };
  const joins = createKeyJoins(scope, shape.keys);
  const nameColumns = createColumnNames();
  const keys = shape.keys.map((key) => nameColumns(createKeyMember(context, key, joins.getAlias)));
  const measures = shape.measures.map((measure) =>
    nameColumns(createMeasureMember(context, measure, scope.alias)),
  );
  const members = [...keys, ...measures];
  const selected = members.flatMap(({ member, columns }) => member.compileSelected(columns));
  const inner = compileGroups(members, compileShape(context, shape.rows, binder).rows(joins.write));
  const outer = [...selected.map(({ expression }) => expression), 'COUNT(*) OVER ()'].join(', ');
  const where = compileWhere(compileConditions(scope, shape, measures));
  const order = compileOrder(context, shape, { keys, measures });
  const text = `SELECT ${outer} FROM (${inner}) ${groupsAlias}${where}${order}${compilePage(binder, shape)}`;
  return {
    statement: binder.statement(text, {
      printed: new Set([...selected.keys()].filter((at) => selected[at]?.isPrinted).concat(selected.length)),
      isLarge: members.some(({ member }) => member.isLong),
    }),
    parentExists: compileParentExists(context, shape.rows),
    scans: estimateGroupScans(context, shape),
    ...createGroupPrinter(subject, members.map(toPrintedMember)),
  };
}

function toPrintedMember({ member, columns }: NamedMember<GroupMember>) {
  return { name: member.name, width: member.compileSelected(columns).length, print: member.print };
}

/** Names columns in the order of the inner SELECT. */
function createColumnNames(): <M extends GroupMember>(member: M) => NamedMember<M> {
  let count = 0;
  return (member) => ({ member, columns: member.columns.map(() => `${groupsAlias}.c${count++}`) });
}

/** The inner SELECT. Groups by the places of columns, as some of their expressions are long. */
function compileGroups(members: readonly NamedMember<GroupMember>[], rows: string): string {
  const columns = members.flatMap(({ member }) => member.columns);
  const selected = columns.map(({ expression }, at) => `${expression} AS c${at}`);
  const places = columns.flatMap(({ isKey }, at) => (isKey ? at + 1 : []));
  return `SELECT ${selected.join(', ')}${rows}${places.length > 0 ? ` GROUP BY ${places.join(', ')}` : ''}`;
}

/** Conditions on groups. All rows of a parent that does not exist would be one group. */
function compileConditions(
  { context, binder }: RowScope,
  { rows, keys, having }: AggregateShape,
  measures: readonly NamedMember<MeasureMember>[],
): string[] {
  const tests = having.flatMap(({ having: { measure, test }, slot }) =>
    measures
      .filter(({ member }) => member.name === measure.name)
      .map(({ member, columns }) => member.compileTest(columns, { test, slots: binder, slot })),
  );
  return [...tests, ...(keys.length === 0 ? compileParentPresence(context, binder, rows) : [])];
}

function compileOrder(
  { dialect }: SqlContext,
  { sort }: AggregateShape,
  members: {
    readonly keys: readonly NamedMember<GroupMember>[];
    readonly measures: readonly NamedMember<GroupMember>[];
  },
): string {
  const terms = sort.flatMap(({ by, at, descending }) => {
    const named = (by === 'key' ? members.keys : members.measures)[at];
    const values = named ? named.member.compileOrder(named.columns) : [];
    return values.map((value) =>
      dialect.compileOrderTerm({ value: () => value, descending, nullable: true, nulls: 'lowest' }),
    );
  });
  return terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
}

function compilePage(binder: Binder, { window }: AggregateShape): string {
  const limit = binder.bind(window.limitSlot, asIs);
  return ` LIMIT ${limit} OFFSET ${binder.bind(window.offsetSlot, asIs)}`;
}
