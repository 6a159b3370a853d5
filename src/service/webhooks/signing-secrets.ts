import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Project } from '../endpoint/index.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../platform/stored-json.ts'

/**
 * What signs the deliveries of a subscription: one secret, and after a rotation those before it for
 * a while.
 */
export type SigningSecrets = { current: string; previous: PreviousSecret[] }

type PreviousSecret = { secret: string; until: string }

/** How long a secret signs alongside the one that replaced it (rule 12.8). */
const overlapMs = 24 * 60 * 60 * 1000

export const createSigningSecrets = (): SigningSecrets => ({
  current: createSecret(),
  previous: [],
})

/** A new secret; the one before signs alongside for 24 hours. */
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

/** Opens the secrets that sign a delivery, and caches them, as a subscription has many. */
export const createReadSecrets = () => {
  const opened = new LRUCache<string, SigningSecrets>({ max: 1_000, ttl: 60_000 })

  return (
    project: Project,
    { subscription_id, secrets }: { subscription_id: string; secrets: string },
  ): SigningSecrets | null => {
    // The key holds the owner: what was copied to another subscription or project must not open there.
    const key = JSON.stringify([project.id, subscription_id, secrets])
    const known = opened.get(key) ?? openSecrets(project, subscription_id, secrets)
    if (known) opened.set(key, known)
    return known
  }
}

/** As Standard Webhooks writes them: 24 to 64 random bytes in base64 behind the prefix. */
const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const inForce = ({ previous }: SigningSecrets, now: Date): PreviousSecret[] =>
  previous.filter(({ until }) => until > now.toISOString())
