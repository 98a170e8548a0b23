// The cost of a start: `npm run measure -- start-up --rounds 11 --database sqlite`, `npm run measure -- scale --entities 200`,
// `npm run measure -- model --entities 165`, with filters on numbers and dates by `--ranges`.
import { parseArgs } from 'node:util';
import { databaseNames } from './data/database.js';
import { measureModel } from './measure/model.js';
import { measureScale } from './measure/scale.js';
import { measureStartUp } from './measure/start-up.js';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { ...text, default: '11' },
    entities: text,
    database: text,
    ranges: { type: 'boolean' },
  },
});
const databases = databaseNames.filter((name) => values.database === undefined || values.database === name);

switch (positionals[0]) {
  case 'start-up':
    await measureStartUp(databases, Number(values.rounds));
    break;
  case 'scale':
    await measureScale(Number(values.entities ?? '200'));
    break;
  case 'model':
    await measureModel(Number(values.entities ?? '165'), values.ranges ? 'ranges' : 'texts');
    break;
  default:
    throw new Error('Name what to measure: start-up, scale, model.');
}
