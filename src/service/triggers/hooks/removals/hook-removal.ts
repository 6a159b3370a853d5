import { z } from 'zod'
import type { ProxiedRequest } from '../../../../contract/proxy.ts'
import type { ChosenAccount } from '../../../accounts/index.ts'
import type { Toolkit } from '../../../catalog/index.ts'
import { unlessDamaged, type Secrets } from '../../../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../../../platform/stored-json.ts'
import type { HookRemovalRow } from './store.ts'

/** A hook at a provider, with the request that removes it. */
export type RegisteredHook = { triggerId: string; triggerSlug: string; request: ProxiedRequest }

/**
 * Everything that is needed to unregister the hooks of one account after the account, its instances
 * and even its project were deleted.
 */
export type HookRemoval = {
  toolkit: Toolkit
  /** As it was when it was deleted; null if the toolkit needs none. */
  account: ChosenAccount | null
  hooks: RegisteredHook[]
}

type Sealed = Pick<HookRemovalRow, 'id' | 'data_key'>

export const sealRemoval = (
  secrets: Secrets,
  { id, data_key }: Sealed,
  removal: HookRemoval,
): string =>
  secrets.open(id, data_key).encrypt(JSON.stringify(removal), { record: id, field: 'sealed' })

const readRemoval = storedJson(
  'hook_removals.sealed',
  outline<HookRemoval>({
    toolkit: anyObject,
    account: anyObject.nullable(),
    hooks: z.array(anyObject),
  }),
)

/** Undefined if it was damaged. */
export const openRemoval = (secrets: Secrets, row: HookRemovalRow): HookRemoval | undefined =>
  unlessDamaged(
    () =>
      readRemoval(
        secrets.open(row.id, row.data_key).decrypt(row.sealed, { record: row.id, field: 'sealed' }),
        row.id,
      ),
    () => undefined,
  )
