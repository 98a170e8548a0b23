// "Did you mean": the name nearest to a misspelt one.

/** The candidate with the fewest edits, if it is near enough. */
function findNearest(name: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3));
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      distance: computeEditDistance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** Levenshtein distance in which swapping two letters counts once (optimal string alignment). */
function computeEditDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const cell = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = exchanged ? cell(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, cell(i - 1, j) + 1, cell(i, j - 1) + 1));
    }
  }
  return cell(a.length, b.length);
}

/** A question to put before a remedy; empty if no candidate is near. */
export function suggestName(name: string, candidates: readonly string[]): string {
  const near = findNearest(name, candidates);
  return near === undefined || near === name ? '' : `Did you mean '${near}'? `;
}
