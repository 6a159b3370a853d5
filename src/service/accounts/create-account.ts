import type { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import type { AuthConfig, AuthConfigs } from '../auth-configs/index.ts'
import { cleanValues, findScheme, type Authorization, type Scheme } from '../auth-schemes/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { newAccountRow } from './account-row.ts'
import { insertAccount } from './insert-account.ts'
import {
  rejectDisabled,
  unsupportedScheme,
  type Accounts,
  type CheckConnection,
  type ChosenAccount,
} from './account.ts'
import { toGrantContext } from '../auth-configs/index.ts'
import type { AccountInspection } from './account-inspection.ts'
import type { InspectAccount } from './inspection.ts'
import type { Links } from './link.ts'
import { notAccepted } from './not-accepted.ts'
import { asServiceError } from './as-service-error.ts'

type Values = Record<string, unknown>
type Connection = z.output<typeof contract.connectedAccounts.create.body>['connection']
type Parts = {
  database: Database
  accounts: Accounts
  authConfigs: AuthConfigs
  links: Links
  checkConnection: CheckConnection
  inspectAccount: InspectAccount
  outbound: Outbound
  events: Events
  clock: Clock
}

export type CreateAccount = (
  project: Project,
  authConfigId: string,
  connection: Connection,
  validate?: boolean,
) => Promise<CreatedAccount>

/** `redirectUrl`: where its user must go before the account is ACTIVE. */
type CreatedAccount = ChosenAccount & { redirectUrl: string | null }

/**
 * Starts a connection: an account whose credential is given, or can be had without its user, is
 * ACTIVE at once; for another its user is sent to the provider.
 */
export const createCreateAccount =
  (parts: Parts): CreateAccount =>
  async (project, authConfigId, connection, validate = false) => {
    const authConfig = await parts.authConfigs.get(project, authConfigId)
    rejectDisabled(authConfig)
    const scheme = schemeOf(authConfig, connection)
    const { status, ...given }: Values = { ...connection.data, ...connection.state?.val }
    const values = cleanValues(scheme, authConfig.scheme, given)
    const userId = connection.user_id ?? 'default'
    if (scheme.authorization && !isImported(scheme.authorization, status, values)) {
      const callbackUrl = connection.callback_url ?? connection.redirect_uri
      const { confirmation } = connection
      const { accountId, url } = await parts.links.create(
        project,
        authConfig,
        { userId, callbackUrl, confirmation, values },
        { beginAtOnce: scheme.authorization.oauthVersion === 1 },
      )
      return { account: await parts.accounts.get(project, accountId), authConfig, redirectUrl: url }
    }
    rejectIncomplete(authConfig, scheme, values)
    await parts.checkConnection(project, { authConfig, values })
    const granted = await obtainNow(parts, authConfig, scheme, values)
    const inspected = await inspect(parts, project, authConfig, granted, validate)
    const id = await insertActive(parts, project, authConfig, userId, inspected)
    return { account: await parts.accounts.get(project, id), authConfig, redirectUrl: null }
  }

const schemeOf = (authConfig: AuthConfig, { state }: Connection): Scheme => {
  const { mode } = authConfig.scheme
  const scheme = findScheme(mode)
  if (!scheme) throw unsupportedScheme(mode)
  if (state && state.authScheme !== mode) {
    throw new ServiceError(
      'invalid_request',
      `The auth config ${authConfig.id} has the auth scheme ${mode}, the connection names ${state.authScheme}`,
      {
        suggestedFix: `Send ${mode}`,
      },
    )
  }
  return scheme
}

/** The caller already has the credential, so its user need not go to the provider. */
const isImported = (
  { tokens }: Pick<Authorization, 'tokens'>,
  status: unknown,
  values: Values,
): boolean =>
  status === 'ACTIVE' ||
  (status === undefined && tokens.every((name) => typeof values[name] === 'string'))

const rejectIncomplete = (
  { toolkit, scheme: definition, sharedCredentials }: AuthConfig,
  scheme: Scheme,
  values: Values,
): void => {
  const all: Values = { ...sharedCredentials, ...values }
  const missing = (scheme.authorization?.tokens ?? [])
    .filter((name) => !all[name])
    .map((name) => `${name} is required`)
  const problems = [...new Set([...scheme.check(definition, all), ...missing])]
  if (problems.length === 0) return
  throw new ServiceError(
    'invalid_request',
    `The connection to "${toolkit}" lacks what ${definition.mode} needs`,
    {
      suggestedFix: 'Give the fields that `errors` names in connection.state.val',
      errors: problems.map((problem) => `body.connection.state.val: ${problem}`),
    },
  )
}

/** `expiresAt` absent: as the values state it. */
type Grant = { values: Values; expiresAt?: Date | null; about?: AccountInspection }

/** Has the API asked for what only it knows, and, with `validate`, whether it takes the credential. */
const inspect = async (
  { inspectAccount }: Parts,
  project: Project,
  authConfig: AuthConfig,
  granted: Grant,
  validate: boolean,
): Promise<Grant> => {
  const { toolkit, scheme } = authConfig
  const inspection = await inspectAccount(project, {
    authConfig,
    values: granted.values,
    verify: validate,
  })
  if (inspection.kind !== 'accepted') throw notAccepted(inspection)
  const { values, about } = inspection
  if (!validate) return { ...granted, values }
  if (about.verification === 'none' && findScheme(scheme.mode)?.isCheckedWithApi)
    throw new ServiceError(
      'invalid_request',
      `The toolkit "${toolkit}" names no endpoint that tells whose credential it is`,
      {
        suggestedFix: 'Leave validate_credentials out; a wrong key shows at the first call',
        errors: ['body.validate_credentials: has nothing to ask the API'],
      },
    )
  return { ...granted, values, about }
}

const obtainNow = async (
  parts: Parts,
  authConfig: AuthConfig,
  scheme: Scheme,
  values: Values,
): Promise<Grant> => {
  if (!scheme.obtain) return { values }
  const granted = await asServiceError(
    authConfig,
    scheme.obtain(toGrantContext(parts, authConfig, values)),
  )
  return { values: { ...values, ...granted.values }, expiresAt: granted.expiresAt }
}

const insertActive = (
  { database, events, clock }: Parts,
  project: Project,
  authConfig: AuthConfig,
  userId: string,
  grant: Grant,
): Promise<string> =>
  database.transaction(async (transaction) => {
    const row = newAccountRow(project, {
      authConfig,
      userId,
      status: 'ACTIVE',
      ...grant,
      now: clock.now(),
    })
    await insertAccount(transaction, row)
    await events.publish(transaction, {
      type: 'account.active',
      scope: project.id,
      data: { id: row.id },
    })
    return row.id
  })
