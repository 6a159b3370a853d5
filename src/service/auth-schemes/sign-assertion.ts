import type { KeyObject } from 'node:crypto'

type Assertion = {
  issuer: string
  issuedAt: Date
  lifetimeSeconds: number
  audience?: string | undefined
  subject?: string | undefined
  claims?: Record<string, string>
  keyId?: string | undefined
}

/** A JWT by which the owner of an RSA key proves itself, signed with RS256. */
export const signAssertion = async (
  key: KeyObject,
  { issuer, issuedAt, lifetimeSeconds, audience, subject, claims, keyId }: Assertion,
): Promise<string> => {
  // Loaded here: most services never sign one.
  const { SignJWT } = await import('jose')
  const seconds = Math.floor(issuedAt.getTime() / 1000)
  const token = new SignJWT({
    ...claims,
    iss: issuer,
    iat: seconds,
    exp: seconds + lifetimeSeconds,
    ...(audience !== undefined && { aud: audience }),
    ...(subject !== undefined && { sub: subject }),
  })
  return token
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })
    .sign(key)
}
