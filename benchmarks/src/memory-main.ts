// Does a small heap survive large answers? `npm run memory -- --rounds 2 --rows 20 --texts 15,60 --database sqlite`.
import { parseArgs } from 'node:util';
import { type CheckedDatabaseName, checkedDatabaseNames } from './data/database.js';
import { writeResults } from './report/results-file.js';
import { type DocumentedServer, startDocumented } from './run/documented-server.js';
import {
  isWrong,
  type LargeKind,
  largeKinds,
  largeRound,
  longTexts,
  type Outcomes,
} from './workloads/large-answers.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    rounds: { ...text, default: '6' },
    rows: { ...text, default: '200' },
    texts: { ...text, default: '150,600' },
    clients: { ...text, default: '64' },
    database: text,
  },
});
const megabyte = 1e6;
const heapLimit = 256;
/** Limits of growth after the first round: the heap in bytes, the resident memory as a factor. */
const growthLimit = 16 * megabyte;
const residentLimit = 1.25;

interface Round {
  readonly outcomes: Readonly<Record<string, Outcomes>>;
  /** In bytes, after a collection. */
  readonly heap: number;
  readonly resident: number;
}

const begun = new Date();
const taken: { database: CheckedDatabaseName; rounds: Round[]; objections: string[] }[] = [];
for (const database of checkedDatabaseNames)
  if (values.database === undefined || database === values.database) {
    const rounds: Round[] = [];
    const failure = await runRounds(database, rounds).catch((error: unknown) => String(error));
    const objections = [...(failure === undefined ? [] : [failure]), ...objectionsTo(rounds)];
    for (const objection of objections) console.log(`  WRONG: ${objection}`);
    taken.push({ database, rounds, objections });
  }
console.log(writeResults('memory', begun, { ...values, taken }));
const isRight = taken.every(({ objections }) => objections.length === 0);
console.log(isRight ? 'The processes lived, and their memory is flat.' : 'See what is WRONG above.');
process.exit(isRight ? 0 : 1);

/** @returns the reason when a round is missing. */
async function runRounds(database: CheckedDatabaseName, rounds: Round[]): Promise<string | undefined> {
  const parents = values.texts.split(',').map(Number);
  const texts = [
    longTexts('row', Number(values.rows)),
    ...parents.map((rows, at) => longTexts(`child-of-${at + 1}`, rows, at + 1)),
  ];
  const nodeArguments = [`--max-old-space-size=${heapLimit}`, '--expose-gc'];
  const server = await startDocumented(database, 'texts', { texts }, { nodeArguments });
  try {
    console.log(`${database}, a heap of ${heapLimit} MB, ${values.clients} requests at once`);
    for (let n = 1; n <= Number(values.rounds); n++) {
      const round = await runRound(server, largeKinds(texts));
      rounds.push(round);
      console.log(`  round ${n}: heap ${inMegabytes(round.heap)}, RSS ${inMegabytes(round.resident)}`);
      for (const [title, outcomes] of Object.entries(round.outcomes))
        console.log(`    ${title}: ${JSON.stringify(outcomes)}`);
    }
    console.log(`  most memory: ${inMegabytes((await server.server.usage()).peakMemory)}`);
    return undefined;
  } finally {
    await server.close();
  }
}

async function runRound({ server, base }: DocumentedServer, kinds: readonly LargeKind[]): Promise<Round> {
  const outcomes: Record<string, Outcomes> = {};
  const clients = Number(values.clients);
  for (const kind of kinds) outcomes[kind.title] = await largeRound(base, kind, clients);
  const everything = kinds.length;
  const mixed = {
    title: 'all kinds at once',
    request: (n: number) => kindAt(kinds, n % everything).request(n),
  };
  outcomes[mixed.title] = await largeRound(base, mixed, clients);
  return { outcomes, ...(await server.heap()) };
}

function kindAt(kinds: readonly LargeKind[], at: number): LargeKind {
  const kind = kinds[at];
  if (!kind) throw new RangeError('There is no such kind.');
  return kind;
}

function objectionsTo(rounds: readonly Round[]): string[] {
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (!first || !last) return ['There was no round.'];
  const wrong = rounds.flatMap(({ outcomes }, at) =>
    Object.entries(outcomes).flatMap(([title, counts]) =>
      Object.entries(counts)
        .filter(([outcome]) => isWrong(outcome))
        .map(([outcome, count]) => `round ${at + 1}, ${title}: ${count} x ${outcome}`),
    ),
  );
  const early = Math.max(first.resident, rounds[1]?.resident ?? 0);
  return [
    ...wrong,
    ...(last.heap > first.heap + growthLimit ? [`the heap grew to ${inMegabytes(last.heap)}`] : []),
    ...(last.resident > early * residentLimit ? [`RSS grew to ${inMegabytes(last.resident)}`] : []),
  ];
}

function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(0)} MB`;
}
