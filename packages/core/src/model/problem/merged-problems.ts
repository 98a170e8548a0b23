// One mistake in a class is one problem, however many entities extend or embed the class.
import type { SchemaProblem } from '../../schema-error.js';

/** A class, or a member of one, that has a mistake in the source. */
export interface ProblemSource {
  readonly type: object;
  readonly className: string;
  /** Undefined for the class itself. */
  readonly member: string | undefined;
}

/** Finds the source of a problem; null if it is not known. */
export type FindProblemSource = (problem: SchemaProblem) => ProblemSource | null;

/** Merges the problems that several entities have from one source, at the place of the first. */
export function mergeProblems(
  problems: readonly SchemaProblem[],
  findSource: FindProblemSource,
): readonly SchemaProblem[] {
  const groups = new Map<string, Group>();
  const numbers = new Map<object, number>();
  for (const [at, problem] of problems.entries()) {
    const source = findSource(problem);
    const key = source ? formatKey(problem, source, numberType(numbers, source.type)) : String(at);
    const group = groups.get(key) ?? { source, problems: [] };
    group.problems.push(problem);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(mergeGroup);
}

interface Group {
  readonly source: ProblemSource | null;
  readonly problems: SchemaProblem[];
}

function mergeGroup({ source, problems }: Group): readonly SchemaProblem[] {
  const [first] = problems;
  const affectedEntities = [...new Set(problems.map(({ entity }) => entity))];
  if (!source || !first || affectedEntities.length === 1) return problems;
  const { className: entity, member } = source;
  const { annotation, problem, remedy } = first;
  return [
    Object.freeze({
      entity,
      ...(member !== undefined && { member }),
      ...(annotation !== undefined && { annotation }),
      problem,
      remedy,
      affectedEntities: Object.freeze(affectedEntities),
    }),
  ];
}

/** Equal for problems from one source that say the same. */
function formatKey(
  { annotation, problem, remedy }: SchemaProblem,
  { member }: ProblemSource,
  type: number,
): string {
  return JSON.stringify([type, member, annotation, problem, remedy]);
}

/** Two classes may have the same name. */
function numberType(numbers: Map<object, number>, type: object): number {
  const known = numbers.get(type) ?? numbers.size;
  numbers.set(type, known);
  return known;
}
