// Node's CPU profile -> what each function and each part of the program took by itself.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Share {
  readonly name: string;
  /** Of the busy time, from 0 to 1. */
  readonly share: number;
}

export interface ProfileSummary {
  readonly parts: readonly Share[];
  readonly functions: readonly Share[];
}

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** Reads the one profile in a folder; its first `warmUp` microseconds do not count. */
export function summaryOf(folder: string, warmUp: number): ProfileSummary {
  const [file] = readdirSync(folder);
  if (file === undefined) throw new Error('Node wrote no profile.');
  const selfTimes = selfTimesOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile, warmUp);
  return { parts: shares(selfTimes, partOf), functions: shares(selfTimes, functionOf) };
}

function selfTimesOf({ nodes, samples, timeDeltas }: CpuProfile, warmUp: number): [CallFrame, number][] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times: [CallFrame, number][] = [];
  let time = 0;
  samples.forEach((id, at) => {
    const delta = timeDeltas[at] ?? 0;
    const frame = frames.get(id);
    time += delta;
    if (time > warmUp && frame && frame.functionName !== '(idle)') times.push([frame, delta]);
  });
  return times;
}

/** Summed by name, the greatest first. */
function shares(selfTimes: readonly [CallFrame, number][], nameOf: (frame: CallFrame) => string): Share[] {
  const sums = new Map<string, number>();
  let total = 0;
  for (const [frame, time] of selfTimes) {
    const name = nameOf(frame);
    sums.set(name, (sums.get(name) ?? 0) + time);
    total += time;
  }
  return [...sums].map(([name, sum]) => ({ name, share: sum / total })).sort((a, b) => b.share - a.share);
}

function functionOf({ functionName, url, lineNumber }: CallFrame): string {
  const file = url.replace(/^.*\/(packages|benchmarks|node_modules)\//, '$1/');
  return `${functionName || '(anonymous)'} ${file}${url ? `:${lineNumber + 1}` : ''}`;
}

/** The package; for our own also the folder in it, which is the stage. */
function partOf({ functionName, url }: CallFrame): string {
  const own = /\/packages\/(\w+)\/dist\/(\w+)/.exec(url);
  if (own) return `${own[1] ?? ''}/${own[2] ?? ''}`;
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
  return installed?.[1] ?? (url.startsWith('node:') ? 'node' : url ? 'benchmarks' : `native ${functionName}`);
}
