// Compares two folders that test/support/recording.ts wrote: node scripts/compare-recordings.mjs BEFORE AFTER. Prints each
// statement and answer that only one of them has, and fails when there is any. Tests are matched by their names, so files
// may move; answers are compared as multisets, since concurrent requests have no order.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [before, after] = process.argv.slice(2).map(readRecording);
const differences = [
  ...compareTexts('statement', before.statements, after.statements),
  ...[...new Set([...before.answers.keys(), ...after.answers.keys()])].flatMap((test) =>
    compareTexts(test, before.answers.get(test) ?? [], after.answers.get(test) ?? []),
  ),
];
for (const difference of differences) console.log(difference);
console.log(`${before.statements.length} statements, ${countAnswers(before)} answers before`);
console.log(`${after.statements.length} statements, ${countAnswers(after)} answers after`);
console.log(`${differences.length} differences`);
if (differences.length > 0) process.exit(1);

function readRecording(folder) {
  const statements = new Set();
  const answers = new Map();
  for (const file of readdirSync(folder)) {
    const recorded = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const statement of recorded.statements) statements.add(statement);
    for (const [test, texts] of Object.entries(recorded.answers))
      answers.set(test, [...(answers.get(test) ?? []), ...texts]);
  }
  return { statements: [...statements], answers };
}

function compareTexts(name, one, other) {
  const counts = new Map();
  for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) - 1);
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([text, count]) => `${count > 0 ? '-' : '+'} [${name}] ${text.replaceAll('\n', ' | ')}`);
}

function countAnswers({ answers }) {
  return [...answers.values()].reduce((sum, texts) => sum + texts.length, 0);
}
