// The command itself: loads an application, makes its document, and writes it or compares it with a file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { oas31 } from 'openapi3-ts';
import { openApiDocument } from '../open-api-document.js';
import { loadApplication, type Application } from './app-module.js';
import { readCommand, usage, type Command } from './command-line.js';
import { firstDifference, type Difference } from './document-difference.js';
import { documentText, parseDocument } from './document-text.js';
import { Failure, reasonOf } from './failure.js';

/** How a command ends: what it prints where, and the exit code. */
export interface Ending {
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
  readonly errors: string;
}

/** Does what the arguments ask for. Never throws. */
export async function writeDocument(args: readonly string[]): Promise<Ending> {
  try {
    const command = readCommand(args);
    if (command === 'help') return done(usage);
    const document = documentOf(await loadApplication(command), command);
    return command.check ? compare(document, command) : write(document, command);
  } catch (error) {
    return failed(reasonOf(error));
  }
}

/** The ending of a command that could not be done. */
export function failed(reason: string): Ending {
  return { exitCode: 2, output: '', errors: `${reason}\n` };
}

function done(output: string): Ending {
  return { exitCode: 0, output, errors: '' };
}

function stale(reason: string): Ending {
  return { exitCode: 1, output: '', errors: `${reason} Write it anew without --check.\n` };
}

function documentOf({ api, options }: Application, { module }: Command): oas31.OpenAPIObject {
  try {
    return openApiDocument(api, options);
  } catch (error) {
    throw new Failure(`${module}: the document cannot be made: ${reasonOf(error)}`);
  }
}

function write(document: oas31.OpenAPIObject, { file, format }: Command): Ending {
  const text = documentText(document, format);
  if (file === null) return done(text);
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${reasonOf(error)}`);
  }
  return done(`${file} is written.\n`);
}

function compare(document: oas31.OpenAPIObject, command: Command): Ending {
  const { file, format } = command;
  if (file === null || !existsSync(file)) return stale(`${String(file)} does not exist.`);
  const written = readWritten(file, command);
  if (!written) return stale(`${file} is not ${format.toUpperCase()}.`);
  const difference = firstDifference(written.document, document);
  return difference ? stale(`${file} is stale: ${describe(difference)}.`) : done(`${file} is up to date.\n`);
}

/** Null where the file is not in its format. */
function readWritten(file: string, { format }: Command): { readonly document: unknown } | null {
  const text = readFileSync(file, 'utf8');
  try {
    return { document: parseDocument(text, format) };
  } catch {
    return null;
  }
}

function describe({ pointer, old, now }: Difference): string {
  return `at ${pointer || 'its root'} it has ${excerpt(old)} instead of ${excerpt(now)}`;
}

function excerpt(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
