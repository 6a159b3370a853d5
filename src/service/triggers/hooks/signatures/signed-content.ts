import type { HookSignature } from '../../../../contract/import-trigger-signature.ts'
import type { HookRequest } from '../hook-request.ts'
import { signedClaims } from './jwt-problem.ts'
import type { Known } from './known.ts'
import { signatureHeaders } from './received-signatures.ts'
import { signedBytes } from './signed-bytes.ts'
import { signingTime } from './signing-time.ts'

/**
 * What the signature of a verified request covers: whoever has recorded the request can send it
 * again, but only with the same. Undefined where it leaves the body open.
 */
export const signedContent = async (
  signature: HookSignature,
  request: HookRequest,
  known: Pick<Known, 'url' | 'values'>,
): Promise<Uint8Array | undefined> => {
  switch (signature.kind) {
    case 'token':
      return undefined
    case 'jwt':
      return signature.body_digest && signedClaims(signature, request)
    default: {
      const headers = signatureHeaders(signature, request) ?? []
      const timestamp = signature.timestamp && signingTime(signature.timestamp, request, headers)
      const content = await signedBytes(signature, request, timestamp ?? '', known)
      return 'bytes' in content ? content.bytes : undefined
    }
  }
}
