import { z } from 'zod'
import type { AuthConfig, AuthConfigs } from '../auth-configs/index.ts'
import { findScheme, GrantError } from '../auth-schemes/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Handle } from '../platform/database/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/index.ts'
import { decryptValues } from './account-row.ts'
import { toGrantContext } from '../auth-configs/index.ts'

/** Revokes the credentials of deleted accounts at their providers. */
export type Revocations = {
  /**
   * Part of the caller's transaction; sends nothing yet. `values` are the account's, as they are
   * stored: encrypted.
   */
  enqueue(
    transaction: Handle,
    project: Project,
    revoked: { accountId: string; authConfig: AuthConfig; values: string },
  ): Promise<void>
  /**
   * For callers that still need the credential of a deleted account: nothing is revoked while one
   * does, and that caller enqueues the revocation again afterwards.
   */
  deferWhile(isNeeded: (accountId: string) => Promise<boolean>): void
}

const queue = 'accounts.revoke'
const retryDelaysSeconds = [3, 60, 600, 3600]

type Parts = {
  jobs: Jobs
  projects: Pick<Projects, 'get'>
  authConfigs: Pick<AuthConfigs, 'find'>
  outbound: Outbound
  clock: Clock
}

/**
 * A few tries, in a job: that the provider is away must not keep anybody from deleting an account.
 */
export const createRevocations = (parts: Parts): Revocations => {
  const needs: ((accountId: string) => Promise<boolean>)[] = []
  const data = z.object({
    projectId: z.string(),
    accountId: z.string(),
    authConfigId: z.string(),
    values: z.string(),
  })

  parts.jobs.define(
    queue,
    { retryDelaysSeconds, timeoutSeconds: 60, data },
    async ({ projectId, accountId, authConfigId, values }) => {
      const project = await parts.projects.get(projectId)
      const authConfig =
        project && (await parts.authConfigs.find(project, [authConfigId])).get(authConfigId)
      if (!authConfig) return
      for (const isNeeded of needs) if (await isNeeded(accountId)) return
      const context = toGrantContext(parts, authConfig, decryptValues(project, accountId, values))
      await findScheme(authConfig.scheme.mode)
        ?.revoke?.(context)
        .catch((error: unknown) => {
          // A retry would get the same answer.
          if (!(error instanceof GrantError) || error.kind === 'unavailable') throw error
        })
    },
  )

  return {
    enqueue: async (transaction, project, { accountId, authConfig, values }) => {
      if (!findScheme(authConfig.scheme.mode)?.revoke) return
      await parts.jobs.enqueue(transaction, queue, {
        projectId: project.id,
        accountId,
        authConfigId: authConfig.id,
        values,
      })
    },
    deferWhile: (isNeeded) => void needs.push(isNeeded),
  }
}
