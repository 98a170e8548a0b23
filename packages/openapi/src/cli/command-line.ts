// Arguments -> command. Reads no file.
import { createUsageError, parseArguments, requireModule } from './argument-list.js';
import { documentFormats, findFileFormat, type DocumentFormat } from './document-text.js';

/** A parsed command line. */
export interface Command {
  /** File of the application's module. */
  readonly module: string;
  /** Name of the export with the API; null for `api` or the default. */
  readonly apiExport: string | null;
  /** Name of the export with the document options; null for `openApiOptions`, if it exists. */
  readonly optionsExport: string | null;
  /** Output file; null for standard output. */
  readonly file: string | null;
  readonly format: DocumentFormat;
  /** Whether to compare the file instead of writing it. */
  readonly check: boolean;
}

const program = 'decorest-openapi';

export const usage = `Usage: ${program} <module> [options]

Writes the OpenAPI document of an application. <module> is a JavaScript file that exports the API as \`api\` or by
default: the result of createApi(), a promise of it, or a function that returns either.

  --export <name>    the export with the API, if it has another name
  --options <name>   the export with the document's options (info, servers, ...); default: openApiOptions, if it exists
  --out <file>       the file to write; default: standard output
  --format <format>  json or yaml; default: by the file's extension, otherwise json
  --check            write nothing; fail if <file> is not up to date
  --help             print this text

Exit code: 0 success; 1 the file is stale; 2 error.
`;

/** Parses the arguments to a command or `help`. @throws Failure for invalid arguments. */
export function readCommand(args: readonly string[]): Command | 'help' {
  const { values, positionals } = parseArguments(program, args, options);
  if (values.help) return 'help';
  const module = requireModule(program, positionals);
  const { out: file = null, check = false } = values;
  if (check && file === null) throw createUsageError(program, '--check requires --out <file>.');
  return {
    module,
    apiExport: values.export ?? null,
    optionsExport: values.options ?? null,
    file,
    format: resolveFormat(values.format, file),
    check,
  };
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
  if (format === undefined)
    throw createUsageError(program, `--format must be json or yaml, not '${stated}'.`);
  return format;
}

function getFormatByEnding(file: string): DocumentFormat {
  const format = findFileFormat(file);
  if (format === undefined)
    throw createUsageError(program, `'${file}' ends in neither .json nor .yaml: choose one with --format.`);
  return format;
}
