// Which regular expressions mean in JSON Schema what they mean in JavaScript: a schema has no flags, and its patterns see
// characters where JavaScript's may see the halves of them.

/** `.`, and classes of all characters but some: each may match half of a character beyond U+FFFF. */
const open = /^(?:\.|\\[DSWB]|\[\^(?:[^\\\]]|\\.)*\]|\[(?:[^\\\]]|\\.)*?\\[DSW](?:[^\\\]]|\\.)*\])/;

/** What is no such part: an escape, a class, any other character. */
const closed = /^(?:\\.|\[(?:[^\\\]]|\\.)*\]|[^])/;

/** What may follow a part that matches one half or more, so that no other part can match the other half alone. */
const fence = /^(?:$|\$|(?:[^()[\]{}|\\.?*+^$]|\\[-@/:.?*+()[\]{}|^$])(?![*?{]))/;

/** Whether the source, as the pattern of a schema, matches what the expression matches. */
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
    // Any number of halves may be none.
    if (!rest.startsWith('*') && !(rest.startsWith('+') && fence.test(rest.slice(1)))) return true;
  }
  return false;
}
