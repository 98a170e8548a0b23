// The standing invariants of every exchange. Each is a function that returns what is wrong, or null.
// Those that need the database or the server are in watched-client.ts.
import { hiddenChip, hiddenHash } from './entities.js';
import { textsOf, type WatchedExchange } from './watched-exchange.js';

type Invariant = (exchange: WatchedExchange) => string | null;

/** By their number in the list. I1 and I2 are also what the document validator checks. */
export const invariants: Readonly<Record<string, Invariant>> = {
  'I1 no 5xx': ({ answer }) => (answer.status >= 500 ? answer.text : null),
  'I2 a problem has its members and no others': problemMembers,
  'I2 nothing of the database or the server': serverWords,
  'I3 no hidden value': hiddenValues,
  'I3 no hidden name that the client did not say': hiddenNames,
  'I6 prototypes as they were': () => prototypes(),
  'I7 no text of the request in a statement': textsInStatements,
  'I8 headers': headers,
  'I8 the request id is echoed': ({ answer, requestId }) =>
    answer.headers['x-request-id'] === requestId ? null : String(answer.headers['x-request-id']),
  'I9 log lines are short and one line each': logLines,
};

/** All that is wrong with an exchange. */
export function violationsOf(exchange: WatchedExchange): string[] {
  return Object.entries(invariants).flatMap(([name, invariant]) => {
    const violation = invariant(exchange);
    return violation === null ? [] : [`${name}: ${violation}`];
  });
}

const members = new Set(['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'errors']);
const faultMembers = new Set(['pointer', 'parameter', 'code', 'detail']);

function problemMembers({ answer: { status, json } }: WatchedExchange): string | null {
  if (status < 400 || typeof json !== 'object' || json === null) return null;
  const faults = 'errors' in json && Array.isArray(json.errors) ? json.errors : [];
  const strange = [
    ...Object.keys(json).filter((key) => !members.has(key)),
    ...faults.flatMap((fault: object) => Object.keys(fault).filter((key) => !faultMembers.has(key))),
  ];
  return strange.length === 0 ? null : strange.join(', ');
}

const ofTheServer =
  /\b(select|insert into|delete from|update "?\w+"? set|from "?(users|pets)"?)\b|constraint|sqlite|postgres|mysql|mariadb|typeorm|node_modules|\/work\/|\.[tj]s:\d|\bat \w+ \(|errno|\bpg_|syntax error|sqlstate|duplicate (key|entry)|violates|ECONN|\b(UQ|FK|PK|IDX)_/i;

/** What the client said is echoed: it is taken out before we look. */
function serverWords(exchange: WatchedExchange): string | null {
  const { answer } = exchange;
  if (answer.status < 400) return null;
  const found = ofTheServer.exec(withoutEchoes(answer.text, exchange));
  return found === null ? null : `"${found[0]}" in ${answer.text.slice(0, 500)}`;
}

function withoutEchoes(text: string, exchange: WatchedExchange): string {
  const echoes = [exchange.target.split('?')[0] ?? '', ...textsOf(exchange)].flatMap((said) => [
    said,
    JSON.stringify(said).slice(1, -1),
    // Long names are echoed cut short.
    `${said.slice(0, 64)}…`,
  ]);
  return [...new Set(echoes)]
    .filter((said) => said.length > 2)
    .sort((a, b) => b.length - a.length)
    .reduce((left, said) => left.replaceAll(said, ''), text);
}

function hiddenValues({ answer, logged }: WatchedExchange): string | null {
  const seen = [answer.text, JSON.stringify(answer.headers), ...logged];
  const found = seen.find((text) => text.includes(hiddenHash) || text.includes(hiddenChip));
  return found === undefined ? null : found.slice(0, 500);
}

const hidden = ['passwordHash', 'password_hash', 'chipCode', 'chip_code', 'audit'];

function hiddenNames(exchange: WatchedExchange): string | null {
  const { target, message, answer } = exchange;
  const said = `${target} ${JSON.stringify(message.body ?? null)} ${decodeURIComponentOr(target)}`;
  const told = `${answer.text} ${JSON.stringify(answer.headers)}`;
  return hidden.find((name) => told.includes(name) && !said.includes(name)) ?? null;
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const untouched = [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(
  (prototype) => ({
    prototype,
    keys: Reflect.ownKeys(prototype).map(String).join(),
  }),
);

function prototypes(): string | null {
  const touched = untouched.find(
    ({ prototype, keys }) => Reflect.ownKeys(prototype).map(String).join() !== keys,
  );
  return touched ? 'a prototype has other keys' : null;
}

/** Six characters by chance are rare; the words of SQL and of the model are no attacker's. */
function textsInStatements(exchange: WatchedExchange): string | null {
  if (exchange.newTexts.length === 0) return null;
  const suspects = textsOf(exchange).flatMap((text) => [text, ...text.split(/[\s,.;=&()"'`]+/)]);
  const found = suspects.find(
    (text) =>
      text.length >= 6 &&
      !/^[A-Z_]+$/.test(text) &&
      !ofTheModel.has(text) &&
      exchange.newTexts.some((statement) => statement.includes(text)),
  );
  return found ?? null;
}

const ofTheModel = new Set(['username', 'display_name', 'created_at', 'categories', 'friends', 'random']);

const allowedHeaders = new Set([
  'cache-control',
  'accept-encoding',
  'accept-patch',
  'allow',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'link',
  'location',
  'retry-after',
  'transfer-encoding',
  'x-content-type-options',
  'x-request-id',
  'x-total-count',
]);

/** An allow-list: no X-Powered-By, no Access-Control-*, no Set-Cookie, for any client. */
function headers({ answer }: WatchedExchange): string | null {
  const strange = Object.keys(answer.headers).filter((name) => !allowedHeaders.has(name));
  if (strange.length > 0) return strange.join(', ');
  if (answer.text === '') return null;
  if (answer.headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  const type = answer.headers['content-type'] ?? '';
  return /^application\/(problem\+)?json; charset=utf-8$/.test(type) ? null : type;
}

function logLines({ logged }: WatchedExchange): string | null {
  const bad = logged.find((line) => line.length > 1_024 || /[\r\n]/.test(line));
  return bad === undefined ? null : bad.slice(0, 300);
}
