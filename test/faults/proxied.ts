// A data source that reaches a test's database through a proxy.
import { DataSource } from 'typeorm';
import type { TestDatabase } from '../support/test-database.js';
import { TcpProxy } from './tcp-proxy.js';

/** Opens the proxy and a pool behind it. The caller closes both. */
export async function proxied(
  { dataSource: { options } }: TestDatabase,
  more: object = {},
): Promise<{ proxy: TcpProxy; dataSource: DataSource }> {
  const url = new URL('url' in options ? (options.url ?? '') : '');
  const proxy = await TcpProxy.before(Number(url.port));
  url.port = String(proxy.port);
  // Without what records the statements of tests.
  const own = { driver: undefined, extra: undefined, url: url.href, synchronize: false };
  const chosen = { ...options, ...own, ...more } as DataSource['options'];
  return { proxy, dataSource: await new DataSource(chosen).initialize() };
}
