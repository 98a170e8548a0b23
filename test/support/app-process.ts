// An application of a test's in processes of their own, bundled once per test file.
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { DataSourceOptions } from 'typeorm';
import { Program } from './program.js';

const repository = resolve(__dirname, '../..');

/** Starts processes of an application that reads its data source from DATA_SOURCE and says where it listens. */
export class AppProcesses {
  readonly #entry: string;
  // Where the versions of packages are found that the sources use.
  readonly #folder = mkdtempSync(join(repository, 'packages/core/node_modules/.app-'));
  readonly #started: Program[] = [];
  #bundled: Promise<string> | undefined;

  /** `entry` is the application's own file. */
  constructor(entry: string) {
    this.#entry = entry;
  }

  /** A process over this data source; answers its port once it listens. */
  async start(
    options: DataSourceOptions,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly port: number; readonly program: Program }> {
    const file = await (this.#bundled ??= bundle(this.#entry, join(this.#folder, 'app.cjs')));
    const program = new Program(file, { ...environment, DATA_SOURCE: JSON.stringify(options) });
    this.#started.push(program);
    await program.until(() => /listening on \d+/.test(program.printed));
    return { port: Number(/listening on (\d+)/.exec(program.printed)?.[1]), program };
  }

  /** Ends those that run; fails when one has crashed before. */
  async stop(): Promise<void> {
    await Promise.all(this.#started.map((program) => program.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
    for (const program of this.#started) program.requireNoCrash();
  }
}

/** The sources as they are, not what was built of them before. */
async function bundle(entry: string, outfile: string): Promise<string> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    plugins: [
      {
        name: 'workspace-sources',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^@decorest\/(core|koa|openapi)$/ }, ({ path }) => ({
            path: join(repository, 'packages', path.slice('@decorest/'.length), 'src/index.ts'),
          }));
        },
      },
    ],
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: true } },
  });
  return outfile;
}
