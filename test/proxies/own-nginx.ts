// nginx before an application, as people configure it: it strips or changes a path, compresses, and keeps what it may in a cache
// that all clients share.
import { chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/program.js';
import { ServerProcess, unprivilegedAccount } from '../support/server-process.js';

/** A path of the proxy, the port of the application behind it, and the path there. */
export interface Location {
  readonly path: string;
  readonly port: number;
  readonly to: string;
  /** Lines of its configuration. */
  readonly lines?: readonly string[];
}

export class OwnNginx {
  readonly port: number;
  readonly #folder: string;
  readonly #process: ServerProcess;

  private constructor(port: number, folder: string, process: ServerProcess) {
    this.port = port;
    this.#folder = folder;
    this.#process = process;
  }

  static async before(locations: readonly Location[]): Promise<OwnNginx> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'own-nginx-'));
    const account = unprivilegedAccount();
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configure(folder, port, locations));
    if ('uid' in account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
    const flags = ['-c', file, '-e', join(folder, 'error.log'), '-p', folder];
    const process = new ServerProcess('/usr/sbin/nginx', flags, join(folder, 'log'), folder, account);
    await process.until(
      () =>
        new Promise<void>((reached, failed) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.destroy();
            reached();
          }).on('error', failed);
        }),
    );
    return new OwnNginx(port, folder, process);
  }

  async remove(): Promise<void> {
    await this.#process.end('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What says nothing of caches is kept for ten minutes, errors too. */
function configure(folder: string, port: number, locations: readonly Location[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    worker_processes 1;
    pid ${folder}/pid;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      proxy_cache_path ${folder}/cache keys_zone=shared:1m;
      gzip on;
      gzip_types *;
      gzip_min_length 1;
      gzip_proxied any;
      gzip_vary on;
      server {
        listen 127.0.0.1:${port};
        ${locations.map(configureLocation).join('\n')}
      }
    }`;
}

function configureLocation({ path, port, to, lines = [] }: Location): string {
  return `
        location ${path} {
          proxy_pass http://127.0.0.1:${port}${to};
          proxy_redirect off;
          proxy_cache shared;
          proxy_cache_valid any 10m;
          add_header X-Cache $upstream_cache_status always;
          ${lines.join('\n')}
        }`;
}
