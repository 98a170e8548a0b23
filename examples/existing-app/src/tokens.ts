// JSON Web Tokens that identify a member for an hour. Permissions are looked up on every request.
import { jwtVerify, SignJWT } from 'jose';

const algorithm = 'HS256';
const issuer = 'timesheets';
const audience = 'timesheets-api';

export interface Tokens {
  issue(memberId: number): Promise<string>;
  /** The id of the member; undefined for a token that is not ours, or no longer good. */
  memberId(token: string): Promise<number | undefined>;
}

export function tokensOf(secret: Uint8Array): Tokens {
  return {
    issue: (memberId) =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(memberId))
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(secret),
    memberId: async (token) => {
      const demands = { algorithms: [algorithm], issuer, audience, requiredClaims: ['sub', 'exp'] };
      const verified = await jwtVerify(token, secret, demands).catch(() => undefined);
      const { sub = '' } = verified?.payload ?? {};
      return /^[1-9]\d{0,8}$/.test(sub) ? Number(sub) : undefined;
    },
  };
}
