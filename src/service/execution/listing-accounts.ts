import { CredentialError, type Accounts, type KeepAlive } from '../accounts/index.ts'
import type { Catalog, ListingAccounts } from '../catalog/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { ServiceError } from '../service-error.ts'
import { movedHostAdvice, movedHostProblem } from './account-servers.ts'
import { authorizeCall } from './send-authorized.ts'

type Parts = { accounts: Accounts; catalog: Catalog; keepAlive: KeepAlive; outbound: Outbound }

/**
 * Connected accounts with which an MCP server's tools are listed, under the same rules as calls of
 * its tools.
 */
export const createListingAccounts = (parts: Parts): ListingAccounts => ({
  exists: async (project, id) => {
    try {
      await parts.accounts.get(project, id)
      return true
    } catch (error) {
      if (error instanceof ServiceError && error.slug === 'not_found') return false
      throw error
    }
  },

  sendAs: async (project, { id, toolkit, url }, signal) => {
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
      egress: { purpose: 'mcp', toolkit },
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

const unusable = (id: string, reason: string, cause?: unknown) =>
  new ServiceError(
    'invalid_request',
    `The account ${id} cannot be used to list the tools: ${reason}`,
    { cause },
  )
