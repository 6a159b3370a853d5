import type { JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { parseJson, UntrustedTextError } from '../../../platform/untrusted-text/index.ts'
import { KeysUnavailable } from './known.ts'

const limits = { maximumBytes: 64 * 1024, maximumValues: 10_000, maximumDepth: 20 }
const keySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).max(200) })

/**
 * The keys at an address: read when they are first needed, again after ten minutes, and at most
 * every thirty seconds for a key that is not among them.
 */
export const createKeySet = async (
  url: string,
  read: () => Promise<Uint8Array>,
): Promise<JWTVerifyGetKey> => {
  // Loaded here: most services never verify a token.
  const { createRemoteJWKSet, customFetch } = await import('jose')
  return createRemoteJWKSet(new URL(url), {
    [customFetch]: async () => Response.json(toKeySet(await read(), new URL(url).host)),
  })
}

const toKeySet = (text: Uint8Array, host: string): unknown => {
  try {
    return keySet.parse(parseJson(text, limits))
  } catch (cause) {
    if (!(cause instanceof UntrustedTextError || cause instanceof z.ZodError)) throw cause
    throw new KeysUnavailable(`What ${host} answered is no JSON Web Key Set`, { cause })
  }
}
