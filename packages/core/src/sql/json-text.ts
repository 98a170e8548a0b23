// Values -> JSON text, for whoever prints them.

/** A number; what JSON has no number for is null (RFC 8259, 6). */
export const numberText = (value: unknown): string => (Number.isFinite(value) ? String(value) : 'null');

/** Any JSON value. */
export const jsonText = (value: unknown): string => JSON.stringify(value);

/** Text that needs no escaping. */
export const quoted = (value: unknown): string => `"${String(value)}"`;
