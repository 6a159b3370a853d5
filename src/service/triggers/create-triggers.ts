import type { Accounts } from '../accounts/account.ts'
import type { Revocations } from '../accounts/revocation.ts'
import type { AuthConfigs } from '../auth-configs/auth-config.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { SendingParts } from '../execution/sending-parts.ts'
import type { Events } from '../platform/events/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets/index.ts'
import type { Projects } from '../projects/project.ts'
import { createReceiveHook } from './hooks/receive-hook.ts'
import { createRegistrations } from './hooks/registration.ts'
import { createHookRemovals } from './hooks/removals/create-hook-removals.ts'
import { createPollSchedule } from './polling/schedule-polls.ts'
import { defineRetention } from './seen/jobs.ts'
import { createTriggerInstances } from './trigger-instance.ts'

export type Triggers = ReturnType<typeof createTriggers>

type Parts = SendingParts & {
  projects: Projects
  catalog: Catalog
  authConfigs: AuthConfigs
  accounts: Accounts
  events: Events
  jobs: Jobs
  log: Log
  secrets: Secrets
  revocations: Revocations
  random?: () => number
}

/**
 * Everything about triggers: their instances, what polls for them, and what takes what is pushed to
 * them.
 */
export const createTriggers = (given: Parts) => {
  const parts = { random: Math.random, ...given }
  defineRetention(parts)
  const removals = createHookRemovals(parts)
  const registrations = createRegistrations({ ...parts, removals })
  return {
    instances: createTriggerInstances({ ...parts, registrations, removals }),
    hooks: createReceiveHook(parts),
    polls: createPollSchedule(parts),
  }
}
