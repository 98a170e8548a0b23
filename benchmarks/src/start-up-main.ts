// From import to first answer, fresh processes in turn: `npm run start-up -- --rounds 11 --database sqlite`.
import { parseArgs } from 'node:util';
import { databaseNames, type DatabaseName } from './data/database.js';
import { databaseTemplate } from './data/fresh-database.js';
import { median } from './report/median.js';
import { writeResults } from './report/results-file.js';
import { aligned } from './report/text-table.js';
import { startUp, type StartUp } from './run/start-up.js';
import { restDialect } from './workloads/ask.js';

const programs = {
  bt: 'bt-koa-typeorm-loaded',
  b: 'b-koa',
  bv: 'bv-koa-validator-loaded',
  jp: 'jp-decorest-petstore',
} as const;
/** Ratios are ratios to (b) in an application that has TypeORM, as everybody has who would use decorest. */
const yardstick = 'bt';
type Letter = keyof typeof programs;
const header = ['', 'ms', `x ${yardstick}`, 'cpu ms', `x ${yardstick}`, 'MB', `x ${yardstick}`];
const letters = Object.keys(programs) as Letter[];

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { rounds: { ...text, default: '11' }, database: text } });
const begun = new Date();
const results = [];
for (const database of databaseNames) {
  if (values.database !== undefined && values.database !== database) continue;
  const rounds = await startUps(database, Number(values.rounds));
  const summaries = letters.map((letter) => summary(letter, rounds));
  results.push({ database, summaries, rounds });
  console.log(`from import to first answer (${database}), ${rounds.length} rounds`);
  console.log(`${aligned([header, ...summaries.map(line)]).join('\n')}\n`);
}
console.log(writeResults('start-up', begun, { yardstick, results }));

type Round = Record<Letter, StartUp>;

/** One round more than asked for: in the first, files come from the disk. */
async function startUps(database: DatabaseName, count: number): Promise<Round[]> {
  const template = await databaseTemplate(database);
  try {
    const url = await template.copy('start');
    const rounds: Round[] = [];
    for (let n = 0; n <= count; n++) rounds.push(await round(url, database));
    return rounds.slice(1);
  } finally {
    await template.close();
  }
}

async function round(url: string, database: DatabaseName): Promise<Round> {
  const call = restDialect({ kind: 'read', of: 'pets', id: 1 }, database);
  const taken: Partial<Round> = {};
  for (const letter of letters) taken[letter] = await startUp(programs[letter], url, call);
  return taken as Round;
}

function summary(letter: Letter, rounds: readonly Round[]) {
  const middle = (of: keyof StartUp) => median(rounds.map((round) => round[letter][of]));
  const ratio = (of: keyof StartUp) =>
    median(rounds.map((round) => round[letter][of] / round[yardstick][of]));
  return {
    letter,
    milliseconds: middle('milliseconds'),
    processorMilliseconds: middle('processorMilliseconds'),
    peakMemory: middle('peakMemory'),
    ratios: {
      milliseconds: ratio('milliseconds'),
      processorMilliseconds: ratio('processorMilliseconds'),
      peakMemory: ratio('peakMemory'),
    },
  };
}

function line({ ratios, ...entry }: ReturnType<typeof summary>): string[] {
  return [
    `${entry.letter} ${programs[entry.letter]}`,
    entry.milliseconds.toFixed(0),
    ratios.milliseconds.toFixed(2),
    entry.processorMilliseconds.toFixed(0),
    ratios.processorMilliseconds.toFixed(2),
    (entry.peakMemory / 1e6).toFixed(0),
    ratios.peakMemory.toFixed(2),
  ];
}
