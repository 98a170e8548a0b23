// Finds regular expressions with the same meaning in JSON Schema as in JavaScript: schemas have no flags, and their patterns
// match whole characters where JavaScript may match half a surrogate pair.

/** `.` and negated classes: each may match half of a character beyond U+FFFF. */
const open = /^(?:\.|\\[DSWB]|\[\^(?:[^\\\]]|\\.)*\]|\[(?:[^\\\]]|\\.)*?\\[DSW](?:[^\\\]]|\\.)*\])/;

/** Any other part: an escape, a class, a single character. */
const closed = /^(?:\\.|\[(?:[^\\\]]|\\.)*\]|[^])/;

/** A safe successor of a part that matches at least one half: no other part can then match the other half alone. */
const fence = /^(?:$|\$|(?:[^()[\]{}|\\.?*+^$]|\\[-@/:.?*+()[\]{}|^$])(?![*?{]))/;

/** Whether the source matches the same texts as the pattern of a schema. */
export function isPortablePattern({ source, flags }: RegExp): boolean {
  if (!isUnicodePattern(source)) return false;
  const meaningful = flags.replace(/[gd]/g, '');
  if (meaningful === 'u') return true;
  return meaningful === '' && !/[\u{10000}-\u{10ffff}]|\\[ukpP]/u.test(source) && !seesHalves(source);
}

function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source === source;
  } catch {
    return false;
  }
}

function seesHalves(source: string): boolean {
  let rest = source;
  while (rest !== '') {
    const [part] = open.exec(rest) ?? [];
    if (part === undefined) {
      rest = rest.slice((closed.exec(rest)?.[0] ?? rest).length);
      continue;
    }
    rest = rest.slice(part.length);
    // `*` matches any number of halves, also none.
    if (!rest.startsWith('*') && !(rest.startsWith('+') && fence.test(rest.slice(1)))) return true;
  }
  return false;
}
