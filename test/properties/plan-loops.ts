// Loops in the plans of a list's statements that go through a whole table for each row of another.
import type { DirectStage } from '../support/direct-stage.js';
import type { DatabaseName } from '../support/test-database.js';

type Explain = (stage: DirectStage, text: string, values: unknown[]) => Promise<string[]>;

/** What of the plans of a request's statements is such a loop. */
export async function loopsOf(stage: DirectStage, target: string): Promise<string[]> {
  return judgedPlans(stage, target, explanations[stage.name]);
}

/** The tables that PostgreSQL scans repeatedly when it runs a request's statements, as measured, not as planned. */
export async function repeatedScansOf(stage: DirectStage, target: string): Promise<string[]> {
  return judgedPlans(stage, target, measurePostgres);
}

async function judgedPlans(stage: DirectStage, target: string, explain: Explain): Promise<string[]> {
  const logged = jest.spyOn(stage.database.dataSource.logger, 'logQuery');
  const answer = await stage.client.get(target);
  const calls = logged.mock.calls.map(([text, values = []]) => ({ text, values: values as unknown[] }));
  logged.mockRestore();
  // Past the end, where the parent has no such page.
  expect([200, 404]).toContain(answer.status);
  const loops: string[] = [];
  for (const { text, values } of calls)
    if (text.startsWith('SELECT') && !/pragma|sqlite_schema/.test(text))
      for (const loop of await explain(stage, text, values)) loops.push(`${target}: ${loop} in ${text}`);
  return loops;
}

const explanations: Readonly<Record<DatabaseName, Explain>> = {
  sqlite: explainSqlite,
  sqlite3: explainSqlite,
  postgres: explainPostgres,
  mariadb: explainMariadb,
  mysql: explainMysql,
};

interface SqliteStep {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** Of the tables that are joined, all but the first are searched; so are those of a correlated subquery. */
async function explainSqlite({ database }: DirectStage, text: string, values: unknown[]): Promise<string[]> {
  const steps = await database.dataSource.query<SqliteStep[]>(`EXPLAIN QUERY PLAN ${text}`, values);
  // A list that does not depend on the row is found once, wherever it stands.
  const below = (id: number): SqliteStep[] =>
    steps
      .filter(({ parent, detail }) => parent === id && !detail.startsWith('LIST SUBQUERY'))
      .flatMap((step) => [step, ...below(step.id)]);
  const isScan = ({ detail }: SqliteStep) => /^SCAN (?!json_each|CONSTANT|p\b)/.test(detail);
  const correlated = steps
    .filter(({ detail }) => detail.startsWith('CORRELATED'))
    .flatMap(({ id }) => below(id).filter(isScan));
  const nested = [0, ...steps.map(({ id }) => id)].flatMap((id) =>
    steps
      .filter(({ parent }) => parent === id)
      .filter(isScan)
      .slice(1),
  );
  return [...correlated, ...nested].map(({ detail }) => detail);
}

interface PostgresNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Relation Name'?: string;
  /** Only of a statement that has run. */
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PostgresNode[];
}

/** A subplan that is not hashed runs for each row; so does the inner side of a nested loop. */
async function explainPostgres(
  { database }: DirectStage,
  text: string,
  values: unknown[],
): Promise<string[]> {
  const plan = await postgresPlan(database, `EXPLAIN (FORMAT JSON) ${text}`, values);
  const whole = JSON.stringify(plan);
  const loops: string[] = [];
  const visit = (node: PostgresNode) => {
    const name = node['Subplan Name'];
    const runsForEach = node['Parent Relationship'] === 'SubPlan' && !whole.includes(`hashed ${name}`);
    if (runsForEach) loops.push(...scansIn(node));
    const [outer, inner] = node.Plans ?? [];
    if (node['Node Type'] === 'Nested Loop' && outer && inner && outer['Plan Rows'] > fewLoops)
      loops.push(...scansIn(inner));
    node.Plans?.forEach(visit);
  };
  visit(plan);
  return loops;
}

async function postgresPlan(
  { dataSource }: DirectStage['database'],
  text: string,
  values: unknown[],
): Promise<PostgresNode> {
  const [row] = await dataSource.query<{ 'QUERY PLAN': readonly { Plan: PostgresNode }[] }[]>(text, values);
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error(`There is no plan of ${text}.`);
  return plan;
}

const fewLoops = 10;

async function measurePostgres(
  { database }: DirectStage,
  text: string,
  values: unknown[],
): Promise<string[]> {
  const repeated = (node: PostgresNode): string[] => {
    const loops = node['Actual Loops'] ?? 0;
    const isScan = node['Node Type'] === 'Seq Scan' && loops > fewLoops;
    const own = isScan ? [`${loops} Seq Scans on ${String(node['Relation Name'])}`] : [];
    return [...own, ...(node.Plans ?? []).flatMap(repeated)];
  };
  return repeated(await postgresPlan(database, `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values));
}

function scansIn(node: PostgresNode): string[] {
  // Runs once, under any node.
  if (node['Parent Relationship'] === 'InitPlan') return [];
  const own = node['Node Type'] === 'Seq Scan' ? [`Seq Scan on ${String(node['Relation Name'])}`] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)];
}

interface MariadbStep {
  readonly select_type: string;
  readonly table: string | null;
  readonly type: string | null;
  readonly rows: string | null;
  readonly Extra: string | null;
}

/** A dependent subquery runs for each row, and a join buffer is compared with each row: with few it does not matter. */
async function explainMariadb({ database }: DirectStage, text: string, values: unknown[]): Promise<string[]> {
  const steps = await database.dataSource.query<MariadbStep[]>(`EXPLAIN ${text}`, values);
  return steps
    .filter(
      ({ select_type: kind, type, rows, Extra: extra }) =>
        (kind.startsWith('DEPENDENT') && (type === 'ALL' || type === 'index')) ||
        (Number(rows) > 50 && (extra?.includes('join buffer (flat, BNL') ?? false)),
    )
    .map(({ select_type: kind, type, table }) => `${kind} ${String(type)} of ${String(table)}`);
}

/** A line of a plan, and the lines below it. */
interface MysqlNode {
  readonly text: string;
  readonly below: MysqlNode[];
}

/** The second side of a nested loop runs for each row of the first, a dependent subquery for each row that it is asked for. */
async function explainMysql({ database }: DirectStage, text: string, values: unknown[]): Promise<string[]> {
  const [row] = await database.dataSource.query<{ EXPLAIN: string }[]>(`EXPLAIN FORMAT=TREE ${text}`, values);
  const loops: string[] = [];
  const visit = ({ text: step, below }: MysqlNode) => {
    const [outer, inner] = below;
    if (step.startsWith('Nested loop') && inner && mysqlRowsOf(outer) > fewLoops)
      loops.push(...mysqlScansIn(inner));
    if (/^Select #\d+ \(.*dependent\)/.test(step)) loops.push(...below.flatMap(mysqlScansIn));
    if (step.includes('hash join (no condition)') && mysqlRowsOf(outer) > fewLoops) loops.push(step);
    below.forEach(visit);
  };
  visit(mysqlPlan(row?.EXPLAIN ?? ''));
  return loops;
}

/** Each line begins with an arrow, indented by its depth. */
function mysqlPlan(tree: string): MysqlNode {
  const root: MysqlNode = { text: '', below: [] };
  const path: MysqlNode[] = [root];
  for (const [, indent = '', text = ''] of tree.matchAll(/^( *)-> (.*)$/gm)) {
    const node: MysqlNode = { text, below: [] };
    path.length = indent.length / 4 + 1;
    path.at(-1)?.below.push(node);
    path.push(node);
  }
  return root;
}

/** How many rows are expected of a step; without an estimate, many. */
function mysqlRowsOf(node: MysqlNode | undefined): number {
  return Number(/ rows=([0-9.e+]+)/.exec(node?.text ?? '')?.[1] ?? Infinity);
}

/** What is materialised is scanned once, and then looked up. */
function mysqlScansIn({ text, below }: MysqlNode): string[] {
  if (/^Materialize(?!.*invalidate)/.test(text)) return [];
  const own = /^(Table scan|Index scan|Covering index scan) on (?!<temporary>)/.test(text) ? [text] : [];
  return [...own, ...below.flatMap(mysqlScansIn)];
}
