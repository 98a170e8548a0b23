// How long a machine works for us: what its other guests do at the same time does not count.
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Processor seconds of the processes that we started and that have ended, with those that they started. null where the
 * system does not tell: only Linux does.
 */
export function processorSeconds() {
  if (process.platform !== 'linux') return null;
  // The second field, a name in parentheses, may have blanks in it.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [user, system] = fields.slice(13, 15).map(Number);
  return (user + system) / ticksPerSecond;
}
