// Warnings at the start of what is open or left out although nothing says that it is meant to: secrets that answers show, classes
// that every client may write, listeners of loads, cascades of soft deletes. One entry for each kind, whatever the number.
import {
  createApi,
  ExcludeOperations,
  hooksFor,
  IncludeOperations,
  policyFor,
  Skip,
  type ApiOptions,
} from '@decorest/core';
import {
  AfterLoad,
  Column,
  DataSource,
  DeleteDateColumn,
  Entity,
  EventSubscriber,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type DataSourceOptions,
  type EntitySubscriberInterface,
  type Relation,
} from 'typeorm';
import { isSecretName } from '../../../packages/core/src/model/check/secret-check.js';
import { mistakesOf } from '../../support/schema-mistakes.js';

/** The entries of the start whose message has this text. */
async function warningsOf(
  text: RegExp,
  entities: NonNullable<DataSourceOptions['entities']>,
  options: ApiOptions = {},
  subscribers: NonNullable<DataSourceOptions['subscribers']> = [],
): Promise<object[]> {
  const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities, subscribers });
  await dataSource.initialize();
  const entries: object[] = [];
  const warn = (entry: object, message = '') => {
    if (text.test(message)) entries.push(entry);
  };
  createApi(dataSource, { ...options, logger: { error: () => undefined, warn } });
  await dataSource.destroy();
  return entries;
}

abstract class Base {
  @PrimaryGeneratedColumn() id!: number;
}

describe('secrets that answers show', () => {
  const text = /named like secrets/;

  class Login {
    @Column() salt!: string;
    @Column() lastSeen!: string;
  }

  abstract class Account extends Base {
    @Column() password!: string;
  }

  @Entity()
  class User extends Account {
    @Column() name!: string;
    @Column() apiKey!: string;
    @Column() reset_token!: string;
    @Column({ select: false }) passwordHash!: string;
    @Column() @Skip() otpSecret!: string;
    @Column('int') tokenCount!: number;
    @Column() hasPassword!: boolean;
    @Column() hashtag!: string;
    @Column(() => Login) login!: Login;
  }

  @Entity()
  class Robot extends Account {}

  @Entity()
  @Skip()
  class Hidden extends Base {
    @Column() password!: string;
  }

  test('are listed once, those of embedded objects by their class', async () => {
    expect(await warningsOf(text, [User, Robot, Hidden])).toEqual([
      { fields: ['User.password', 'User.apiKey', 'User.reset_token', 'Login.salt', 'Robot.password'] },
    ]);
  });

  test('are no warning where the author means them to be shown', async () => {
    const shownSecrets = ['User.password', 'User.apiKey', 'User.reset_token', 'Robot.password'];
    expect(await warningsOf(text, [User, Robot], { shownSecrets })).toEqual([{ fields: ['Login.salt'] }]);
    const all = { shownSecrets: [...shownSecrets, 'Login.salt'] };
    expect(await warningsOf(text, [User, Robot], all)).toEqual([]);
  });

  test('are named as they are', async () => {
    const mistakes = await mistakesOf([User, Robot], { shownSecrets: ['User.apikey', 'User.passwordHash'] });
    expect(mistakes).toMatch(/options.shownSecrets: no answer shows 'User.apikey'\. Did you mean/);
    expect(mistakes).toMatch(/options.shownSecrets: no answer shows 'User.passwordHash'/);
    expect(await mistakesOf([User], { shownSecrets: ['apiKey'] })).toMatch(
      /'apiKey' is not a field of a class/,
    );
  });

  test.each([
    ...[
      'password',
      'passwd',
      'pwd',
      'hash',
      'salt',
      'secret',
      'token',
      'apiKey',
      'api_key',
      'APIKey',
      'apikey',
    ],
    ...['privateKey', 'otp', 'mfa', 'passwordHash', 'password_hash', 'hashedPassword', 'PASSWORD', 'tokens'],
    ...['refreshToken', 'resetPasswordToken', 'clientSecret', 'totpSecret', 'mfa_secret', 'recoveryCodes'],
    ...['passwordEncrypted', 'tokenHash', 'secretKey', 'access_key', 'password2', 'jwt'],
  ])('%s sounds like one', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each([
    ...['tokenCount', 'hashtag', 'passwordChangedAt', 'saltiness', 'secretary', 'secretariat', 'tokenizer'],
    ...['commitHash', 'contentHash', 'foreignKey', 'publicKey', 'key', 'code', 'postalCode', 'promoCode'],
    ...['basalt', 'passwordless', 'otpEnabled', 'name', 'keywords', 'sortKey', '', '_', 'monkey'],
  ])('%s does not', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('classes that every client may write', () => {
  const text = /Every client that is let through/;

  @Entity()
  class Note extends Base {}

  @Entity()
  class Memo extends Base {}

  @Entity()
  @IncludeOperations('read', 'list', 'create')
  class Chosen extends Base {}

  @Entity()
  @ExcludeOperations('delete')
  class Narrowed extends Base {}

  @Entity()
  @Skip()
  class Hidden extends Base {}

  const entities = [Note, Memo, Chosen, Narrowed, Hidden];

  test('are listed once', async () => {
    expect(await warningsOf(text, entities)).toEqual([{ entities: ['Note', 'Memo'] }]);
  });

  test.each<[string, ApiOptions]>([
    ['policies', { policies: [policyFor(Note, () => true)] }],
    ['hooks', { hooks: [hooksFor(Note, { allow: () => true })] }],
  ])('are not those with %s', async (_, options) => {
    expect(await warningsOf(text, entities, options)).toEqual([{ entities: ['Memo'] }]);
  });

  test('are none where the author chooses the operations of all', async () => {
    const defaultOperations = ['create', 'read', 'update', 'delete', 'list'] as const;
    expect(await warningsOf(text, entities, { defaultOperations })).toEqual([]);
    expect(await warningsOf(text, [Chosen, Narrowed])).toEqual([]);
  });
});

describe('listeners of loads', () => {
  const text = /listeners of loads/;

  @Entity()
  class Plain extends Base {}

  @Entity()
  class Aged extends Base {
    age = 0;

    @AfterLoad()
    addAge(): void {
      this.age = 1;
    }
  }

  @Entity()
  @Skip()
  class Hidden extends Aged {}

  @EventSubscriber()
  class Reader implements EntitySubscriberInterface<Plain> {
    listenTo() {
      return Plain;
    }

    afterLoad(): void {
      // Never called.
    }
  }

  test('are listed once', async () => {
    expect(await warningsOf(text, [Plain, Aged, Hidden], {}, [Reader])).toEqual([
      { listeners: ['Reader.afterLoad', 'Aged.addAge'] },
    ]);
    expect(await warningsOf(text, [Plain])).toEqual([]);
  });
});

describe('cascades of soft deletes', () => {
  const text = /soft-delete or restore related rows/;

  @Entity()
  class Folder extends Base {
    @DeleteDateColumn() deletedAt!: Date | null;
    @OneToMany(() => Page, (page) => page.folder, { cascade: ['soft-remove'] }) pages!: Relation<Page[]>;
    @OneToMany(() => Draft, (draft) => draft.folder, { cascade: true }) drafts!: Relation<Draft[]>;
  }

  @Entity()
  class Page extends Base {
    @DeleteDateColumn() deletedAt!: Date | null;
    @ManyToOne(() => Folder, (folder) => folder.pages) folder!: Relation<Folder>;
  }

  /** Has no date of deletion: TypeORM leaves it alone, too. */
  @Entity()
  class Draft extends Base {
    @ManyToOne(() => Folder, (folder) => folder.drafts) folder!: Relation<Folder>;
  }

  test('are listed where rows could be deleted', async () => {
    expect(await warningsOf(text, [Folder, Page, Draft])).toEqual([{ relations: ['Folder.pages'] }]);
    const readOnly: ApiOptions = { defaultOperations: ['read', 'list'] };
    expect(await warningsOf(text, [Folder, Page, Draft], readOnly)).toEqual([]);
  });
});
