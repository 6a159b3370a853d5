import type { AuthConfigsApi } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Capability, RecordActivity } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import { createAccountRules, type CheckConnection } from './account.ts'
import { createAttempts } from './connecting/attempts.ts'
import { createConfirmConnection } from './connecting/confirmation.ts'
import { createConnecting } from './connecting/create-connecting.ts'
import { createCreateAccount } from './create-account.ts'
import { accountHandlers } from './handlers.ts'
import { createKeepAlive } from './keep-alive/index.ts'
import type { InspectAccount } from './inspection.ts'
import { createLinks } from './link.ts'
import { accountMigrations } from './migrations.ts'
import { createRevocations } from './revocation.ts'
import { accountRetention } from './retention.ts'

type Needs = {
  projects: Projects
  catalog: Catalog
  authConfigs: AuthConfigsApi
  checkConnection: CheckConnection
  inspectAccount: InspectAccount
  recordActivity: RecordActivity
}

/** Connected accounts: how users connect them, and how their credentials stay valid. */
export const createAccounts = (platform: Platform, needs: Needs) => {
  const { projects, catalog, checkConnection, inspectAccount, recordActivity } = needs
  const { authConfigs, redirects } = needs.authConfigs
  const revocations = createRevocations({ ...platform, projects, authConfigs })
  const accounts = createAccountRules({ ...platform, authConfigs, revocations })
  const attempts = createAttempts({ ...platform, redirects })
  const keepAlive = createKeepAlive({ ...platform, revocations, recordActivity })
  const lapsing = { ...platform, authConfigs, revocations }
  const links = createLinks({ ...lapsing, projects, attempts })
  const confirmConnection = createConfirmConnection(lapsing)
  const parts = { ...platform, accounts, authConfigs, links, checkConnection, inspectAccount }
  const createAccount = createCreateAccount(parts)
  const connecting = createConnecting({ ...parts, projects, catalog, attempts, revocations })
  return {
    api: { accounts, links, keepAlive, revocations, confirmConnection, connecting },
    handlers: {
      connectedAccounts: accountHandlers({
        accounts,
        authConfigs,
        links,
        createAccount,
        confirmConnection,
        keepAlive,
      }),
    },
    migrations: accountMigrations,
    retention: accountRetention(platform.kept, async ({ scope, key: [id = ''] }, condition) => {
      const project = await needs.projects.get(scope)
      if (project) await accounts.delete(project, id, condition).catch(unlessNotFound)
    }),
    close: keepAlive.finish,
  } satisfies Capability
}

/** It was deleted, or is connected again. */
const unlessNotFound = (error: unknown): void => {
  if (!(error instanceof ServiceError && error.slug === 'not_found')) throw error
}

export type AccountsApi = ReturnType<typeof createAccounts>['api']

export {
  ownerSuffix,
  nameOfOwner,
  notInspected,
  toOwnerFields,
  type AccountInspection,
} from './account-inspection.ts'
export { encryptValues } from './account-row.ts'
export { mostOfUser } from './account.ts'
export type { Accounts, CheckConnection, ChosenAccount, ConnectedAccount } from './account.ts'
export type { ChoiceView, Connecting, ConnectOutcome, ConnectView, DeadLink } from './connecting.ts'
export type { ConfirmConnection } from './connecting/confirmation.ts'
export {
  applyCredential,
  openValues,
  secretTexts,
  toCredential,
  type Credential,
} from './credential.ts'
export { CredentialError, createDeletedKeepAlive, type KeepAlive } from './keep-alive/index.ts'
export type { Choice, Choosing, Inspection, InspectAccount } from './inspection.ts'
export { confirmationOf, isLinkable, type LinkRequest } from './link-request.ts'
export { canStillConnect, toLinkResponse, type Links, type LinkSession } from './link.ts'
export { accountList } from './store.ts'
export type { Revocations } from './revocation.ts'
export { whyUnusable } from './why-unusable.ts'
