// @ETag, @RequireIfMatch, @CacheControl and their options: which classes have tags, and mistakes.
import {
  CacheControl,
  createApi,
  DefaultSort,
  EagerLoad,
  ETag,
  hooksFor,
  policyFor,
  RequireIfMatch,
  Skip,
  type ApiOptions,
} from '@decorest/core';
import {
  Column,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import { anywhere, bareDataSource, mistakesOf } from '../../support/schema-mistakes.js';

abstract class Base {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity()
class Plain extends Base {}

@Entity()
class Versioned extends Base {
  @VersionColumn()
  version!: number;
}

@Entity()
class Hidden extends Base {
  @VersionColumn()
  @Skip()
  version!: number;
}

@Entity()
class Unhelpful extends Base {
  @VersionColumn({ transformer: { from: (stored: number) => `v${stored}`, to: (value: number) => value } })
  version!: number;
}

@ETag(false)
@Entity()
class Excluded extends Base {
  @VersionColumn()
  version!: number;
}

@ETag()
@Entity()
class Hashed extends Base {}

const entities = [Plain, Versioned, Hidden, Unhelpful, Excluded, Hashed];

async function tagsOf(options: ApiOptions): Promise<Record<string, string>> {
  const dataSource = await bareDataSource(entities);
  try {
    const { routes } = createApi(dataSource, options);
    return Object.fromEntries(
      routes.list.flatMap(({ kind, subject: { name, entityTag, requiresIfMatch }, caching }) => {
        if (kind !== 'read') return [];
        const tags = entityTag ? (entityTag.version ? 'versioned' : 'hashed') : 'none';
        const words = [tags, ...(requiresIfMatch ? ['required'] : []), caching?.cacheControl];
        return [[name, words.join(' ')]];
      }),
    );
  } finally {
    await dataSource.destroy();
  }
}

const versioned = 'versioned private, no-cache';
const hashed = 'hashed private, no-cache';
const untagged = 'none private, no-cache';

test('by default, classes with a visible version have tags', async () => {
  expect(await tagsOf({})).toEqual({
    Plain: untagged,
    Versioned: versioned,
    Hidden: untagged,
    Unhelpful: untagged,
    Excluded: untagged,
    Hashed: hashed,
  });
});

test('defaultETag gives tags to all or none, unless @ETag says otherwise', async () => {
  expect(await tagsOf({ defaultETag: true })).toEqual({
    Plain: hashed,
    Versioned: versioned,
    Hidden: hashed,
    Unhelpful: hashed,
    Excluded: untagged,
    Hashed: hashed,
  });
  expect(await tagsOf({ defaultETag: false })).toMatchObject({ Versioned: untagged, Hashed: hashed });
});

test('requireIfMatch is for classes with tags, cacheControl for all', async () => {
  expect(await tagsOf({ requireIfMatch: true, cacheControl: 'no-store' })).toMatchObject({
    Plain: 'none no-store',
    Versioned: 'versioned required no-store',
  });
});

test('@RequireIfMatch needs tags', async () => {
  @RequireIfMatch()
  @Entity()
  class Stray extends Base {}
  expect(await mistakesOf([Stray])).toMatch(/Stray @RequireIfMatch: its answers have no entity tags/);
  const sound = await bareDataSource([Stray]);
  expect(createApi(sound, { defaultETag: true }).model.entities[0]?.requiresIfMatch).toBe(true);
  await sound.destroy();
});

test('a hash of rows in random order is no tag', async () => {
  @DefaultSort('random')
  @Entity()
  class Card extends Base {
    @ManyToOne(() => Deck, (deck) => deck.cards)
    @Index()
    deck!: Relation<Deck>;
  }
  @ETag()
  @Entity()
  class Deck extends Base {
    @OneToMany(() => Card, (card) => card.deck)
    @EagerLoad()
    cards!: Relation<Card[]>;
  }
  expect(await mistakesOf([Card, Deck])).toMatch(/Deck @ETag: 'cards' is embedded in random order/);
});

test('by option, a class whose embedded rows are in random order has no tags, unless it counts versions', async () => {
  @DefaultSort('random')
  @Entity()
  class Card extends Base {
    @ManyToOne(() => Deck, (deck) => deck.cards)
    @Index()
    deck!: Relation<Deck>;

    @ManyToOne(() => Shoe, (shoe) => shoe.cards)
    @Index()
    shoe!: Relation<Shoe>;
  }
  @Entity()
  class Deck extends Base {
    @OneToMany(() => Card, (card) => card.deck)
    @EagerLoad()
    cards!: Relation<Card[]>;
  }
  @Entity()
  class Shoe extends Base {
    @VersionColumn()
    version!: number;

    @OneToMany(() => Card, (card) => card.shoe)
    @EagerLoad()
    cards!: Relation<Card[]>;
  }
  const dataSource = await bareDataSource([Card, Deck, Shoe]);
  const { model } = createApi(dataSource, { defaultETag: true });
  const tagged = model.entities.filter(({ entityTag }) => entityTag).map(({ name }) => name);
  expect(tagged).toEqual(['Card', 'Shoe']);
  await dataSource.destroy();
});

describe('a shared cache', () => {
  @CacheControl('public, max-age=60')
  @Entity()
  class Shown extends Base {
    @ManyToOne(() => Owner, (owner) => owner.shown)
    @Index()
    @EagerLoad()
    owner!: Relation<Owner>;
  }
  @Entity()
  class Owner extends Base {
    @Column()
    name!: string;

    @OneToMany(() => Shown, (shown) => shown.owner)
    shown!: Relation<Shown[]>;
  }

  test('may keep what does not depend on the request', async () => {
    const dataSource = await bareDataSource([Shown, Owner]);
    expect(createApi(dataSource).model.entities[0]?.cacheControl).toBe('public, max-age=60');
    await dataSource.destroy();
  });

  test.each<[string, ApiOptions]>([
    ['a policy', { policies: [policyFor(Shown, () => ({ id: 1 }))] }],
    ['hooks', { hooks: [hooksFor(Shown, { allow: () => true })] }],
    ['a policy of an embedded entity', { policies: [policyFor(Owner, () => ({ id: 1 }))] }],
  ])('may not keep what depends on %s', async (_, options) => {
    expect(await mistakesOf([Shown, Owner], options)).toMatch(
      /Shown @CacheControl: a shared cache would give/,
    );
  });

  test('the option is checked for each class', async () => {
    const options = {
      cacheControl: 'S-MAXAGE=5',
      policies: [policyFor(Owner, () => ({ id: 1 }))],
    };
    expect(await mistakesOf([Plain, Owner, Shown], options)).toMatch(/- Owner @CacheControl: a shared cache/);
  });
});

test.each(['', 'public,', 'no cache', 'max-age=', 'no-store\r\nX-Y: z', 5])(
  '@CacheControl(%j) is a mistake',
  async (value) => {
    @anywhere(CacheControl(value as string))
    @Entity()
    class Odd extends Base {}
    expect(await mistakesOf([Odd])).toMatch(/Odd @CacheControl: .* is not a value of Cache-Control/s);
    expect(await mistakesOf([Plain], { cacheControl: value })).toMatch(/options.cacheControl: /);
  },
);

test.each([
  ['defaultETag', 'all', /'all' is not a choice of classes/],
  ['requireIfMatch', 1, /1 is not a boolean/],
])('the option %s cannot be %j', async (name, value, message) => {
  expect(await mistakesOf([Plain], { [name]: value })).toMatch(message);
});

test('annotations on members are mistakes', async () => {
  @Entity()
  class Misplaced extends Base {
    @anywhere(ETag())
    @Column()
    name!: string;
  }
  expect(await mistakesOf([Misplaced])).toMatch(/Misplaced.name @ETag: cannot be used on a field/);
});

test.each(['no-store', 'private, max-age=60, must-revalidate', 'private="set-cookie, x-y", max-age=0'])(
  '%s is a value of Cache-Control',
  async (value) => {
    const dataSource = await bareDataSource([Plain]);
    expect(createApi(dataSource, { cacheControl: value }).model.entities[0]?.cacheControl).toBe(value);
    await dataSource.destroy();
  },
);
