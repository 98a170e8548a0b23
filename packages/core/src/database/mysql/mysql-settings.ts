// How a data source of MySQL or MariaDB connects, and how many connections its server allows.
import type { DataSource } from 'typeorm';
import { getProcessOffset } from '../../advice/clock-warnings.js';
import type { ConnectionSettings } from '../../advice/connection-warnings.js';
import { readOption } from '../connection-options.js';

/** 0 is no limit of a user. */
const selectAllowed = `SELECT LEAST(@@GLOBAL.max_connections,
  COALESCE(NULLIF(@@SESSION.max_user_connections, 0), @@GLOBAL.max_connections))`;

const selectClock = 'SELECT UNIX_TIMESTAMP(NOW(6)), TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), NOW())';

/** The offset of a zone as mysql2 spells it, in seconds: `local`, `Z`, `+02:00`. */
function getOffset(timezone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(timezone) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60);
  return timezone === 'Z' ? 0 : getProcessOffset();
}

/** The time zone that TypeORM passes to mysql2, which otherwise uses that of the process. */
export function readTimezone({ options }: DataSource): string {
  const given = readOption(options.extra, 'timezone') ?? readOption(options, 'timezone');
  return typeof given === 'string' ? given : 'local';
}

/** `extra` wins over the options beside it, as in TypeORM. */
export function readMysqlSettings(dataSource: DataSource): ConnectionSettings {
  const { options } = dataSource;
  const replication = readOption(options, 'replication');
  const settings = [
    {
      name: 'connectTimeout',
      value: readOption(options.extra, 'connectTimeout') ?? readOption(options, 'connectTimeout'),
    },
    { name: 'replication.restoreNodeTimeout', value: readOption(replication, 'restoreNodeTimeout') },
  ];
  return {
    endless: settings.flatMap(({ name, value }) => (value === 0 ? [`${name}: 0`] : [])),
    poolSize: readPoolSize(dataSource),
    selectAllowed,
    clock: { selectClock, getDriverOffset: () => getOffset(readTimezone(dataSource)) },
  };
}

/** The maximum of connections that TypeORM passes to mysql2, whose default is ten. */
export function readPoolSize({ options }: DataSource): number {
  const size = readOption(options.extra, 'connectionLimit') ?? readOption(options, 'poolSize');
  return typeof size === 'number' ? size : 10;
}
