// Pattern -> a text that it matches. Supports the patterns that authors write for codes and numbers: characters, classes,
// groups, alternatives and counts. Ignores lookarounds, so the caller has to check the text.

/** A text that the pattern probably matches; null for a pattern with unsupported parts. */
export function generateText(pattern: string): string | null {
  const source = { text: pattern, at: 0 };
  const text = readAlternatives(source);
  return source.at === pattern.length ? text : null;
}

/** Maximum length of an example. */
const maxTextLength = 10_000;

interface Source {
  readonly text: string;
  at: number;
}

/** The text of the first alternative. */
function readAlternatives(source: Source): string | null {
  const first = readSequence(source);
  while (takeToken(source, /\|/y) !== null) if (readSequence(source) === null) return null;
  return first;
}

function readSequence(source: Source): string | null {
  let text = '';
  while (source.at < source.text.length && !/[|)]/.test(source.text.charAt(source.at))) {
    const part = readAtom(source);
    if (part === null) return null;
    const times = readCount(source);
    if (text.length + part.length * times > maxTextLength) return null;
    text += part.repeat(times);
  }
  return text;
}

/** The text of one part, without its count. */
function readAtom(source: Source): string | null {
  const opening = takeToken(source, /\((?:\?(?::|<[A-Za-z]\w*>|<?[=!]))?/y);
  if (opening !== null) return readGroup(source, opening);
  const set = takeToken(source, /\[(?:[^\\\]]|\\.)*\]/y);
  if (set !== null) return pickMember(set);
  const escape = takeToken(source, /\\(?:[dws]|\W)/y);
  if (escape !== null) return resolveEscape(escape);
  if (takeToken(source, /[$^]/y) !== null) return '';
  return takeToken(source, /\./y) === null ? takeToken(source, /[^\\*+?{}()[\]|]/uy) : 'a';
}

function readGroup(source: Source, opening: string): string | null {
  const text = readAlternatives(source);
  if (text === null || takeToken(source, /\)/y) === null) return null;
  return /[=!]$/.test(opening) ? '' : text;
}

/** The first letter or digit of a character class, otherwise its first printable character. */
function pickMember(set: string): string | null {
  try {
    const allowed = new RegExp(set, 'u');
    return characters.find((character) => allowed.test(character)) ?? null;
  } catch {
    return null;
  }
}

const printable = Array.from({ length: 95 }, (_, nth) => String.fromCharCode(32 + nth));
const characters = [
  ...printable.filter((character) => /[a-z]/.test(character)),
  ...printable.filter((character) => /[A-Z]/.test(character)),
  // 0 comes last: numbers have no leading zeros.
  ...Array.from('1234567890'),
  ...printable.filter((character) => /[^A-Za-z0-9]/.test(character)),
];

function resolveEscape(escape: string): string {
  const classes: Readonly<Record<string, string>> = { '\\d': '1', '\\w': 'a', '\\s': ' ' };
  return classes[escape] ?? escape.slice(1);
}

/** The number of repetitions of a part: one, if allowed. */
function readCount(source: Source): number {
  const counted = takeToken(source, /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
  const [, least] = /^\{(\d+)/.exec(counted ?? '') ?? [];
  if (least === undefined) return 1;
  const mayBeOnce = least === '0' && !counted?.startsWith('{0}') && !counted?.startsWith('{0,0}');
  return mayBeOnce ? 1 : Number(least);
}

function takeToken(source: Source, token: RegExp): string | null {
  token.lastIndex = source.at;
  const [found] = token.exec(source.text) ?? [];
  if (found === undefined) return null;
  source.at += found.length;
  return found;
}
