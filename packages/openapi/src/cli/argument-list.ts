// What the command lines of all programs have in common.
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Failure, describeError } from './failure.js';

type ParsedArguments<T extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>
>;

/** Parses arguments by the options of a program. @throws Failure for invalid arguments. */
export function parseArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  program: string,
  args: readonly string[],
  options: T,
): ParsedArguments<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw createUsageError(program, `${describeError(error).split('. ', 1)[0]?.replace(/\.$/, '') ?? ''}.`);
  }
}

/** The one argument that is no option. @throws Failure unless there is exactly one. */
export function requireModule(program: string, [module, ...others]: readonly string[]): string {
  if (module === undefined) throw createUsageError(program, 'The module is missing.');
  if (others.length > 0) throw createUsageError(program, `Expected one module, got ${others.length + 1}.`);
  return module;
}

/** A mistake in the arguments. */
export function createUsageError(program: string, message: string): Failure {
  return new Failure(`${message} See ${program} --help.`);
}
