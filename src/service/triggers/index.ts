import type { AccountsApi } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { ExecutionApi } from '../execution/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import { triggerInstanceHandlers } from './handlers.ts'
import { mountHooks } from './hooks/mount-hooks.ts'
import { createReceiveHook } from './hooks/receive-hook.ts'
import { createRegistrations } from './hooks/registrations/create-registrations.ts'
import { createHookRemovals } from './hooks/removals/create-hook-removals.ts'
import { createAuthorities } from './hooks/signatures/authorities.ts'
import { createProviderKeys } from './hooks/signatures/provider-keys.ts'
import { triggerMigrations } from './migrations.ts'
import { createPollSchedule } from './polling/schedule-polls.ts'
import { triggerStore } from './store.ts'
import { createTriggerInstances } from './trigger-instance.ts'
import { triggerRetention } from './retention.ts'

type Needs = {
  projects: Projects
  catalog: Catalog
  authConfigs: AuthConfigs
  accounts: AccountsApi
  execution: ExecutionApi
}

/** Trigger instances, their polls, and the hooks that receive their events. */
export const createTriggers = (platform: Platform, needs: Needs) => {
  const { projects, catalog, authConfigs } = needs
  const { accounts, revocations } = needs.accounts
  const parts = {
    ...platform,
    ...needs.execution.sendingParts,
    projects,
    catalog,
    authConfigs,
    accounts,
    revocations,
    random: Math.random,
  }
  const removals = createHookRemovals(parts)
  const registrations = createRegistrations({ ...parts, removals })
  const instances = createTriggerInstances({ ...parts, registrations, removals })
  const authorities = createAuthorities(platform.trustedCertificates)
  const providerKeys = createProviderKeys({ ...platform, authorities })
  const hooks = createReceiveHook({ ...parts, providerKeys })
  return {
    api: { instances, usesVersion: triggerStore(platform.database.handle).usesVersion },
    handlers: { triggerInstances: triggerInstanceHandlers({ triggers: instances }) },
    migrations: triggerMigrations,
    retention: triggerRetention,
    jobs: createPollSchedule({ ...parts, registrations }),
    mounts: [(app, { onError }) => mountHooks(app, { hooks, onError })],
  } satisfies Capability
}
