// Why a command cannot be done, in one line for whoever typed it.

/** Ends the command: its message is printed, without a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** What another's error says, in one line. The mistakes that `createApi` found are all told, each in a line. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(describeError).join('; ');
  if (!isError(error)) return String(error);
  return error.name === 'SchemaError'
    ? formatMistakes(error.message)
    : takeFirstLine(error.message) || error.name;
}

/** By its looks: the application may have a copy of core of its own, and run in a realm of its own. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}

/** A single mistake goes into the line of its heading. */
function formatMistakes(message: string): string {
  const [heading = '', ...found] = message.split('\n');
  return found.length > 1 ? message : [heading, ...found.map((line) => line.replace(/^- /, ''))].join(' ');
}

function takeFirstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}
