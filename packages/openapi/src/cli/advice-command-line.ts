// Arguments of `decorest-advise` -> command. Reads no file.
import { parseArguments, requireModule } from './argument-list.js';

/** A parsed command line. */
export interface AdviceCommand {
  /** File of the application's module. */
  readonly module: string;
  /** Name of the export with the API; null for `api` or the default. */
  readonly apiExport: string | null;
  /** Whether missing indexes make the command fail. */
  readonly check: boolean;
}

const program = 'decorest-advise';

export const adviceUsage = `Usage: ${program} <module> [options]

Prints the indexes that an application needs and its database lacks, as SQL. Does not change the database. <module> is
a JavaScript file that exports the API as \`api\` or by default: the result of createApi(), a promise of it, or a function
that returns either.

  --export <name>    the export with the API, if it has another name
  --check            fail if an index is missing
  --help             print this text

TypeORM's synchronize drops indexes that no entity declares: declare them with @Index, or use migrations.

Exit code: 0 success; 1 an index is missing; 2 error.
`;

/** Parses the arguments to a command or `help`. @throws Failure for invalid arguments. */
export function readAdviceCommand(args: readonly string[]): AdviceCommand | 'help' {
  const { values, positionals } = parseArguments(program, args, options);
  if (values.help) return 'help';
  return {
    module: requireModule(program, positionals),
    apiExport: values.export ?? null,
    check: values.check ?? false,
  };
}

const options = {
  export: { type: 'string' },
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
