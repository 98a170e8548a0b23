// How the time of a request grows with its table: `npm run growth -- --database sqlite --sizes 10000,1000000`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type DatabaseName, databaseNames } from './data/database.js';
import { createGrowthDatabase, dropGrowthDatabase, measureDatabase } from './growth/databases.js';
import { measureCapacity, measureExport } from './growth/measure-load.js';
import { measureRequests } from './growth/measure-requests.js';
import { renderPictures } from './growth/pictures.js';
import { growthRequests } from './growth/requests.js';
import { type GrowthResults, readGrowthResults, writeGrowthResults } from './growth/results.js';
import { formatGrowth } from './growth/tables.js';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: text,
    sizes: { ...text, default: '10000,100000,1000000,10000000' },
    /** In this order, each of them alone if the machine is shared: the databases stay until `drop`. */
    steps: { ...text, default: 'fill,requests,exports,capacity,drop' },
    only: { ...text, default: '' },
    rounds: { ...text, default: '7' },
    seconds: { ...text, default: '5' },
    render: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const databases = databaseNames.filter((name) => values.database === undefined || values.database === name);
const steps = values.steps.split(',');

if (values.render) drawPictures(positionals);
else await measureGrowth();

function drawPictures(files: readonly string[]): void {
  const results = readGrowthResults(files);
  console.log(formatGrowth(results));
  const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
  for (const [name, picture] of renderPictures(results)) {
    writeFileSync(`${folder}${name}`, picture);
    console.log(`docs/images/${name}`);
  }
}

async function measureGrowth(): Promise<void> {
  const begun = new Date();
  const all: GrowthResults[] = [];
  for (const database of databases) all.push(await measureSteps(database));
  const results: GrowthResults = {
    requests: all.flatMap(({ requests }) => requests),
    exports: all.flatMap(({ exports }) => exports),
    capacities: all.flatMap(({ capacities }) => capacities),
    sizes: all.flatMap((one) => one.sizes),
  };
  console.log(formatGrowth(results));
  if (steps.some((step) => step !== 'fill' && step !== 'drop'))
    console.log(writeGrowthResults(begun, results));
}

async function measureSteps(database: DatabaseName): Promise<GrowthResults> {
  const ofSizes = async <T>(step: string, measure: (size: number) => Promise<T>): Promise<T[]> => {
    const measured: T[] = [];
    if (steps.includes(step)) for (const size of sizes) measured.push(await measure(size));
    return measured;
  };
  await ofSizes('fill', (size) => createGrowthDatabase(database, size));
  const requests = growthRequests.filter(({ id }) =>
    values.only.split(',').some((word) => id.includes(word)),
  );
  const rounds = Number(values.rounds);
  const results: GrowthResults = {
    sizes: await ofSizes('fill', async (size) => ({
      database,
      size,
      bytes: await measureDatabase(database, size),
    })),
    requests: steps.includes('requests') ? await measureRequests({ database, sizes, requests, rounds }) : [],
    exports: await ofSizes('exports', (size) => measureExport(database, size)),
    capacities: (
      await ofSizes('capacity', (size) => measureCapacity(database, size, Number(values.seconds) * 1_000))
    ).flat(),
  };
  await ofSizes('drop', (size) => dropGrowthDatabase(database, size));
  return results;
}
