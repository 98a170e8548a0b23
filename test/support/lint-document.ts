// Lints an OpenAPI document as its users would: with Redocly and with Spectral.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenApiDocument } from './declared-response.js';

/** What a linter found. */
export interface Finding {
  readonly linter: 'redocly' | 'spectral';
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  /** Where in the document. */
  readonly place: string;
}

const program = join(__dirname, 'openapi-linters.mjs');

/** All findings of both linters, errors and warnings. */
export async function lintDocument(document: OpenApiDocument): Promise<Finding[]> {
  const output = await runWith(JSON.stringify(document));
  return JSON.parse(output) as Finding[];
}

async function runWith(input: string): Promise<string> {
  const running = promisify(execFile)(process.execPath, [program], { maxBuffer: 2 ** 26 });
  running.child.stdin?.end(input);
  return (await running).stdout;
}
