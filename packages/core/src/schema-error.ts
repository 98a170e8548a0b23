// The mistakes that createApi finds in entities, annotations and options, and the error that lists them.
import { recognizeAcrossCopies } from './vocabulary/is-instance.js';
import { formatQuantity, joinWords } from './vocabulary/wording.js';

/** One mistake in the entities, their annotations or the options, with its place and its remedy. */
export interface SchemaProblem {
  /** Class name of the entity, or of the class that several entities extend or embed; `options` for an option. */
  readonly entity: string;
  /** The entities that have the mistake by a class that they extend or embed, at least two; absent where one has it. */
  readonly affectedEntities?: readonly string[];
  /** Property name; absent when the problem concerns the class itself. */
  readonly member?: string;
  /** The annotation as written in the source, such as `@DefaultSort`. */
  readonly annotation?: string;
  /** What is wrong. */
  readonly problem: string;
  /** What to write instead. */
  readonly remedy: string;
}

/** The error that `createApi` throws: all mistakes at once. Its message lists them, one per line. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  /** The mistakes, at least one. */
  declare readonly problems: readonly SchemaProblem[];

  constructor(problems: readonly SchemaProblem[]) {
    super(describeProblems(problems));
    // Not enumerable: printing the error would otherwise show each problem twice, in the message and as a member.
    Object.defineProperty(this, 'problems', { value: problems });
  }
}
recognizeAcrossCopies(SchemaError, 'SchemaError');

function describeProblems(problems: readonly SchemaProblem[]): string {
  const count = formatQuantity(problems.length, 'problem');
  return [`The API cannot be built: ${count}.`, ...problems.map(describeProblem)].join('\n');
}

function describeProblem(problem: SchemaProblem): string {
  const place = problem.member === undefined ? problem.entity : `${problem.entity}.${problem.member}`;
  const annotation = problem.annotation === undefined ? '' : ` ${problem.annotation}`;
  return `- ${place}${annotation}: ${problem.problem} ${problem.remedy}${describeAffected(problem)}`;
}

/** How many entities are named. */
const maxNamed = 3;

function describeAffected({ affectedEntities = [] }: SchemaProblem): string {
  if (affectedEntities.length === 0) return '';
  const others = affectedEntities.length - maxNamed;
  const named = others > 1 ? affectedEntities.slice(0, maxNamed) : affectedEntities;
  return ` (Affects ${joinWords([...named, ...(others > 1 ? [`${others} others`] : [])])}.)`;
}
