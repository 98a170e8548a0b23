// Runs commands of a cell: quiet when they succeed, everything they printed when they do not.
import { spawn } from 'node:child_process';

/** What a command printed. Rejects with all of it when the command fails. */
export async function run(command, args, { cwd, env = {} }) {
  const child = spawn(command, args, { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = printedBy(child);
  const code = await new Promise((ended, failed) => child.once('error', failed).once('close', ended));
  if (code === 0) return printed();
  throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${printed()}`);
}

/** Collects what a process prints. */
export function printedBy(child) {
  const parts = [];
  child.stdout.on('data', (part) => parts.push(part));
  child.stderr.on('data', (part) => parts.push(part));
  return () => Buffer.concat(parts).toString().trim();
}

/** Ours, without what npm passes to its scripts about the workspace. */
export function environment(given) {
  const ours = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_local)/.test(name),
  );
  return { ...Object.fromEntries(ours), ...given };
}
