// PostgreSQL compiles the expressions of an expensive statement (JIT) without looking for a cancel: one that is as long as the
// limits allow compiles for minutes. It is turned off for long statements and those that the planner misjudges, and for the
// rest of their transaction: a setting of the connection would be lost behind a pooler, or reach its other clients. See
// docs/decisions/0106-what-a-request-may-cost.md.
import type { BoundStatement } from '../../execute/script.js';
import { bindStatement } from '../../execute/script.js';
import { createFixedStatement } from '../../sql/statement.js';

/** In UTF-16 code units. A shorter statement is compiled in a fraction of a second. */
const maxCompiledLength = 8_192;

const turnOff = bindStatement(createFixedStatement("SELECT set_config('jit', 'off', true)"), []);

/** The place of the first statement that must not be compiled; -1 without one. */
export function findUncompiledAt(calls: readonly BoundStatement[]): number {
  return calls.findIndex(
    ({ statement: { text, isOverpriced } }) => isOverpriced || text.length > maxCompiledLength,
  );
}

/** Turns compilation off before a statement. `BEGIN` must come first, as it may set the isolation level. */
export function turnJitOffAt(calls: readonly BoundStatement[], at: number): readonly BoundStatement[] {
  return [...calls.slice(0, at), turnOff, ...calls.slice(at)];
}
