// Decimals of every precision and scale: those that the document allows are those that come back as they went in.
import fc from 'fast-check';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { entityOf } from '../support/collection.js';
import { onEachDatabase } from '../support/direct-stage.js';
import { holds } from '../support/property.js';
import type { Fixture } from '../support/for-each-database.js';

const mostDigits = 18;
/** A double keeps no more. */
const mostDigitsOfSqlite = 15;

interface Size {
  readonly precision: number;
  readonly scale: number;
}

/** Each scale of each precision; the last few as only PostgreSQL has them. */
const sizes: readonly Size[] = Array.from({ length: mostDigits }, (_, at) => at + 1).flatMap((precision) =>
  Array.from({ length: precision + 1 }, (_, scale) => ({ precision, scale })),
);
const oddSizes: readonly Size[] = [
  { precision: 2, scale: 4 },
  { precision: 3, scale: 9 },
  { precision: 2, scale: -3 },
];

/** `negative` for a scale below zero: a minus is no part of a name. */
const nameOf = ({ precision, scale }: Size) => `d${precision}_${String(scale).replace('-', 'negative')}`;

function ledgerOf(all: readonly Size[]): new () => object {
  class Ledger {}
  Entity()(Ledger);
  PrimaryGeneratedColumn()(Ledger.prototype, 'id');
  for (const size of all)
    Column({ type: 'decimal', ...size, nullable: true })(Ledger.prototype, nameOf(size));
  Column({ type: 'decimal', precision: 6, nullable: true })(Ledger.prototype, 'noScale');
  return Ledger;
}

const ledgers: Fixture = {
  entities: (database) => [ledgerOf(database === 'postgres' ? [...sizes, ...oddSizes] : sizes)],
  options: {},
  fill: async () => {},
};

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

/** About as many digits as fit, before the point and after it: one more, or one too many, is what goes wrong. */
function near({ precision, scale }: Size): fc.Arbitrary<string> {
  const count = (middle: number) =>
    fc.integer({ min: Math.max(middle - 2, 0), max: Math.max(middle + 2, 0) });
  return fc
    .tuple(fc.constantFrom('', '-'), count(precision - scale), count(scale), fc.boolean())
    .chain(([sign, before, after, zeros]) =>
      fc.tuple(fc.constant(sign), digits(before), zeros ? fc.constant('0'.repeat(after)) : digits(after)),
    )
    .map(([sign, before, after]) => {
      const whole = before.replace(/^0+/, '') || '0';
      return `${sign}${whole}${after === '' ? '' : `.${after}`}`;
    });
}

/** The number in units of 10^-20. */
function amountOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(20, '0')}`);
}

function fits(text: string, { precision, scale }: Size): boolean {
  const unit = 10n ** BigInt(20 - scale);
  const amount = amountOf(text.replace('-', ''));
  const written = /\.([0-9]+)/.exec(text)?.[1]?.length ?? 0;
  return amount % unit === 0n && amount / unit < 10n ** BigInt(precision) && written <= Math.max(scale, 0);
}

onEachDatabase(ledgers, (stage) => {
  const own = stage.name === 'postgres' ? [...sizes, ...oddSizes] : sizes;
  const most = stage.name === 'sqlite' ? mostDigitsOfSqlite : Infinity;
  const arbitrary = fc.constantFrom(...own).chain((size) => fc.tuple(fc.constant(size), near(size)));

  async function comesBack(name: string, text: string, size: Size): Promise<void> {
    const taken = fits(text, size) && text.replace(/[-.]/g, '').length <= most;
    const answer = await stage.client.post('/ledgers', { [name]: text });
    if (answer.status !== (taken ? 201 : 400)) throw new Error(`${name} ${text}: ${answer.text}`);
    if (!taken) expect(answer.text).toContain(`"pointer":"/${name}"`);
    else expect(amountOf(String(entityOf(answer)[name]))).toBe(amountOf(text));
  }

  test('what fits comes back, and what does not is refused by name', async () => {
    await holds(
      fc.asyncProperty(arbitrary, ([size, text]) => comesBack(nameOf(size), text, size)),
      400,
    );
  });

  if (stage.name === 'sqlite')
    test('digits that a double adds are not shown', async () => {
      const { id } = entityOf(await stage.client.post('/ledgers', { d4_2: '1.00' }));
      await stage.database.dataSource.query('UPDATE ledger SET d4_2 = 0.1 + 0.2 WHERE id = ?', [id]);
      expect((await stage.client.get(`/ledgers/${String(id)}`)).json).toMatchObject({ d4_2: '0.30' });
    });

  test.each(['5', '999999', '1000000', '1.5', '0.5'])('without a scale there are no fractions: %s', (text) =>
    comesBack('noScale', text, { precision: 6, scale: 0 }),
  );

  test.each([
    ['d4_4', '0', true],
    ['d4_4', '0.9999', true],
    ['d4_4', '1', false],
    ['d4_4', '9.1', false],
    ['d18_18', '0.1', true],
  ])('%s: %s', async (name, text, taken) => {
    expect((await stage.client.post('/ledgers', { [name]: text })).status).toBe(taken ? 201 : 400);
  });
});
