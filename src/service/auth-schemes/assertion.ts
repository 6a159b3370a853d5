import { createPrivateKey, type KeyObject } from 'node:crypto'

type Assertion = {
  issuer: string
  issuedAt: Date
  lifetimeSeconds: number
  audience?: string | undefined
  subject?: string | undefined
  claims?: Record<string, string>
  keyId?: string | undefined
}

/** Creates a JWT with which the owner of an RSA key authenticates, signed with RS256. */
export const signAssertion = async (
  key: KeyObject,
  { issuer, issuedAt, lifetimeSeconds, audience, subject, claims, keyId }: Assertion,
): Promise<string> => {
  // Loaded here, because most services never sign one.
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

/** RFC 7518, 3.3, forbids shorter ones for RS256. */
const minimumBits = 2048

/**
 * Parses an RSA private key in PEM (PKCS#1 or PKCS#8), with or without its line breaks, or in
 * base64 of that; otherwise returns what is wrong with it.
 */
export const rsaPrivateKey = (text: string): KeyObject | { problem: string } => {
  const key = readKey(toPem(text))
  if (!key) return { problem: 'must be a private key in PEM, without a passphrase' }
  if (key.asymmetricKeyType !== 'rsa')
    return { problem: `must be an RSA key, not ${key.asymmetricKeyType ?? 'another'}` }
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) < minimumBits
    ? { problem: `must have at least ${minimumBits} bits` }
    : key
}

const toPem = (text: string): string => {
  const trimmed = text.trim()
  const decoded = trimmed.startsWith('-----')
    ? trimmed
    : Buffer.from(trimmed, 'base64').toString('utf8')
  // In one line of a form or an environment variable, line breaks become spaces, `\n`, or are lost.
  const [, label, content = ''] =
    /^-----BEGIN ([A-Z ]+)-----(.*?)-----END \1-----/s.exec(
      decoded.trim().replaceAll(String.raw`\n`, '\n'),
    ) ?? []
  const lines = content.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

const readKey = (pem: string): KeyObject | undefined => {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
