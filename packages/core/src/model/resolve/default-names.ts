// Names that authors did not write: of several classes or edges whose default names are equal, one keeps its own, and the
// others get a word before it. The order of declaration decides nothing.
import { isSingular, splitWords } from './wire-name.js';

/** What authors declare: classes in the singular and in PascalCase, edges in camelCase. */
type Declared = 'class' | 'edge';

/** Declared names to distinguish. */
interface DeclaredNames {
  readonly declared: Declared;
  readonly names: readonly string[];
  /** The default name, such as the path of a class: two declared names may have one. */
  readonly toDefault: (name: string) => string;
  /** Names that authors wrote for others. */
  readonly taken?: readonly string[];
}

/**
 * The noun of each declared name: no two have one default name, and none has one that is taken. `Pet` is itself and `Pets`,
 * beside it, `The_Pets`. A further class changes the noun of another one only if its own name is spelled more usually.
 */
export function assignNouns({
  declared,
  names,
  toDefault,
  taken = [],
}: DeclaredNames): ReadonlyMap<string, string> {
  const used = new Set(taken);
  const nouns = new Map<string, string>();
  const assign = (name: string, noun: string): void => {
    used.add(toDefault(noun));
    nouns.set(name, noun);
  };
  const ordered = [...new Set(names)].sort(
    (a, b) => Number(isUsual(b, declared)) - Number(isUsual(a, declared)) || (a < b ? -1 : 1),
  );
  for (const name of ordered) if (!used.has(toDefault(name))) assign(name, name);
  for (const name of ordered) {
    if (nouns.has(name)) continue;
    let noun = `The_${name}`;
    while (used.has(toDefault(noun))) noun = `The_${noun}`;
    assign(name, noun);
  }
  return nouns;
}

/** Whether the name is spelled as most are: its default name hides nothing of it. */
function isUsual(name: string, declared: Declared): boolean {
  const words = splitWords(name);
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (declared === 'edge') return name === pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return name === pascal && isSingular(words.at(-1) ?? '');
}
