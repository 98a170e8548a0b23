// The result of a command, and how a process ends with it.
import { Console } from 'node:console';
import { describeError } from './failure.js';

/** The result of a command: its output, errors and exit code. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
  readonly errors: string;
}

/** The result of a command that did what it was asked for. */
export function reportSuccess(output: string): CommandResult {
  return { exitCode: 0, output, errors: '' };
}

/** The result of a failed command. */
export function reportFailure(reason: string): CommandResult {
  return { exitCode: 2, output: '', errors: `${reason}\n` };
}

/** Runs a command as the process: prints its result and exits, even if the application keeps resources open. */
export function runProcess(command: (args: readonly string[]) => Promise<CommandResult>): void {
  // The application's console output must not end up in the result.
  globalThis.console = new Console(process.stderr);
  process.once('uncaughtException', (error) => void endProcess(reportFailure(describeError(error))));
  process.once('beforeExit', () => void endProcess(reportFailure('The promise of the API never settled.')));
  void command(process.argv.slice(2)).then(endProcess);
}

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
