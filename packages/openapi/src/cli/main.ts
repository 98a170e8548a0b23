#!/usr/bin/env node
// `decorest-openapi`: prints the result and exits, even if the application keeps resources open.
import { Console } from 'node:console';
import { describeError } from './failure.js';
import { reportFailure, writeDocument, type CommandResult } from './write-document.js';

async function endProcess({ exitCode, output, errors }: CommandResult): Promise<void> {
  await printText(process.stderr, errors);
  await printText(process.stdout, output);
  process.exit(exitCode);
}

/** Waits until the text has been written: a pipe may take it in chunks. Ignores a reader that has closed the pipe. */
function printText(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((printed) => {
    stream.once('error', () => {
      printed();
    });
    stream.write(text, () => {
      printed();
    });
  });
}

// The application's console output must not end up in the document.
globalThis.console = new Console(process.stderr);
process.once('uncaughtException', (error) => void endProcess(reportFailure(describeError(error))));
process.once('beforeExit', () => void endProcess(reportFailure('The promise of the API never settled.')));
void writeDocument(process.argv.slice(2)).then(endProcess);
