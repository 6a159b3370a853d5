import type { AuthConfig, AuthConfigs } from '../../auth-configs/index.ts'
import type { Catalog, Toolkit } from '../../catalog/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { hashToken } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Projects } from '../../projects/index.ts'
import { ServiceError } from '../../service-error.ts'
import { toAccount, type ConnectedAccount } from '../account-row.ts'
import type { DeadLink } from '../connecting.ts'
import { canStillConnect } from '../link.ts'
import { secretsOfLink } from '../link-row.ts'
import { accountStore, linkStore, type LinkRow } from '../store.ts'

/** A link with everything that hangs on it. */
export type OpenLink = {
  link: LinkRow
  project: Project
  account: ConnectedAccount
  authConfig: AuthConfig
  toolkit: Toolkit['definition']
  /** What the project gave along. */
  prefilled: Record<string, unknown>
}

type Parts = { database: Database; projects: Projects; catalog: Catalog; authConfigs: AuthConfigs }

/** Finds the link of a token; `undefined` also when any of what it leads to was deleted. */
export const findLink = async (parts: Parts, token: string): Promise<OpenLink | undefined> => {
  const link = await linkStore(parts.database.handle).findByToken(hashToken(token))
  return link && withParts(parts, link)
}

export const withParts = async (
  { database, projects, catalog, authConfigs }: Parts,
  link: LinkRow,
): Promise<OpenLink | undefined> => {
  const project = await projects.get(link.project_id)
  const row =
    project && (await accountStore(database.handle).find(project.id, link.connected_account_id))
  if (!project || !row) return undefined
  const account = toAccount(project, row)
  try {
    const authConfig = await authConfigs.get(project, account.authConfigId)
    const { definition: toolkit } = await catalog.getToolkit(project, account.toolkit)
    return {
      link,
      project,
      account,
      authConfig,
      toolkit,
      prefilled: secretsOfLink(project, link).values ?? {},
    }
  } catch (error) {
    if (error instanceof ServiceError && error.slug === 'not_found') return undefined
    throw error
  }
}

/** Why the link cannot be used by this browser now; `undefined` when it can. */
export const whyDead = (
  found: OpenLink,
  browserHash: string | undefined,
  now: Date,
): DeadLink | undefined => {
  const { link } = found
  if (isUsed(found)) return 'used'
  if (link.expires_at <= now.toISOString()) return 'expired'
  return link.browser_hash !== null && link.browser_hash !== browserHash ? 'elsewhere' : undefined
}

export const isUsed = ({ link, account }: OpenLink): boolean =>
  link.used_at !== null || !canStillConnect(account.status)
