// (jd) decorest with its document, serving any app on any of the three databases. The example has a prefix of its own.
import { createApi, type Logger } from '@decorest/core';
import { restRouter } from '@decorest/koa';
import Koa from 'koa';
import { serveKoa } from '../koa/decorest.js';
import { checkedJobOfEnvironment } from '../serve.js';
import { dataSourceOf, kitchensinkModule } from '../typeorm/data-source-of.js';

/** Leaves out 503, which the crowd of clients causes on purpose. */
const logger: Logger = {
  error: (entry, message) => {
    if (!('status' in entry) || entry.status !== 503) console.error(entry, message);
  },
  warn: () => undefined,
};

const job = checkedJobOfEnvironment();
const dataSource = await (await dataSourceOf(job)).initialize();
if (job.app === 'kitchensink') {
  const example = await kitchensinkModule('./app.js');
  serveKoa(example.createKitchensink(dataSource).app);
} else {
  // Ids are filtered too: every parameter there can be.
  const api = createApi(dataSource, { defaultFilterID: true, logger });
  serveKoa(new Koa().use(restRouter(api, { prefix: '/api' }).routes()));
}
