// The example as a process, and people who talk to it.
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { HttpClient, type Answer, type Headers } from '../support/http-client.js';
import { freePort, Program } from '../support/program.js';
import { example } from './adoption-diff.js';

export const adopted = join(example, 'dist/main.js');

/** Ada leads the bakery, in which Ben works; Cleo leads the garage, in which Dan works; Eve runs the service. */
export type Who = 'ada' | 'ben' | 'cleo' | 'dan' | 'eve' | 'nobody';

export class Timesheets {
  readonly #program: Program;
  readonly #client: HttpClient;
  readonly #tokens = new Map<Who, string>();
  readonly secret: string;
  readonly port: number;

  private constructor(program: Program, port: number, secret: string) {
    this.#program = program;
    this.#client = new HttpClient(port);
    this.port = port;
    this.secret = secret;
  }

  static async open(main: string, databaseUrl = 'sqlite::memory:'): Promise<Timesheets> {
    const port = await freePort();
    const secret = randomBytes(32).toString('hex');
    const program = new Program(main, { PORT: String(port), DATABASE_URL: databaseUrl, JWT_SECRET: secret });
    await program.until(() => program.printed.includes('"listening"'));
    return new Timesheets(program, port, secret);
  }

  /** One that is there for as long as `use` lasts, however that ends. */
  static async with<T>(
    main: string,
    databaseUrl: string,
    use: (application: Timesheets) => Promise<T>,
  ): Promise<T> {
    const application = await Timesheets.open(main, databaseUrl);
    try {
      return await use(application);
    } finally {
      await application.stop();
    }
  }

  /** A request of a user who has logged in; an object is sent as JSON. A 5xx fails the test in which it happens. */
  async send(who: Who, method: string, target: string, body?: unknown): Promise<Answer> {
    const headers = who === 'nobody' ? {} : { authorization: `Bearer ${await this.tokenOf(who)}` };
    return this.exchange(method, target, headers, body);
  }

  get(who: Who, target: string): Promise<Answer> {
    return this.send(who, 'GET', target);
  }

  async exchange(method: string, target: string, headers: Headers, body?: unknown): Promise<Answer> {
    const answer = await this.#client.send(method, target, { headers, body });
    if (answer.status >= 500)
      throw new Error(`${method} ${target} -> ${answer.text}\n${this.log.slice(-2_000)}`);
    return answer;
  }

  async tokenOf(who: Who): Promise<string> {
    const kept = this.#tokens.get(who) ?? (await this.#login(who));
    this.#tokens.set(who, kept);
    return kept;
  }

  async #login(who: Who): Promise<string> {
    const { json } = await this.exchange(
      'POST',
      '/login',
      {},
      { email: `${who}@example.com`, password: 'demo' },
    );
    return (json as { token: string }).token;
  }

  /** What it says of a request in its log, once it has said that it is answered. */
  async loggedOf(requestId: string): Promise<string[]> {
    const messages = () =>
      this.#program.printed
        .split('\n')
        .filter((line) => line.includes(`"${requestId}"`) && line.endsWith('}'))
        .map((line) => (JSON.parse(line) as { msg: string }).msg);
    await this.#program.until(() => messages().includes('answered'));
    return messages();
  }

  /** What it has logged so far. */
  get log(): string {
    return this.#program.printed + this.#program.errors;
  }

  /** Ends it as an operator would. */
  async stop(): Promise<void> {
    this.#client.close();
    this.#program.signal('SIGTERM');
    const ending = await this.#program.ended;
    if (ending.code !== 0) throw new Error(`It ended with ${JSON.stringify(ending)}:\n${this.log}`);
  }
}

/** A token made without the example's code and library. */
export function forged(secret: string, header: object, claims: object, hash = 'sha256'): string {
  const encoded = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${encoded}.${createHmac(hash, secret).update(encoded).digest('base64url')}`;
}

/** An empty database of PostgreSQL, for as long as `use` lasts. */
export async function withPostgres<T>(use: (url: string) => Promise<T>): Promise<T> {
  const given = process.env.DATABASE_URL_POSTGRES;
  if (!given) throw new Error('DATABASE_URL_POSTGRES is not set: test/support/databases.ts did not run.');
  const name = `timesheets_${randomBytes(6).toString('hex')}`;
  const administrator = new Client({ connectionString: given });
  await administrator.connect();
  try {
    await administrator.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    const url = new URL(given);
    url.pathname = `/${name}`;
    return await use(url.href);
  } finally {
    await administrator.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await administrator.end();
  }
}
