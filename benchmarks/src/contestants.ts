// The contestants, one program each in contestants/.
import type { BenchDatabaseName } from './data/database.js';
import { feathersDialect, feathersReading } from './dialects/feathers-dialect.js';
import { platformaticDialect, platformaticReading } from './dialects/platformatic-dialect.js';
import { restDialect, type Dialect } from './workloads/ask.js';
import type { Reading } from './workloads/reading.js';

export interface Contestant {
  /** As in `--contestants a,b,j`. */
  readonly letter: string;
  readonly title: string;
  /** The name of its file in contestants/. */
  readonly program: string;
  readonly dialect: Dialect;
  /** How its answers are read, when they are not the very answers of the reference. */
  readonly reading?: Reading;
  /** Why it does not take part in a workload, or at all on a database. */
  readonly absences?: Readonly<Partial<Record<BenchDatabaseName | `W${number}`, string>>>;
}

/** Its answers are the right ones: the others are compared with them. */
export const reference = 'a';
/** Ratios are ratios to its figures. */
export const yardstick = 'b';

export const contestants: readonly Contestant[] = [
  { letter: 'a', title: 'node:http by hand', program: 'a-node-http', dialect: restDialect },
  { letter: 'b', title: 'Koa by hand', program: 'b-koa', dialect: restDialect },
  { letter: 'p', title: 'Koa by hand, JSON of the database', program: 'p-koa-json', dialect: restDialect },
  { letter: 'd', title: 'Koa + TypeORM', program: 'd-typeorm', dialect: restDialect },
  {
    letter: 'g',
    title: 'Feathers',
    program: 'g-feathers',
    dialect: feathersDialect,
    reading: feathersReading,
    absences: { W8: 'it has no filter across an edge' },
  },
  {
    letter: 'i',
    title: 'Platformatic, no edges',
    program: 'i-platformatic',
    dialect: platformaticDialect,
    reading: platformaticReading,
    absences: { W8: 'it has no filter across an edge' },
  },
  { letter: 'j', title: 'decorest', program: 'j-decorest', dialect: restDialect },
  { letter: 'jm', title: 'decorest, no router', program: 'jm-decorest-middleware', dialect: restDialect },
];
