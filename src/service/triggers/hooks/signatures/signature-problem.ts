import type {
  EcdsaSignature,
  Ed25519Signature,
  HmacSignature,
  HookSignature,
  RsaSignature,
  TokenSignature,
} from '../../../../contract/import-trigger-signature.ts'
import { safeEqual } from '../../../platform/secrets/index.ts'
import { toText } from '../../requests/select-path.ts'
import { valueAt, type HookRequest } from '../hook-request.ts'
import { certificateKey } from './certificate-key.ts'
import { receivedSignatures, signatureHeaders } from './received-signatures.ts'
import { importHmacKey, importPublicKey } from './import-keys.ts'
import { jwtProblem } from './jwt-problem.ts'
import type { Known } from './known.ts'
import { signedBytes } from './signed-bytes.ts'
import { isRecent, signingTime } from './signing-time.ts'
import { verifyBytes } from './verify-bytes.ts'

/**
 * Says what is wrong with the signature of a request; undefined when it is the provider's. Throws
 * `KeysUnavailable` where that cannot be known now.
 */
export const signatureProblem = async (
  signature: HookSignature,
  request: HookRequest,
  known: Known,
): Promise<string | undefined> => {
  switch (signature.kind) {
    case 'token':
      return tokenProblem(signature, request, known)
    case 'jwt':
      return jwtProblem(signature, request, known)
    default:
      return contentProblem(signature, request, known)
  }
}

const noSecret = 'The secret of the signature is not known yet'

const tokenProblem = (
  { in: place, name, prefix, basic_user: user }: TokenSignature,
  request: HookRequest,
  { secrets }: Known,
): string | undefined => {
  if (secrets.length === 0) return noSecret
  const given = valueAt(request, { in: place, name })
  if (given === undefined || given === null || given === '')
    return `The request has no ${place} ${name}, or several`
  return secrets.some((secret) => safeEqual(toText(given), prefix + toCredential(user, secret)))
    ? undefined
    : `The ${place} ${name} does not hold the secret`
}

const toCredential = (user: string | undefined, secret: string): string =>
  user === undefined ? secret : Buffer.from(`${user}:${secret}`).toString('base64')

type Signed = HmacSignature | Ed25519Signature | EcdsaSignature | RsaSignature

const contentProblem = async (
  signature: Signed,
  request: HookRequest,
  known: Known,
): Promise<string | undefined> => {
  const headers = signatureHeaders(signature, request)
  if (!headers)
    return `The request has no header ${[signature.header].flat().join(' or ')}, or several`
  const { timestamp: declared, tolerance_seconds: tolerance } = signature
  const timestamp = declared && signingTime(declared, request, headers)
  if (declared && (timestamp === undefined || !isRecent(timestamp, declared, tolerance, known.now)))
    return 'The timestamp of the signature is missing, or too far off'
  const content = await signedBytes(signature, request, timestamp ?? '', known)
  if ('problem' in content) return content.problem
  const keys = await keysOf(signature, request, known)
  if (typeof keys === 'string') return keys
  const given = receivedSignatures(signature, headers)
  return (await verifyBytes(signature, keys, given, content.bytes))
    ? undefined
    : 'The signature does not match the content'
}

/** The keys that may have signed, or a text that says why there are none. */
const keysOf = async (
  signature: Signed,
  request: HookRequest,
  known: Known,
): Promise<CryptoKey[] | string> => {
  if (signature.kind === 'rsa' && signature.certificate) {
    const key = await certificateKey(signature, signature.certificate, request, known)
    return typeof key === 'string' ? key : [key]
  }
  const texts =
    signature.kind !== 'hmac' && signature.key !== undefined ? [signature.key] : known.secrets
  if (texts.length === 0) return noSecret
  const keys = await Promise.all(
    texts.map((text) =>
      signature.kind === 'hmac' ? importHmacKey(signature, text) : importPublicKey(signature, text),
    ),
  )
  const usable = keys.filter((key) => key !== undefined)
  return usable.length === 0
    ? `The key of the signature cannot be used for ${signature.kind}: correct it where \`secret\` of the trigger type takes it from`
    : usable
}
