// The names of components. Generators of clients drop case and punctuation, so two names that differ in nothing else count as
// equal. Of components with equal names one keeps its name, and the others are spelled with other words.

/**
 * What a component is, the strongest claim first: an author named a class. Of the names that follow from classes, those with an
 * ending of ours are stronger than those with a word of the author's.
 */
const kinds = ['class', 'shared', 'derived', 'value', 'edge', 'parameter'] as const;

/** A component of a class, such as the list of its rows. */
export interface OwnedName {
  /** The name of the class. */
  readonly of: string;
  /** What follows it, such as `List`; empty for the class itself. */
  readonly part: string;
  /** Default `derived`: `part` is an ending of ours. `value` and `edge` have the name of a field or an edge. */
  readonly kind?: 'class' | 'derived' | 'value' | 'edge';
}

/** A name of its own, such as `Problem`, or one of a class. */
export type ComponentName = string | OwnedName;

/** A component that wants a name. */
export interface NameClaim {
  readonly kind: (typeof kinds)[number];
  readonly of: string;
  readonly part: string;
  /** Tells apart components of one class that have one `part`. */
  readonly identity: string;
}

/** In the names of components: how many edges may follow. */
export function describeDistance(edges: number): string {
  return ['Row', 'OneEdge', 'TwoEdges'][edges] ?? 'ManyEdges';
}

/** The claim of a schema, a parameter or a response. */
export function createClaim(name: ComponentName, identity: string, isParameter: boolean): NameClaim {
  if (typeof name === 'string') return { kind: 'shared', of: '', part: name, identity };
  const { of, part, kind = 'derived' } = name;
  return { kind: isParameter ? 'parameter' : kind, of, part, identity };
}

/** The name that a component has where no other one wants it. */
export function getUsualName({ kind, of, part }: NameClaim): string {
  return toComponentName(kind === 'parameter' ? `${of}.${part}` : `${of}${part}`);
}

function getOtherName({ kind, of, part }: NameClaim): string {
  if (kind === 'class') return toComponentName(`The${of}`);
  if (kind === 'shared') return toComponentName(`Api${part}`);
  return toComponentName(kind === 'parameter' ? `${part}.parameter.of.${of}` : `${part}Of${of}`);
}

/** What is left of a name in the languages of clients. */
export function foldName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/**
 * Names for components whose usual names are equal. `contested` has all components of each such name, `free` says whether
 * no other component has a folded name. The order of the claims decides nothing.
 */
export function settleNames(
  contested: readonly (readonly NameClaim[])[],
  isFree: (folded: string) => boolean,
): ReadonlyMap<NameClaim, string> {
  const names = new Map<NameClaim, string>();
  const used = new Set<string>();
  const assign = (claim: NameClaim, name: string): void => {
    names.set(claim, name);
    used.add(foldName(name));
  };
  const others: NameClaim[] = [];
  for (const claims of contested) {
    const [strongest, ...more] = [...claims].sort(compareClaims);
    if (strongest) assign(strongest, getUsualName(strongest));
    others.push(...more);
  }
  for (const claim of others.sort(compareClaims)) {
    let name = getOtherName(claim);
    while (used.has(foldName(name)) || !isFree(foldName(name))) name = `The${name}`;
    assign(claim, name);
  }
  return names;
}

/** A class whose name is the beginning of another one's is the stronger one. */
function compareClaims(a: NameClaim, b: NameClaim): number {
  return (
    kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
    a.of.length - b.of.length ||
    compareTexts(a.of, b.of) ||
    compareTexts(a.part, b.part) ||
    compareTexts(a.identity, b.identity)
  );
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** OpenAPI allows few characters in component names; others become their code point. */
export function toComponentName(text: string): string {
  if (/^[\w.-]*$/.test(text)) return text;
  return text.replace(/[^\w.-]/gu, (character) => `_u${character.codePointAt(0)?.toString(16) ?? ''}_`);
}
