#!/usr/bin/env node
// `decorest-openapi`: prints how the command ended, and ends the process, whatever the application keeps open.
import { Console } from 'node:console';
import { describeError } from './failure.js';
import { reportFailure, writeDocument, type CommandResult } from './write-document.js';

async function endProcess({ exitCode, output, errors }: CommandResult): Promise<void> {
  await printText(process.stderr, errors);
  await printText(process.stdout, output);
  process.exit(exitCode);
}

/** Waits until the text is out: a pipe may take it in pieces. A reader that went away wants no more of it. */
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

// What the application logs must not stand in the document.
globalThis.console = new Console(process.stderr);
process.once('uncaughtException', (error) => void endProcess(reportFailure(describeError(error))));
process.once(
  'beforeExit',
  () => void endProcess(reportFailure('The API never came: its promise does not settle.')),
);
void writeDocument(process.argv.slice(2)).then(endProcess);
