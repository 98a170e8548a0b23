// Pattern of ECMA-262 -> the same pattern for other languages: RE2, Java, Python, Rust and .NET. Classes whose meaning differs are
// written out; look-arounds, backreferences, word boundaries, properties and counts above 1,000 have no such form.

/** The pattern as every language reads it; null if there is none. `pattern` is a regular expression with the flag `u`. */
export function toPortablePattern(pattern: string): string | null {
  if (!isUnicodePattern(pattern)) return null;
  const source = { text: pattern, at: 0 };
  try {
    return readAlternatives(source).text;
  } catch (error) {
    if (error instanceof NotPortable) return null;
    throw error;
  }
}

class NotPortable extends Error {}

interface Source {
  readonly text: string;
  at: number;
}

/** A part of the pattern, and how often its counts repeat its innermost part. */
interface Part {
  readonly text: string;
  readonly repeats: number;
}

/** The largest count of RE2, also for counts inside of counts. */
const maxRepeats = 1000;

function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

function readAlternatives(source: Source): Part {
  const parts = [readSequence(source)];
  while (take(source, /\|/y)) parts.push(readSequence(source));
  return {
    text: parts.map(({ text }) => text).join('|'),
    repeats: Math.max(...parts.map(({ repeats }) => repeats)),
  };
}

function readSequence(source: Source): Part {
  let text = '';
  let repeats = 1;
  while (source.at < source.text.length && !/[|)]/.test(source.text.charAt(source.at))) {
    const part = readCount(source, readAtom(source));
    text += part.text;
    repeats = Math.max(repeats, part.repeats);
  }
  return { text, repeats };
}

function readCount(source: Source, { text, repeats }: Part): Part {
  const [counted, least, comma, most] = take(source, /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y) ?? [];
  if (counted === undefined) return { text, repeats };
  const count = least === undefined ? 1 : Math.max(Number(least), Number(comma ? most : least), 1);
  if (count * repeats > maxRepeats) throw new NotPortable();
  return { text: text + counted, repeats: count * repeats };
}

function readAtom(source: Source): Part {
  const [opening] = take(source, /\((?:\?(?:<(?![=!])[^>]*>|[^<:])?:?|\?<[=!])?/y) ?? [];
  if (opening !== undefined) return readGroup(source, opening);
  if (take(source, /\[/y)) return { text: readClass(source), repeats: 1 };
  const escape = readEscape(source);
  if (escape)
    return { text: escape.set ? `[${escape.negated ? '^' : ''}${escape.set}]` : escape.text, repeats: 1 };
  const [character] = take(source, /[^]/uy) ?? [];
  if (character === undefined) throw new NotPortable();
  return { text: character === '.' ? anyOfLine : character, repeats: 1 };
}

function readGroup(source: Source, opening: string): Part {
  const isPlain = opening === '(' || opening === '(?:' || /^\(\?<[^=!]/.test(opening);
  if (!isPlain) throw new NotPortable();
  const { text, repeats } = readAlternatives(source);
  if (!take(source, /\)/y)) throw new NotPortable();
  return { text: `${opening === '(' ? '(' : '(?:'}${text})`, repeats };
}

/** What `.` matches; other languages end lines at fewer characters, or at more. */
const anyOfLine = '[^\\n\\r\u2028\u2029]';

/** What `\s` matches, as members of a class. */
const whiteSpace = '\\t-\\r \\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** The pattern of a character that is no white space. */
export const noWhiteSpace = `[^${whiteSpace}]`;

const classes: ReadonlyMap<string, string> = new Map([
  ['d', '0-9'],
  ['w', 'A-Za-z0-9_'],
  ['s', whiteSpace],
]);

/** An escape: a class with its members, or a character as it is written outside of classes. */
interface Escape {
  readonly text: string;
  readonly character: string;
  readonly set: string | null;
  readonly negated: boolean;
}

function readEscape(source: Source): Escape | null {
  const [, code, hexadecimal, control, other] =
    take(
      source,
      /\\(?:u\{([0-9A-Fa-f]+)\}|[ux]((?<=u)[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|(?<=u)[0-9A-Fa-f]{4}|(?<=x)[0-9A-Fa-f]{2})|c([A-Za-z])|([^]))/uy,
    ) ?? [];
  if (code !== undefined) return createCharacter(String.fromCodePoint(Number.parseInt(code, 16)));
  if (hexadecimal !== undefined)
    return createCharacter(
      String.fromCharCode(...hexadecimal.split('\\u').map((unit) => Number.parseInt(unit, 16))),
    );
  if (control !== undefined) return createCharacter(String.fromCharCode(control.charCodeAt(0) % 32));
  return other === undefined ? null : resolveEscape(other);
}

const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
]);

function resolveEscape(letter: string): Escape {
  const set = classes.get(letter.toLowerCase());
  if (set) return { text: '', character: '', set, negated: letter !== letter.toLowerCase() };
  if (/[A-Za-z1-9]/.test(letter) && !namedCharacters.has(letter)) throw new NotPortable();
  return createCharacter(namedCharacters.get(letter) ?? letter);
}

function createCharacter(character: string): Escape {
  if (/\p{Surrogate}/u.test(character)) throw new NotPortable();
  return { text: spellCharacter(character, /[\\^$.*+?()[\]{}|]/), character, set: null, negated: false };
}

/** A character as it is, or escaped if it has a meaning or cannot be seen. */
function spellCharacter(character: string, syntax: RegExp): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\t') return '\\t';
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (code < 32 || (code >= 127 && code < 161)) return `\\x${code.toString(16).padStart(2, '0')}`;
  return syntax.test(character) ? `\\${character}` : character;
}

/** A class from its second character. */
function readClass(source: Source): string {
  const negated = take(source, /\^/y) !== null;
  const members = readMembers(source);
  const complements = members.filter((member) => typeof member !== 'string' && member.negated);
  const [only] = complements;
  const spelled = members
    .map((member) => (typeof member === 'string' ? member : (member.set ?? '')))
    .join('');
  if (members.length === 0) throw new NotPortable();
  if (only === undefined || typeof only === 'string') return `[${negated ? '^' : ''}${spelled}]`;
  if (members.length === 1) return `[${negated ? '' : '^'}${spelled}]`;
  // `[\s\S]` is any character; no text of a request has NUL.
  const isAny =
    !negated &&
    members.some((member) => typeof member !== 'string' && !member.negated && member.set === only.set);
  if (!isAny) throw new NotPortable();
  return '[^\\x00]';
}

/** The members up to the end of the class: characters and ranges as texts, escapes of classes. */
function readMembers(source: Source): readonly (string | Escape)[] {
  const members: (string | Escape)[] = [];
  while (!take(source, /\]/y)) {
    const first = readMember(source);
    if (typeof first !== 'string') members.push(first);
    else if (/-[^\]]/y.test(source.text.slice(source.at)) && isRange(source)) {
      source.at += 1;
      const last = readMember(source);
      if (typeof last !== 'string') throw new NotPortable();
      members.push(`${spellMember(first)}-${spellMember(last)}`);
    } else {
      const isAtEdge = members.length === 0 || source.text.charAt(source.at) === ']';
      members.push(first === '-' && isAtEdge ? '-' : spellMember(first));
    }
  }
  return members;
}

function isRange({ text, at }: Source): boolean {
  return text.charAt(at) === '-' && text.charAt(at + 1) !== ']';
}

/** The next member: a character, or the escape of a class. */
function readMember(source: Source): string | Escape {
  if (take(source, /\\b/y)) return '\b';
  const escape = readEscape(source);
  if (escape) return escape.set ? escape : escape.character;
  const [character] = take(source, /[^]/uy) ?? [];
  if (character === undefined) throw new NotPortable();
  return character;
}

/** `[`, `&`, `~` and `|` begin operators of classes in some languages. */
function spellMember(character: string): string {
  return /[&~|]/.test(character)
    ? `\\x${character.charCodeAt(0).toString(16)}`
    : spellCharacter(character, /[\\\]^[-]/);
}

function take(source: Source, token: RegExp): RegExpExecArray | null {
  token.lastIndex = source.at;
  const found = token.exec(source.text);
  if (found) source.at += found[0].length;
  return found;
}
