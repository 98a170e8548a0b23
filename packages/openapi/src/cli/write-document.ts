// The command: loads an application, builds its document, and writes it or compares it with a file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { oas31 } from 'openapi3-ts';
import { openApiDocument } from '../open-api-document.js';
import { loadApplication, type Application } from './app-module.js';
import { readCommand, usage, type Command } from './command-line.js';
import { reportFailure, reportSuccess, type CommandResult } from './command-result.js';
import { findFirstDifference, type Difference } from './document-difference.js';
import { renderDocument, parseDocument } from './document-text.js';
import { Failure, describeError } from './failure.js';

/** Runs the command. Never throws. */
export async function writeDocument(args: readonly string[]): Promise<CommandResult> {
  try {
    const command = readCommand(args);
    if (command === 'help') return reportSuccess(usage);
    const document = createDocument(await loadApplication(command), command);
    return command.check ? compareWithFile(document, command) : writeToFile(document, command);
  } catch (error) {
    return reportFailure(describeError(error));
  }
}

function reportStale(reason: string): CommandResult {
  return { exitCode: 1, output: '', errors: `${reason} Run again without --check to update it.\n` };
}

function createDocument({ api, options }: Application, { module }: Command): oas31.OpenAPIObject {
  try {
    return openApiDocument(api, options);
  } catch (error) {
    throw new Failure(`${module}: the document cannot be built: ${describeError(error)}`);
  }
}

function writeToFile(document: oas31.OpenAPIObject, { file, format }: Command): CommandResult {
  const text = renderDocument(document, format);
  if (file === null) return reportSuccess(text);
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${describeError(error)}`);
  }
  return reportSuccess(`${file} is written.\n`);
}

function compareWithFile(document: oas31.OpenAPIObject, command: Command): CommandResult {
  const { file, format } = command;
  if (file === null || !existsSync(file)) return reportStale(`${String(file)} does not exist.`);
  const written = readDocument(file, command);
  if (!written) return reportStale(`${file} is not ${format.toUpperCase()}.`);
  const difference = findFirstDifference(written.document, document);
  return difference
    ? reportStale(`${file} is stale: ${describeDifference(difference)}.`)
    : reportSuccess(`${file} is up to date.\n`);
}

/** Null for a file that is not in its format. */
function readDocument(file: string, { format }: Command): { readonly document: unknown } | null {
  const text = readFileSync(file, 'utf8');
  try {
    return { document: parseDocument(text, format) };
  } catch {
    return null;
  }
}

function describeDifference({ pointer, old, now }: Difference): string {
  return `at ${pointer || 'its root'} it has ${shortenValue(old)} instead of ${shortenValue(now)}`;
}

function shortenValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
