// Arguments -> what is to be done. Reads no file.
import { parseArgs } from 'node:util';
import { documentFormats, findFileFormat, type DocumentFormat } from './document-text.js';
import { Failure, describeError } from './failure.js';

/** What was asked for. */
export interface Command {
  /** File of the application's module. */
  readonly module: string;
  /** Export with the API; null for `api` or the default. */
  readonly apiExport: string | null;
  /** Export with the options of the document; null for `openApiOptions`, if there is one. */
  readonly optionsExport: string | null;
  /** Where the document goes; null for standard output. */
  readonly file: string | null;
  readonly format: DocumentFormat;
  /** Whether the file is compared and left as it is. */
  readonly check: boolean;
}

export const usage = `Usage: decorest-openapi <module> [options]

Writes the OpenAPI document of an application. <module> is a JavaScript file that exports the API as \`api\` or by
default: what createApi() returned, a promise of it, or a function that returns either.

  --export <name>    the export with the API, where it has another name
  --options <name>   the export with the document's options (info, servers, ...); openApiOptions, if there is one
  --out <file>       the file to write; standard output without it
  --format <format>  json or yaml; as the file's name ends, otherwise json
  --check            write nothing, but fail when <file> is not what would be written
  --help             this text

Exit code: 0 done; 1 the file is stale; 2 it cannot be done.
`;

/** The command of these arguments, or `help`. Throws `Failure` where they make no sense. */
export function readCommand(args: readonly string[]): Command | 'help' {
  const { values, positionals } = parseArguments(args);
  if (values.help) return 'help';
  const [module, ...others] = positionals;
  if (module === undefined) throw createUsageError('The module is missing.');
  if (others.length > 0) throw createUsageError(`One module, not ${positionals.length}.`);
  const { out: file = null, check = false } = values;
  if (check && file === null) throw createUsageError('--check needs the file: --out <file>.');
  return {
    module,
    apiExport: values.export ?? null,
    optionsExport: values.options ?? null,
    file,
    format: resolveFormat(values.format, file),
    check,
  };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw createUsageError(`${describeError(error).split('. ', 1)[0]?.replace(/\.$/, '') ?? ''}.`);
  }
}

const options = {
  export: { type: 'string' },
  options: { type: 'string' },
  out: { type: 'string' },
  format: { type: 'string' },
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function resolveFormat(stated: string | undefined, file: string | null): DocumentFormat {
  if (stated === undefined) return file === null ? 'json' : getFormatByEnding(file);
  const format = documentFormats.find((known) => known === stated);
  if (format === undefined) throw createUsageError(`--format is json or yaml, not '${stated}'.`);
  return format;
}

function getFormatByEnding(file: string): DocumentFormat {
  const format = findFileFormat(file);
  if (format === undefined)
    throw createUsageError(`'${file}' ends neither in .json nor in .yaml: say which with --format.`);
  return format;
}

function createUsageError(message: string): Failure {
  return new Failure(`${message} See decorest-openapi --help.`);
}
