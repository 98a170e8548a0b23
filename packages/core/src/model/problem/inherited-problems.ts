// One mistake in a class is one problem, however many entities extend or embed the class.
import type { SchemaProblem } from '../../schema-error.js';

/** A member where the source declares it. */
interface DeclaredMember {
  readonly type: object;
  /** The name of the class. */
  readonly className: string;
  readonly member: string;
}

/** Finds where a member is declared, or annotated last; null if no class declares it. */
export type FindDeclaration = (entity: string, member: string) => DeclaredMember | null;

/** Unites the problems that several entities have by a member of one class, at the place of the first. */
export function uniteInherited(
  problems: readonly SchemaProblem[],
  findDeclaration: FindDeclaration,
): readonly SchemaProblem[] {
  const groups = new Map<string, { declared: DeclaredMember | null; problems: SchemaProblem[] }>();
  const numbers = new Map<object, number>();
  for (const [at, problem] of problems.entries()) {
    const { entity, member } = problem;
    const declared = member === undefined ? null : findDeclaration(entity, member);
    const key = declared ? describeGroup(problem, declared, numberOf(numbers, declared.type)) : String(at);
    const group = groups.get(key) ?? { declared, problems: [] };
    group.problems.push(problem);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ declared, problems: [first, ...others] }) => {
    if (!first) return [];
    if (!declared || others.length === 0) return [first];
    const { className: entity, member } = declared;
    const heirs = new Set([first, ...others].map((problem) => problem.entity));
    heirs.delete(entity);
    return [Object.freeze({ ...first, entity, member, inheritedBy: Object.freeze([...heirs]) })];
  });
}

/** Equal for problems of one declaration that say the same. */
function describeGroup(
  { annotation, problem, remedy }: SchemaProblem,
  { member }: DeclaredMember,
  type: number,
): string {
  return JSON.stringify([type, member, annotation, problem, remedy]);
}

/** Two classes may have the same name. */
function numberOf(numbers: Map<object, number>, type: object): number {
  const known = numbers.get(type) ?? numbers.size;
  numbers.set(type, known);
  return known;
}
