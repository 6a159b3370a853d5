import { hash } from 'node:crypto'
import { z } from 'zod'
import { minuteMs, type Clock } from '../platform/clock.ts'
import { isRootKeyProof } from '../platform/secrets/index.ts'
import { ServiceError } from '../service-error.ts'
import type { ConsoleSessions } from './sessions.ts'

type Parts = {
  sessions: Pick<ConsoleSessions, 'useOnce'>
  ownUrls: () => string[]
  rootKeys: string
  clock: Clock
}

/** What every request has that proves to have the root key. */
export const proofFields = {
  at: z.iso.datetime(),
  nonce: z.string().min(16).max(100),
  url: z.url().max(2000),
  proof: z.string().min(20).max(100),
}

/** Such a request; `text`: what its proof was made of, which holds all that is asked for. */
type Proven = { at: string; nonce: string; url: string; proof: string; text: string }

/** Throws 401 unless the proof is right, new, and for an address of this service. */
export type CheckProof = (purpose: string, given: Proven | undefined) => Promise<void>

const maximumSkewMs = minuteMs

/**
 * Checks that a request was made by somebody with a root key of the service. A proof is good once,
 * for a minute, and for the address that it names: another server cannot pass it on to this one.
 */
export const createProofCheck =
  ({ sessions, ownUrls, rootKeys, clock }: Parts): CheckProof =>
  async (purpose, given) => {
    if (!given || !isRootKeyProof(rootKeys, purpose, given.text, given.proof))
      throw new ServiceError('unauthorized', 'The root key is not one of this service', {
        suggestedFix: 'Set PLUGBOARD_ROOT_KEYS as it is set for the service',
      })
    const now = clock.now()
    if (Math.abs(now.getTime() - Date.parse(given.at)) > maximumSkewMs)
      throw new ServiceError(
        'unauthorized',
        `The request is of ${given.at}, and it is ${now.toISOString()} here`,
        { suggestedFix: 'Set the clock of this machine right' },
      )
    if (!addressesOf(ownUrls()).has(new URL(given.url).origin))
      throw new ServiceError('unauthorized', `${given.url} is not an address of this service`, {
        suggestedFix: 'Pass its PLUGBOARD_PUBLIC_URL, or the address that it listens on, as --url',
      })
    const nonce = hash('sha256', `nonce ${given.nonce}`, 'base64url')
    if (!(await sessions.useOnce(nonce, 2 * maximumSkewMs)))
      throw new ServiceError('unauthorized', 'The request was sent before', {
        suggestedFix: 'Run the command again',
      })
  }

/** Of a service that listens on all addresses, those of this machine. */
const addressesOf = (urls: string[]): Set<string> =>
  new Set(
    urls.flatMap((url) => {
      const { origin, hostname, port } = new URL(url)
      return ['0.0.0.0', '[::]', '127.0.0.1', '[::1]'].includes(hostname)
        ? [origin, ...['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`)]
        : [origin]
    }),
  )
