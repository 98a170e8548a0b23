// Runs the application: environment in, server out, orderly end.
import 'reflect-metadata';
import { once } from 'node:events';
import { pino } from 'pino';
import { timesheets } from './app.js';
import { dataSourceOf } from './data-source.js';
import { seed } from './seed.js';
import { settingsOf } from './settings.js';

const { port, databaseUrl, jwtSecret, logLevel } = settingsOf(process.env);
const logger = pino({ level: logLevel });
if (process.env.JWT_SECRET === undefined) logger.warn('JWT_SECRET is not set: tokens end with this process');

const dataSource = await dataSourceOf(databaseUrl).initialize();
await seed(dataSource);
const server = timesheets({ dataSource, logger, jwtSecret }).listen(port);
await once(server, 'listening');
logger.info({ port }, 'listening');

const stop = () => {
  server.close(() => void dataSource.destroy());
  server.closeIdleConnections();
};
process.once('SIGINT', stop).once('SIGTERM', stop);
