// The environment, read once and checked.
import { randomBytes } from 'node:crypto';

export interface Settings {
  readonly port: number;
  readonly databaseUrl: string;
  /** Signs the tokens. Without JWT_SECRET it is made up, and tokens die with the process. */
  readonly jwtSecret: Uint8Array;
  readonly logLevel: string;
}

export function settingsOf(environment: NodeJS.ProcessEnv): Settings {
  return {
    port: portOf(environment.PORT ?? '3000'),
    databaseUrl: environment.DATABASE_URL ?? 'sqlite:timesheets.sqlite',
    jwtSecret: secretOf(environment.JWT_SECRET),
    logLevel: environment.LOG_LEVEL ?? 'info',
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function secretOf(text: string | undefined): Uint8Array {
  if (text === undefined) return randomBytes(32);
  const secret = Buffer.from(text);
  if (secret.length >= 32) return secret;
  throw new Error('JWT_SECRET must have at least 32 characters.');
}
