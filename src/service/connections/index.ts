import type { AccountsApi } from '../accounts/index.ts'
import type { ApprovalsApi } from '../approvals/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { UserTickets } from '../projects/index.ts'
import { createConnections } from './connections.ts'
import { connectionHandlers } from './handlers.ts'
import { connectTokenHandlers } from './token-handlers.ts'

export { toShownUser } from './to-shown-user.ts'

type Needs = {
  tickets: UserTickets
  catalog: Catalog
  authConfigs: AuthConfigs
  accounts: AccountsApi
  approvals: ApprovalsApi
}

/** What users manage in their own browser, with a connect token. */
export const createUserConnections = (platform: Platform, needs: Needs) => {
  const { publicUrl } = platform
  const connections = createConnections({ ...platform, ...needs, ...needs.accounts })
  return {
    handlers: {
      connections: connectionHandlers({
        connections,
        userApprovals: needs.approvals.userApprovals,
        publicUrl,
      }),
      connectTokens: connectTokenHandlers({ ...needs, publicUrl }),
    },
  } satisfies Capability
}
