// How a data source of MySQL or MariaDB connects, and how many connections its server allows.
import type { DataSource } from 'typeorm';
import type { ConnectionSettings } from '../../advice/connection-warnings.js';
import { readOption } from '../connection-options.js';

/** 0 is no limit of a user. */
const selectAllowed = `SELECT LEAST(@@GLOBAL.max_connections,
  COALESCE(NULLIF(@@SESSION.max_user_connections, 0), @@GLOBAL.max_connections))`;

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
  };
}

/** The maximum of connections that TypeORM passes to mysql2, whose default is ten. */
export function readPoolSize({ options }: DataSource): number {
  const size = readOption(options.extra, 'connectionLimit') ?? readOption(options, 'poolSize');
  return typeof size === 'number' ? size : 10;
}
