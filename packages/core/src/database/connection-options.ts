// What the user has set in the options of a data source.

/** The value of an option; undefined where it is not set. */
export function readOption(options: unknown, name: string): unknown {
  return hasOption(options, name) ? options[name] : undefined;
}

/** Whether an option is set, also to undefined. */
export function hasOption<Name extends string>(
  options: unknown,
  name: Name,
): options is Readonly<Record<Name, unknown>> {
  return typeof options === 'object' && options !== null && name in options;
}
