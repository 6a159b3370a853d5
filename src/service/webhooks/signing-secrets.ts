import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { entries } from '../platform/entries.ts'
import { z } from 'zod'
import type { Project } from '../endpoint/index.ts'
import { dayMs } from '../platform/clock.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../platform/stored-json.ts'

/**
 * The secrets that sign the deliveries of a subscription: the current one, and for a while after a
 * rotation the previous ones.
 */
export type SigningSecrets = { current: string; previous: PreviousSecret[] }

type PreviousSecret = { secret: string; until: string }

/** How long a replaced secret signs as well (rule 12.8). */
const overlapMs = dayMs

export const createSigningSecrets = (): SigningSecrets => ({
  current: createSecret(),
  previous: [],
})

/** A new secret; the previous one signs as well for 24 hours. */
export const rotateSigningSecrets = (secrets: SigningSecrets, now: Date): SigningSecrets => ({
  current: createSecret(),
  previous: [
    { secret: secrets.current, until: new Date(now.getTime() + overlapMs).toISOString() },
    ...inForce(secrets, now),
  ],
})

/** The secrets that sign a delivery now, newest first. */
export const activeSecrets = (secrets: SigningSecrets, now: Date): string[] => [
  secrets.current,
  ...inForce(secrets, now).map(({ secret }) => secret),
]

export const sealSecrets = (
  project: Project,
  subscriptionId: string,
  secrets: SigningSecrets,
): string =>
  project.dataKey.encrypt(JSON.stringify(secrets), { record: subscriptionId, field: 'secrets' })

/** Null where they were damaged. */
const readSecrets = storedJson(
  'webhook_subscriptions.secrets',
  outline<SigningSecrets>({ current: z.string(), previous: z.array(anyObject) }),
)

export const openSecrets = (
  project: Project,
  subscriptionId: string,
  sealed: string,
): SigningSecrets | null =>
  unlessDamaged(
    () =>
      readSecrets(
        project.dataKey.decrypt(sealed, { record: subscriptionId, field: 'secrets' }),
        subscriptionId,
      ),
    () => null,
  )

/** Decrypts the secrets of a subscription, and caches them for its next deliveries. */
export const createReadSecrets = () => {
  const opened = new LRUCache<string, SigningSecrets>({ ...entries(1_000), ttl: 60_000 })

  return (
    project: Project,
    { subscription_id, secrets }: { subscription_id: string; secrets: string },
  ): SigningSecrets | null => {
    // The key includes the owner: a value that was copied to another subscription must not decrypt.
    const key = JSON.stringify([project.id, subscription_id, secrets])
    const known = opened.get(key) ?? openSecrets(project, subscription_id, secrets)
    if (known) opened.set(key, known)
    return known
  }
}

/** In the format of Standard Webhooks: a prefix, and 24 to 64 random bytes in base64. */
const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const inForce = ({ previous }: SigningSecrets, now: Date): PreviousSecret[] =>
  previous.filter(({ until }) => until > now.toISOString())
