// Runs the petstore: environment in, server out, orderly end. `PORT` (default 3000) and `DATABASE_URL`.
import 'reflect-metadata';
import { serve, type RunningServer } from '@decorest/koa/serve';
import { createPetstore } from './app.js';
import { petstoreDataSource } from './data-source.js';
import { seed } from './seed.js';

async function run(): Promise<void> {
  const port = portOf(process.env.PORT ?? '3000');
  const dataSource = petstoreDataSource(process.env.DATABASE_URL);
  await dataSource.initialize();
  try {
    await seed(dataSource);
    const { app } = createPetstore(dataSource);
    greet(await serve(app, { port, close: () => dataSource.destroy() }).catch(refused(port)));
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function refused(port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new Error(`port ${String(port)} cannot be used (${error.code ?? error.message}).`);
  };
}

function greet({ port }: RunningServer): void {
  const base = `http://localhost:${String(port)}`;
  console.log(`The petstore is open. Documentation: ${base}/docs`);
  console.log(`Try: curl '${base}/pets?type.eq=DOG&owner.display_name.ihas=ada&pretty=true'`);
}

run().catch((error: unknown) => {
  console.error(`The petstore cannot start: ${reason(error)}`);
  process.exitCode = 1;
});

/** One line for any error; Node reports several refused addresses as an error without a message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}
