// Parameters before they are chosen: an operation with hundreds of them cannot be called in some languages.
import type { oas31 } from 'openapi3-ts';

export type Parameter = oas31.ParameterObject | oas31.ReferenceObject;

/** Parameters that a document may leave out. `edge conditions` are filters across edges that `where` describes, too. */
export type OptionalParameters =
  'edge conditions' | 'edge filters' | 'further measures' | 'own filters' | 'last filters';

/** A parameter that is built only if the operation has it. */
export interface ParameterDraft {
  /** Null for a parameter that stays. */
  readonly of: OptionalParameters | null;
  readonly build: () => Parameter;
}

/** The parameters of an operation, and what it leaves out. */
export interface ChosenParameters {
  readonly parameters: Parameter[];
  readonly omitted: readonly OptionalParameters[];
}

/** Java has at most 255 parameters of a method; the client adds some of its own. */
const maxParameters = 200;

/** What an operation may leave out. */
export interface Omissions {
  /** In any case. */
  readonly always: readonly OptionalParameters[];
  /** If there are too many, in order: as few kinds as possible. */
  readonly ifTooMany: readonly OptionalParameters[];
}

/** Leaves out parameters, and builds the others. */
export function chooseParameters(
  drafts: readonly ParameterDraft[],
  { always, ifTooMany }: Omissions,
): ChosenParameters {
  const omitted: OptionalParameters[] = [];
  let kept = drafts;
  for (const kind of [...always, ...ifTooMany]) {
    if (!always.includes(kind) && kept.length <= maxParameters) break;
    const fewer = kind === 'last filters' ? omitLastFilters(kept) : kept.filter(({ of }) => of !== kind);
    if (fewer.length < kept.length) omitted.push(kind);
    kept = fewer;
  }
  return { parameters: kept.map(({ build }) => build()), omitted };
}

/** Leaves out as many filters as are too many. */
function omitLastFilters(drafts: readonly ParameterDraft[]): readonly ParameterDraft[] {
  const filters = drafts.filter(({ of }) => of === 'own filters');
  const omitted = new Set(filters.slice(Math.max(0, filters.length - (drafts.length - maxParameters))));
  return drafts.filter((draft) => !omitted.has(draft));
}

/** Drafts of parameters that stay. */
export function keepParameters(parameters: readonly Parameter[]): ParameterDraft[] {
  return parameters.map((parameter) => ({ of: null, build: () => parameter }));
}
