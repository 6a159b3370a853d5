import { CredentialError, type Accounts, type KeepAlive } from '../accounts/index.ts'
import type { Catalog, ListingAccounts } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { ServiceError } from '../service-error.ts'
import { movedHostAdvice, movedHostProblem } from './account-servers.ts'
import { authorizeCall } from './send-authorized.ts'

type Parts = { accounts: Accounts; catalog: Catalog; keepAlive: KeepAlive; outbound: Outbound }

/**
 * Connected accounts with which an MCP server's tools are listed, and a GraphQL API is asked for its
 * schema, under the same rules as calls of its tools.
 */
export const createListingAccounts = (parts: Parts): ListingAccounts => ({
  exists: async (project, id) => (await find(parts, project, id)) !== undefined,

  toolkitOf: async (project, id) => (await find(parts, project, id))?.toolkit,

  findActive: async (project, toolkit, id) => {
    const active = { toolkits: [toolkit], statuses: ['ACTIVE' as const], isDisabled: false }
    const newest = { by: 'created_at', direction: 'desc' } as const
    for (const filter of [{ ...active, ids: [id] }, active]) {
      const { items } = await parts.accounts.list(project, filter, newest, { limit: 1 })
      if (items[0]) return items[0].account.id
    }
    return undefined
  },

  sendAs: async (project, { id, toolkit, url, purpose }, signal) => {
    const { userId } = await parts.accounts.get(project, id)
    const chosen = await parts.accounts.choose(project, { userId, toolkit, accountIds: [id] })
    if (!chosen)
      throw new ServiceError(
        'invalid_request',
        `The connected account ${id} is no active account of "${toolkit}"`,
        { suggestedFix: `Connect an account of "${toolkit}", and name that` },
      )
    const authorized = authorizeCall(parts, {
      project,
      egress: { purpose, toolkit },
      account: chosen,
      signal,
    })
    const { credential } = await authorized.ready().catch((error: unknown) => {
      throw error instanceof CredentialError ? unusable(id, error.message, error) : error
    })
    const { definition } = await parts.catalog.getToolkit(project, toolkit)
    const moved = credential && movedHostProblem(definition, credential, url)
    if (moved !== undefined) throw unusable(id, `${moved}. ${movedHostAdvice}`)
    return authorized.send
  },
})

const find = async ({ accounts }: Parts, project: Project, id: string) => {
  try {
    return await accounts.get(project, id)
  } catch (error) {
    if (error instanceof ServiceError && error.slug === 'not_found') return undefined
    throw error
  }
}

const unusable = (id: string, reason: string, cause?: unknown) =>
  new ServiceError(
    'invalid_request',
    `The account ${id} cannot be used for the import: ${reason}`,
    { cause },
  )
