// The code blocks of a Markdown text: finds them, and compiles and runs a TypeScript program for real.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, Program } from './program.js';

const workspace = join(__dirname, '..');
const compiler = join(workspace, '../node_modules/typescript/bin/tsc');

/** The contents of the blocks of one language, in order. */
export function codeBlocks(markdown: string, language: string): string[] {
  const fences = markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'));
  return [...fences].map(([, content = '']) => content);
}

/** A command, and what it prints. */
export interface ConsoleStep {
  readonly command: string;
  readonly output: string;
}

/** The steps of all `console` blocks: a line that starts with `$ ` is a command, the lines after it its output. */
export function consoleSteps(markdown: string): ConsoleStep[] {
  const steps = codeBlocks(markdown, 'console').flatMap((block) => block.split(/^\$ /m).slice(1));
  return steps.map((step) => {
    const [command = '', ...output] = step.trimEnd().split('\n');
    return { command, output: output.join('\n') };
  });
}

export interface RunningProgram {
  readonly port: number;
  stop(): Promise<void>;
}

/** Compiles a program that listens on `port` and runs it, on a free port instead. Type errors fail. */
export async function startProgram(source: string, port: number): Promise<RunningProgram> {
  const folder = mkdtempSync(join(workspace, '.readme-'));
  const free = await freePort();
  try {
    const program = new Program(compile(folder, source.replaceAll(String(port), String(free))));
    await program.until(() => accepts(free));
    const stop = async () => {
      await program.kill();
      program.requireNoCrash();
    };
    return { port: free, stop };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Answers the compiled file. */
function compile(folder: string, source: string): string {
  const compilerOptions = { declaration: false, sourceMap: false, inlineSources: false };
  const config = { extends: '../../tsconfig.base.json', compilerOptions, files: ['program.ts'] };
  writeFileSync(join(folder, 'program.ts'), source);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    return join(folder, 'program.js');
  } catch (cause) {
    const printed = cause instanceof Error && 'stdout' in cause ? String(cause.stdout) : String(cause);
    throw new Error(`The program does not compile (are the packages built?):\n${printed}`, { cause });
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((answered) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      answered(true);
    });
    socket.on('error', () => {
      answered(false);
    });
  });
}
