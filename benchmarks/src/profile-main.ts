// Where the processor time of a contestant goes: `npm run profile -- j W1,W3 sqlite`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planOf } from './bench-arguments.js';
import { yardstick } from './contestants.js';
import { databaseTemplate, type DatabaseTemplate } from './data/fresh-database.js';
import { summaryOf, type ProfileSummary, type Share } from './profile/cpu-profile.js';
import { startServer } from './run/server-process.js';

const [letter = 'j', only = 'W1', database = 'sqlite'] = process.argv.slice(2);
const plan = planOf(['--contestants', letter, '--only', only, '--database', database]);
const contestant = plan.contestants.find((one) => letter === yardstick || one.letter !== yardstick);
const warmUp = 2_000;
const measured = 5_000;
const sampling = ['--cpu-prof', '--cpu-prof-interval', '200'];

for (const name of plan.databases) {
  const template = await databaseTemplate(name);
  try {
    for (const workload of plan.workloads) {
      console.log(`\n${workload.id} ${workload.title} (${name}, ${letter})`);
      print(await profile(template, workload));
    }
  } finally {
    await template.close();
  }
}

async function profile(template: DatabaseTemplate, { app, asks }: (typeof plan.workloads)[number]) {
  if (!contestant) throw new Error('There is nobody to profile.');
  const folder = mkdtempSync(join(tmpdir(), 'decorest-profile-'));
  const url = await template.copy('profiled');
  try {
    const server = await startServer(contestant.program, app, url, {
      nodeArguments: [...sampling, '--cpu-prof-dir', folder],
    });
    const calls = asks.map((ask) => contestant.dialect(ask, plan.databases[0] ?? 'sqlite'));
    await plan.load.run({ port: server.port, calls }, warmUp);
    await plan.load.run({ port: server.port, calls }, measured);
    await server.finish();
    return summaryOf(folder, warmUp * 1000);
  } finally {
    await template.drop(url);
    rmSync(folder, { recursive: true });
  }
}

function print({ parts, functions }: ProfileSummary): void {
  console.log(`by part: ${parts.slice(0, 16).map(line).join(', ')}`);
  for (const share of functions.slice(0, 30)) console.log(`  ${line(share)}`);
}

function line({ name, share }: Share): string {
  return `${(share * 100).toFixed(1)}% ${name}`;
}
