#!/usr/bin/env node
// `decorest-openapi`: prints how the command ended, and ends the process, whatever the application keeps open.
import { Console } from 'node:console';
import { reasonOf } from './failure.js';
import { failed, writeDocument, type Ending } from './write-document.js';

async function end({ exitCode, output, errors }: Ending): Promise<void> {
  await print(process.stderr, errors);
  await print(process.stdout, output);
  process.exit(exitCode);
}

/** Waits until the text is out: a pipe may take it in pieces. A reader that went away wants no more of it. */
function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
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
process.once('uncaughtException', (error) => void end(failed(reasonOf(error))));
process.once('beforeExit', () => void end(failed('The API never came: its promise does not settle.')));
void writeDocument(process.argv.slice(2)).then(end);
