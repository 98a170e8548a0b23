// Idempotency keys: what is claimed, when, and whose it is.
import { core } from './core.mjs';

const keys = { project: 'features', path: 'test/features/idempotency/idempotency-keys\\.' };

export const idempotencyDefects = [
  {
    defect: 'replay a damaged answer as far as it goes',
    file: core('execute/idempotent-script.ts'),
    find: '    if (isPrintedAnswer(answer)) return answer;',
    replace: '    return answer as PrintedAnswer;',
    caughtBy: { project: 'features', path: 'test/features/idempotency/damaged-answers\\.', name: 'sqlite' },
  },
  {
    defect: 'claim a key after the write',
    file: core('execute/idempotent-script.ts'),
    find: `  const stored = yield* claimKey(store, claim, progress);
  if (stored !== null) return { answer: parseAnswer(stored, claim), isReplay: true };
  const answer = yield* write();
`,
    replace: `  const answer = yield* write();
  const stored = yield* claimKey(store, claim, progress);
  if (stored !== null) return { answer: parseAnswer(stored, claim), isReplay: true };
`,
    caughtBy: { ...keys, name: 'sqlite replays a create that is sent again' },
  },
  {
    defect: 'store the answer after COMMIT',
    file: core('execute/keyed-writes.ts'),
    find: `        const answer = await answering;
`,
    replace: `        const answer = await answering;
        await executor.write(function* () {
          yield* run(store.statements.store, [JSON.stringify(answer.answer), claim.id]);
        });
`,
    and: {
      find: 'import { bindStatement, type',
      replace: 'import { bindStatement, run, type',
    },
    caughtBy: { ...keys, name: 'sqlite statements a key costs two or three' },
  },
  {
    defect: 'leave the scope out of a key',
    file: core('request/idempotency-key.ts'),
    find: 'return digest(`${scope}\\0${key}`);',
    replace: 'return digest(scope === "" ? scope : key);',
    caughtBy: { ...keys, name: 'sqlite who asks equal keys of different scopes' },
  },
  {
    defect: 'leave the path out of a fingerprint',
    file: core('request/idempotency-key.ts'),
    find: '${base}${path}\\n',
    replace: '${base}${path === "" ? path : ""}\\n',
    caughtBy: { project: 'properties', path: 'test/properties/idempotency\\.', name: 'fingerprints differ' },
  },
  {
    defect: 'replay an answer before asking who may write',
    file: core('rest-api.ts'),
    find: `      if (authorizing) await authorizing;
`,
    replace: `      if (authorizing && request.headers['idempotency-key'] === undefined) await authorizing;
      authorizing?.catch(() => undefined);
`,
    caughtBy: { ...keys, name: 'sqlite who asks the clerk who may no longer write' },
  },
  {
    defect: 'keep an answer for ever',
    file: core('execute/idempotent-script.ts'),
    find: 'if (Number(createdAt) <= now - keepMs) {',
    replace: 'if (Number(createdAt) <= 0 - keepMs) {',
    caughtBy: { ...keys, name: 'sqlite time an answer is replayed until' },
  },
  {
    defect: 'let twins take a connection each',
    file: core('execute/idempotency-queue.ts'),
    find: 'else await waitInLine(waiting, bounds);',
    replace: 'else if (bounds.ms < 0) await waitInLine(waiting, bounds);',
    caughtBy: {
      project: 'features',
      path: 'test/features/idempotency/keys-in-use\\.',
      name: 'sqlite after timeouts',
    },
  },
];
