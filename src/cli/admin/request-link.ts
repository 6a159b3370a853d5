import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { linkProof } from '../../service/index.ts'
import { proveRootKey } from '../../service/platform/secrets/index.ts'
import { CliError } from '../cli-error.ts'

const answer = z.union([
  z.object({ url: z.string() }),
  z.object({ error: z.object({ message: z.string(), suggested_fix: z.string().optional() }) }),
])

/** Asks a running service for a one-time link, proving to have its root key. */
export const requestLink = async (address: string, ring: string): Promise<string> => {
  const given = {
    at: new Date().toISOString(),
    nonce: randomBytes(16).toString('base64url'),
    url: address,
  }
  const proof = proveRootKey(ring, linkProof.purpose, linkProof.toText(given))
  const response = await fetch(new URL('/console/links', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...given, proof }),
    redirect: 'error',
  }).catch((cause: unknown) => {
    throw new CliError(`There is no service at ${address}`, {
      suggestedFix: 'Start it, or pass its address with --url',
      cause,
    })
  })
  const parsed = answer.safeParse(await response.json().catch(() => undefined))
  if (parsed.success && 'url' in parsed.data) return parsed.data.url
  const { message, suggested_fix: suggestedFix } = (parsed.success && 'error' in parsed.data
    ? parsed.data.error
    : undefined) ?? {
    message: `${address} answered with status ${response.status}`,
    suggested_fix: 'Check that it is the address of a Plugboard service of this version',
  }
  throw new CliError(message, { ...(suggestedFix !== undefined && { suggestedFix }) })
}
