// Passwords are kept as scrypt hashes, each with a salt of its own: `salt:hash`.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const hashBytes = 32;

export async function hashOf(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64')}:${(await derive(password, salt, hashBytes)).toString('base64')}`;
}

/** Takes as long for a member who does not exist, whose hash is undefined. */
export async function matches(password: string, hash: string | undefined): Promise<boolean> {
  const [salt = '', kept = ''] = (hash ?? '').split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64'), hashBytes);
  const expected = Buffer.from(kept, 'base64');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}
