import { LRUCache } from 'lru-cache'
import type { Project } from '../../endpoint/index.ts'
import { openSecrets, type SigningSecrets } from '../signing-secrets.ts'
import type { DeliveryWork } from './store.ts'

/**
 * Opens the secrets that sign a delivery, once for the many of a subscription. Null where they were
 * damaged.
 */
export const createReadSecrets = () => {
  const opened = new LRUCache<string, SigningSecrets>({ max: 1_000, ttl: 60_000 })

  return (
    project: Project,
    { subscription_id, secrets }: Pick<DeliveryWork, 'subscription_id' | 'secrets'>,
  ): SigningSecrets | null => {
    // With whose they are: what was copied to another subscription or project must not open there.
    const key = JSON.stringify([project.id, subscription_id, secrets])
    const known = opened.get(key) ?? openSecrets(project, subscription_id, secrets)
    if (known) opened.set(key, known)
    return known
  }
}
