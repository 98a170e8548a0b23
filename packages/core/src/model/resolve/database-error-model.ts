// Resolves the option `databaseErrors`: the problem to which the author maps an error of the database.
import type { OwnProblem, ProblemCode } from '../../errors.js';
import type { DatabaseErrorRule } from '../../options.js';
import type { Engine } from '../../vocabulary/database.js';
import type { EntityModel } from '../api-model.js';
import { inspectValue } from '../problem/value-fault.js';
import type { SchemaProblems } from '../problem/schema-problems.js';
import { suggestName } from '../problem/suggestion.js';
import { listBodyPointers } from './constraint-model.js';

/** An error as the database reports it. */
export interface RaisedError {
  /** '' if the database reports none. */
  readonly sqlState: string;
  readonly number: number | null;
  readonly constraint: string | null;
  readonly message: string;
}

/** The answer to an error. */
interface MappedError {
  readonly problem: OwnProblem | ProblemCode;
  /** With the groups of the message in place. */
  readonly detail: string | undefined;
  readonly pointer: string | undefined;
}

/** The author's rules. */
export interface DatabaseErrorModel {
  readonly rules: readonly DatabaseErrorRule[];
  /** The answer of the first rule that an error meets. */
  find(raised: RaisedError): MappedError | null;
}

type Condition = Extract<keyof DatabaseErrorRule, 'sqlState' | 'number' | 'constraint' | 'message'>;

/** The conditions that each database reports. */
const reported: Readonly<Record<Engine, readonly Condition[]>> = {
  sqlite: ['constraint', 'message'],
  postgres: ['sqlState', 'constraint', 'message'],
  mariadb: ['sqlState', 'number', 'constraint', 'message'],
  mysql: ['sqlState', 'number', 'constraint', 'message'],
};

/** Resolves the rules. Reports those that no error of the database can meet, and pointers that match no key of a body. */
export function resolveDatabaseErrors(
  rules: readonly DatabaseErrorRule[],
  { engine, entities }: { readonly engine: Engine | null; readonly entities: readonly EntityModel[] },
  problems: SchemaProblems,
): DatabaseErrorModel {
  const conditions = engine === null ? [] : reported[engine];
  const pointers = [...new Set(entities.flatMap(listBodyPointers))];
  for (const rule of rules) checkRule(rule, { conditions, pointers }, problems);
  const tests = rules.map((rule) => createTest(rule, conditions));
  return {
    rules,
    find: (raised) => {
      for (const test of tests) {
        const mapped = test(raised);
        if (mapped) return mapped;
      }
      return null;
    },
  };
}

function checkRule(
  rule: DatabaseErrorRule,
  {
    conditions,
    pointers,
  }: { readonly conditions: readonly Condition[]; readonly pointers: readonly string[] },
  problems: SchemaProblems,
): void {
  const { pointer } = rule;
  const at = { entity: 'options', member: 'databaseErrors' };
  if (!conditions.some((condition) => rule[condition] !== undefined))
    problems.add({
      ...at,
      problem: `no error of this database has ${inspectValue(rule.sqlState ?? rule.number)}.`,
      remedy: `Add one of ${conditions.join(', ')}.`,
    });
  if (pointer === undefined || pointer === '' || pointers.includes(pointer)) return;
  problems.add({
    ...at,
    problem: `the pointer '${pointer}' points to no key of a request body.`,
    remedy: `${suggestName(pointer, pointers)}Use a key that a body can set.`,
  });
}

/** A database compares only the conditions that it reports: one rule then serves several databases. */
function createTest(rule: DatabaseErrorRule, conditions: readonly Condition[]) {
  const { problem, detail, pointer } = rule;
  const equals = conditions.filter((condition) => condition !== 'message' && rule[condition] !== undefined);
  const pattern = toPattern(rule.message);
  return (raised: RaisedError): MappedError | null => {
    if (equals.some((condition) => raised[condition] !== rule[condition])) return null;
    const match = pattern.exec(raised.message);
    return match && { problem, detail: detail && fillDetail(detail, match), pointer };
  };
}

/** A text must equal the whole message. A pattern with the flags `g` or `y` would remember its last match. */
function toPattern(message: DatabaseErrorRule['message']): RegExp {
  if (message === undefined) return /^[^]*$/;
  if (typeof message === 'string') return new RegExp(`^${message.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}$`);
  return new RegExp(message.source, message.flags.replace(/[gy]/g, ''));
}

/** The references of a detail to the message: `$&`, `$1` to `$9`, `$<name>`. */
export const detailReferences = /\$(?:&|([1-9])|<([^>]*)>)/g;

function fillDetail(detail: string, match: RegExpExecArray): string {
  return detail.replace(detailReferences, (_, at: string | undefined, name: string | undefined) => {
    if (at !== undefined) return match[Number(at)] ?? '';
    return (name === undefined ? match[0] : match.groups?.[name]) ?? '';
  });
}
