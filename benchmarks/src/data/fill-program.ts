// The child process of filled-database.ts: makes the tables of an app and fills them. A process of its own, because the
// columns of some entities depend on the database, and a process has each entity once.
import { dataSourceOf } from '../typeorm/data-source-of.js';
import { checkedJobOfEnvironment } from '../serve.js';
import { fillTables } from './fill-tables.js';
import { fillTexts } from './fill-texts.js';
import type { Filling } from './filled-database.js';

const job = checkedJobOfEnvironment();
const filling = JSON.parse(process.env.BENCH_FILLING ?? '{}') as Filling;
const dataSource = await (await dataSourceOf(job)).initialize();
await dataSource.synchronize();
if ('children' in filling) await fillTables(dataSource, filling.children, filling.analysed);
else await fillTexts(dataSource, filling);
await dataSource.destroy();
process.exit();
