// Warns at the start of fields that are named like secrets and that answers show, unless the author says that they are meant to be.
import type { FieldKind } from '../../vocabulary/field-kind.js';
import type { Settings } from '../../options.js';
import type { EntityModel } from '../api-model.js';
import type { FieldModel } from '../member-model.js';
import type { Warn } from './open-check.js';
import { suggestName } from '../problem/suggestion.js';
import type { SchemaProblems } from '../problem/schema-problems.js';

/** Names that end with one of these words: `refreshToken`, `password_salt`; not `tokenCount`, `hashtag`. */
const secretWords: ReadonlySet<string> = new Set([
  ...['password', 'passwd', 'passwort', 'pwd', 'passphrase', 'passcode', 'salt', 'secret', 'secrets'],
  ...['token', 'tokens', 'jwt', 'otp', 'totp', 'mfa', 'pin', 'cvv', 'cvc', 'credential', 'credentials'],
  // Written as one word.
  ...['apikey', 'apitoken', 'apisecret', 'privatekey', 'secretkey', 'accesskey', 'accesstoken', 'authtoken'],
  ...['refreshtoken', 'resettoken', 'passwordhash', 'hashedpassword', 'passwordsalt', 'encryptedpassword'],
]);

/** Words that come before `key` or `code` in the name of a secret. */
const keyWords: ReadonlySet<string> = new Set([
  ...['api', 'private', 'secret', 'access', 'auth', 'encryption', 'signing', 'recovery', 'backup'],
]);

/** Words of how a secret is stored: they make a secret of it only after a word of it, or alone. */
const storedForms: ReadonlySet<string> = new Set([
  ...['hash', 'hashed', 'digest', 'encrypted', 'cipher', 'value', 'text', 'plain', 'key', 'code', 'codes'],
]);

/** Whether a name sounds like that of a secret. */
export function isSecretName(name: string): boolean {
  const words = splitWords(name);
  const last = words.at(-1) ?? '';
  if (secretWords.has(last) || name === 'hash') return true;
  if (!storedForms.has(last) && last !== 'keys') return false;
  const before = words.at(-2) ?? '';
  return secretWords.has(before) || (/^(key|code)s?$/.test(last) && keyWords.has(before));
}

/** `passwordHash`, `password_hash` and `PASSWORD-HASH` are the same two words. */
function splitWords(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
}

/** Kinds whose values can be secrets; flags, numbers and times are not. */
const secretKinds: ReadonlySet<FieldKind> = new Set<FieldKind>(['string', 'bytes', 'json', 'array']);

/** A field that answers show. */
interface ShownField {
  readonly field: FieldModel;
  /** Such as `User.password`; `Login.password` for a member of an embedded class. */
  readonly name: string;
}

/** Reports names of the option that no answer shows, and warns of the others once, in one entry. */
export function checkShownSecrets(
  entities: readonly EntityModel[],
  { shownSecrets }: Pick<Settings, 'shownSecrets'>,
  problems: SchemaProblems,
): (warn: Warn) => void {
  const shown = entities.flatMap((entity) => listShownFields(entity));
  const known = new Set(shown.map(({ name }) => name));
  for (const name of shownSecrets)
    if (!known.has(name))
      problems.add({
        entity: 'options',
        member: 'shownSecrets',
        problem: `no answer shows '${name}'.`,
        remedy: `${suggestName(name, [...known])}Name fields with their class, such as 'Link.token'.`,
      });
  const intended = new Set(shownSecrets);
  const fields = new Set(
    shown.filter(({ field, name }) => !intended.has(name) && isSecret(field)).map(({ name }) => name),
  );
  return (warn) => {
    if (fields.size === 0) return;
    warn(
      { fields: [...fields] },
      'Answers show fields that are named like secrets. Hide them with @Skip(), or let clients only write them with `select: false`; the option shownSecrets lists those that may be shown.',
    );
  };
}

function listShownFields({ name: entity, fields }: EntityModel): readonly ShownField[] {
  return fields
    .filter(({ readable }) => readable)
    .map((field) => ({ field, name: `${field.declared.by?.name ?? entity}.${field.declared.as}` }));
}

function isSecret({ kind, declared }: FieldModel): boolean {
  return secretKinds.has(kind) && isSecretName(declared.as);
}
