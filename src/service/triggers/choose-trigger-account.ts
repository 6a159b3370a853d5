import type { Accounts, ChosenAccount } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import { findScheme } from '../auth-schemes/index.ts'
import { isNoAuth, type Toolkit } from '../catalog/index.ts'
import type { AuthScheme } from '../../contract/common.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'

type Parts = { accounts: Accounts; authConfigs: AuthConfigs }

/** The number of accounts that an error names. */
const namedAccounts = 10

/** The account that is named, or the user whose account it is. */
type Choice = { accountId: string | undefined; userId: string | undefined }

/**
 * The account that a trigger instance listens for: the one named, else the only ACTIVE one of the
 * toolkit, or of the user there; `undefined` where none is needed.
 */
export const chooseTriggerAccount = async (
  parts: Parts,
  project: Project,
  toolkit: Toolkit,
  { accountId, userId }: Choice,
): Promise<ChosenAccount | undefined> => {
  if (accountId === undefined && isNoAuth(toolkit)) {
    if (userId !== undefined) throw ofNoUser(toolkit, userId)
    return undefined
  }
  const chosen =
    accountId === undefined
      ? await findOnlyAccount(parts, project, toolkit, userId)
      : await getAccount(parts, project, toolkit, accountId)
  if (userId !== undefined && chosen.account.userId !== userId) throw ofAnother(chosen, userId)
  rejectUnusable(chosen)
  return chosen
}

const findOnlyAccount = async (
  { accounts }: Parts,
  project: Project,
  { definition }: Toolkit,
  userId: string | undefined,
): Promise<ChosenAccount> => {
  const holder = userId === undefined ? 'The project' : `The user "${userId}"`
  const page = await accounts.list(
    project,
    {
      toolkits: [definition.slug],
      statuses: ['ACTIVE'],
      ...(userId !== undefined && { userIds: [userId] }),
    },
    { by: 'created_at', direction: 'desc' },
    { limit: namedAccounts },
  )
  const [only, another] = page.items
  if (only && !another) return only
  if (only) {
    const ids = page.items.map(({ account }) => account.id).join(', ')
    throw new ServiceError(
      'invalid_request',
      `${holder} has ${page.total_items} ACTIVE connected accounts of "${definition.slug}": ${ids}${page.next_cursor ? ', …' : ''}`,
      {
        suggestedFix:
          userId === undefined
            ? 'Name one of them in connected_account_id, or their user in user_id'
            : 'Name one of them in connected_account_id',
      },
    )
  }
  if (!definition.authSchemes.some(({ mode }) => findScheme(mode)))
    throw unsupported(
      definition.slug,
      definition.authSchemes.map(({ mode }) => mode),
    )
  throw new ServiceError(
    'invalid_request',
    `${holder} has no ACTIVE connected account of "${definition.slug}"`,
    {
      suggestedFix:
        'Connect an account with POST /api/v3/connected_accounts, then set the trigger up',
    },
  )
}

const getAccount = async (
  { accounts, authConfigs }: Parts,
  project: Project,
  { definition }: Toolkit,
  id: string,
): Promise<ChosenAccount> => {
  const account = await accounts.get(project, id)
  if (account.toolkit !== definition.slug) {
    throw new ServiceError(
      'invalid_request',
      `The connected account ${id} is of "${account.toolkit}", the trigger type of "${definition.slug}"`,
      {
        suggestedFix: `Name an account of "${definition.slug}"`,
      },
    )
  }
  return { account, authConfig: await authConfigs.get(project, account.authConfigId) }
}

const ofNoUser = ({ definition }: Toolkit, userId: string) =>
  new ServiceError(
    'invalid_request',
    `"${definition.slug}" needs no account, so a trigger of it cannot be of the user "${userId}"`,
    { suggestedFix: 'Leave user_id out: the events of such a trigger belong to no user' },
  )

const ofAnother = ({ account }: ChosenAccount, userId: string) =>
  new ServiceError(
    'invalid_request',
    `The connected account ${account.id} is not of the user "${userId}"`,
    { suggestedFix: 'Name an account of this user, or leave user_id out' },
  )

const rejectUnusable = ({ account, authConfig }: ChosenAccount): void => {
  if (!findScheme(authConfig.scheme.mode))
    throw unsupported(account.toolkit, [authConfig.scheme.mode])
  if (authConfig.status === 'DISABLED') {
    throw new ServiceError(
      'unprocessable',
      `The auth config ${authConfig.id} of the connected account ${account.id} is disabled`,
      {
        suggestedFix: `Enable it with PATCH /api/v3/auth_configs/${authConfig.id}/ENABLED`,
      },
    )
  }
  if (account.status !== 'ACTIVE' || account.isDisabled) {
    throw new ServiceError(
      'unprocessable',
      `The connected account ${account.id} is ${account.isDisabled ? 'disabled' : account.status}`,
      {
        suggestedFix:
          'Enable the account, let its user connect it again, or name another: a trigger needs an ACTIVE account',
      },
    )
  }
}

const unsupported = (toolkit: string, modes: AuthScheme[]) =>
  new ServiceError(
    'unsupported',
    `This service cannot listen at "${toolkit}": it cannot carry out the auth scheme ${modes.join(', ')}`,
    {
      suggestedFix:
        'Import the toolkit with an auth scheme that this service supports, such as API_KEY or BEARER_TOKEN',
    },
  )
