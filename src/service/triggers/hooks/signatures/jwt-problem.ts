import type { JWTVerifyGetKey } from 'jose'
import type { JwtSignature } from '../../../../contract/import-trigger-signature.ts'
import { safeEqual } from '../../../platform/secrets/index.ts'
import { fillText } from '../../requests/fill-template.ts'
import { selectPath, toText } from '../../requests/select-path.ts'
import { valueAt, type HookRequest } from '../hook-request.ts'
import { digestBody } from './digest-body.ts'
import { secretBytes } from './import-keys.ts'
import { KeysUnavailable, type Known } from './known.ts'
import { readPublicKey } from './read-public-key.ts'

type Claims = Record<string, unknown>

/** Says what is wrong with the JSON Web Token of a request; undefined when it is the provider's. */
export const jwtProblem = async (
  signature: JwtSignature,
  request: HookRequest,
  known: Known,
): Promise<string | undefined> => {
  const token = tokenOf(signature, request)
  if (token === undefined)
    return `The request has no token in the ${signature.in} ${signature.name}, or several`
  const keys = await keysOf(signature, known)
  if (keys.length === 0) return 'The secret of the signature is not known yet, or it is no key'
  let problem = ''
  for (const key of keys) {
    const verified = await verify(signature, token, key, known)
    if (typeof verified !== 'string') return claimsProblem(signature, verified, request, known)
    problem = verified
  }
  return problem
}

/** Longer ones are not read. */
const maximumLength = 16_384

/** The names of authentication schemes come in either letter case. */
const tokenOf = (
  { in: place, name, prefix }: JwtSignature,
  request: HookRequest,
): string | undefined => {
  const value = valueAt(request, { in: place, name })
  if (typeof value !== 'string' || value.length > maximumLength) return undefined
  return value.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase()
    ? value.slice(prefix.length)
    : undefined
}

/** The part of a token that is signed: an altered signature may be as valid as the original one. */
export const signedClaims = (
  signature: JwtSignature,
  request: HookRequest,
): Uint8Array | undefined => {
  const token = tokenOf(signature, request)
  return token === undefined ? undefined : Buffer.from(token.slice(0, token.lastIndexOf('.')))
}

type Key = Uint8Array | JWTVerifyGetKey

const keysOf = async (
  signature: JwtSignature,
  { secrets, providerKeys, owner }: Known,
): Promise<Key[]> => {
  if (signature.jwks !== undefined) return [await providerKeys.keySet(owner, signature.jwks)]
  if (signature.algorithms.every((algorithm) => algorithm.startsWith('HS')))
    return secrets.flatMap((secret) => secretBytes(signature, secret) ?? [])
  const texts = signature.key === undefined ? secrets : [signature.key]
  return texts.flatMap((text) => publicKey(text) ?? [])
}

/** Imported for the algorithm of the token, which must be one of the declared ones. */
const publicKey = (text: string): JWTVerifyGetKey | undefined => {
  const read = readPublicKey(text)
  if (read?.format !== 'spki') return undefined
  const pem = `-----BEGIN PUBLIC KEY-----\n${Buffer.from(read.bytes).toString('base64')}\n-----END PUBLIC KEY-----`
  return async ({ alg }) => (await import('jose')).importSPKI(pem, alg)
}

/** The claims of a valid token, or a text that says why it is not valid. */
const verify = async (
  signature: JwtSignature,
  token: string,
  key: Key,
  { now, ...known }: Known,
): Promise<Claims | string> => {
  const issuer = filled(signature.issuer, known)
  const audience = filled(signature.audience, known)
  if (issuer?.length === 0 || audience?.length === 0)
    return 'There is no value for the issuer or audience of the token'
  // Loaded here: most services never verify one.
  const { errors, jwtVerify } = await import('jose')
  const { max_age_seconds: maximumAge, tolerance_seconds: tolerance } = signature
  const options = {
    algorithms: signature.algorithms,
    currentDate: now,
    clockTolerance: tolerance,
    ...(issuer && { issuer }),
    ...(audience && { audience }),
    ...(maximumAge === undefined ? { requiredClaims: ['exp'] } : { maxTokenAge: maximumAge }),
  }
  try {
    const { payload } =
      typeof key === 'function'
        ? await jwtVerify(token, key, options)
        : await jwtVerify(token, key, options)
    return payload
  } catch (error) {
    if (error instanceof KeysUnavailable) throw error
    if (error instanceof errors.JWTExpired) return 'The token of the signature has expired'
    if (error instanceof errors.JWTClaimValidationFailed)
      return `The claim ${error.claim} of the token is missing, or not as expected`
    return 'The token of the signature is not valid'
  }
}

/** The allowed values of a claim: none if placeholders have no value, undefined if any is allowed. */
const filled = (
  templates: string | string[] | undefined,
  { url, values }: Pick<Known, 'url' | 'values'>,
): string[] | undefined =>
  templates === undefined
    ? undefined
    : [templates].flat().flatMap((text) => fillText(text, { ...values, url }) ?? [])

const claimsProblem = async (
  { claims: wanted = {}, body_digest: digest }: JwtSignature,
  claims: Claims,
  request: HookRequest,
  known: Known,
): Promise<string | undefined> => {
  for (const [name, template] of Object.entries(wanted)) {
    const [value] = filled(template, known) ?? []
    if (value === undefined || toText(selectPath(claims, name)) !== value)
      return `The claim ${name} of the token is missing, or not as expected`
  }
  if (!digest) return undefined
  const given = selectPath(claims, digest.claim)
  return typeof given === 'string' && safeEqual(given, await digestBody(request.body, digest))
    ? undefined
    : 'The content is not the one that the token was made for'
}
