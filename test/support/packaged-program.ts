// Programs of packages that the tests install: compilers and generators.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** npm puts a package into the folder of the workspace where another version of it is at the root. */
const folders = ['..', '../..'].map((up) => join(__dirname, up, 'node_modules'));

/** Runs the JavaScript file of a package, and fails with what it prints where it does not end well. */
export async function runPackaged(name: string, file: string, ...words: string[]): Promise<void> {
  const program = folders.map((folder) => join(folder, name, file)).find(existsSync);
  if (program === undefined) throw new Error(`${name} has no ${file}, or is not installed.`);
  await runFile(program, ...words);
}

/** Runs a JavaScript file, and returns what it prints. */
export async function runFile(...words: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, words).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}`);
  });
  return (await run).stdout;
}
