// Errors of the command for its user, in one line.

/** Ends the command. Its message is printed without a stack trace. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Describes any error in one line, except the problems that `createApi` found: all are listed, one per line. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(describeError).join('; ');
  if (!isError(error)) return String(error);
  return error.name === 'SchemaError'
    ? formatMistakes(error.message)
    : takeFirstLine(error.message) || error.name;
}

/** Checks the structure instead of the class: the application may use another copy of core, or another realm. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}

/** A single problem is appended to its heading. */
function formatMistakes(message: string): string {
  const [heading = '', ...found] = message.split('\n');
  return found.length > 1 ? message : [heading, ...found.map((line) => line.replace(/^- /, ''))].join(' ');
}

function takeFirstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}
