// The entities of the festival, all but one the same on every database.
import { Act } from './act.js';
import { Announcement } from './announcement.js';
import { AuditEntry } from './audit-entry.js';
import { Band } from './band.js';
import { Festival } from './festival.js';
import { Genre } from './genre.js';
import { Performance } from './performance.js';
import { Review } from './review.js';
import { Rider } from './rider.js';
import { SoloArtist } from './solo-artist.js';
import { SoundCheck as MariadbSoundCheck } from './sound-check-mariadb.js';
import { SoundCheck as PostgresSoundCheck } from './sound-check-postgres.js';
import { SoundCheck as SqliteSoundCheck } from './sound-check-sqlite.js';
import { Stage } from './stage.js';
import { Ticket } from './ticket.js';
import { Visitor } from './visitor.js';
import { Wristband } from './wristband.js';

const everywhere = [
  Festival,
  Stage,
  Act,
  Band,
  SoloArtist,
  Performance,
  Rider,
  Genre,
  Visitor,
  Wristband,
  Ticket,
  Review,
  Announcement,
  AuditEntry,
];

/** What a database serves: the same everywhere, and a sheet of the column types that it alone has. */
export const entitiesOf = {
  sqlite: [...everywhere, SqliteSoundCheck],
  postgres: [...everywhere, PostgresSoundCheck],
  mariadb: [...everywhere, MariadbSoundCheck],
  mysql: [...everywhere, MariadbSoundCheck],
} as const;
