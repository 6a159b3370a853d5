import { findScheme, GrantError, type Granted } from '../../auth-schemes/index.ts'
import { waitingStatuses } from '../account-row.ts'
import type { ConnectOutcome, DeadLink } from '../connecting.ts'
import { toGrantContext } from '../../auth-configs/index.ts'
import { canBeConfirmed, statePrefixOf } from '../link-request.ts'
import { plainText } from '../as-service-error.ts'
import { accountStore, linkStore } from '../store.ts'
import { hashToken } from '../../platform/secrets/index.ts'
import type { ConnectingParts } from './connecting-parts.ts'
import { checkValues } from './check-values.ts'
import { toView } from './connect-view.ts'
import { fail } from './complete-connection.ts'
import { formFields, withSubmitted } from './form-values.ts'
import { findLink, whyDead, type OpenLink } from './open-link.ts'
import { settleGrant } from './settle-grant.ts'

type Values = Record<string, unknown>
type Way = { found: OpenLink; token: string; browserHash: string; values: Values }

/**
 * The form was sent: binds the link to the browser, and connects with what was typed in or sends
 * the user on to the provider.
 */
export const submitForm = async (
  parts: ConnectingParts,
  token: string,
  browser: string,
  typed: Record<string, string>,
): Promise<ConnectOutcome> => {
  const found = await findLink(parts, token)
  if (!found) return dead('unknown')
  const browserHash = hashToken(browser)
  const why = whyDead(found, browserHash, parts.clock.now())
  if (why) return dead(why)
  const closed = whyClosed(found)
  if (closed)
    return {
      kind: 'failed',
      view: toView(found),
      message: closed,
      retryToken: null,
      returnTo: null,
    }
  if (!(await linkStore(parts.database.handle).bind(found.link.id, browserHash)))
    return dead('elsewhere')

  const values = withSubmitted(found, typed)
  const problems = await checkValues(parts.checkConnection, found, values)
  if (problems.length > 0) return invalid(found, problems)
  const way = { found, token, browserHash, values }
  return findScheme(found.authConfig.scheme.mode)?.authorization
    ? sendToProvider(parts, way)
    : connectNow(parts, way)
}

const dead = (why: DeadLink): ConnectOutcome => ({ kind: 'dead', why })

/** A problem that only the project can repair. */
const whyClosed = ({ project, authConfig, link, toolkit }: OpenLink): string | undefined => {
  if (authConfig.status !== 'ENABLED')
    return `Connecting ${toolkit.name} is switched off at the moment`
  if (!findScheme(authConfig.scheme.mode)) return `${toolkit.name} cannot be connected here`
  return canBeConfirmed(project, link.confirmation, link.callback_url)
    ? undefined
    : 'This link cannot be confirmed by the application that made it. Ask it for a new one'
}

const invalid = (
  found: OpenLink,
  problems: Extract<ConnectOutcome, { kind: 'invalid' }>['problems'],
): ConnectOutcome => ({
  kind: 'invalid',
  view: toView(
    found,
    problems.flatMap(({ field }) => (field === null ? [] : [field])),
  ),
  problems,
})

const connectNow = async (
  parts: ConnectingParts,
  { found, token, browserHash, values }: Way,
): Promise<ConnectOutcome> => {
  const obtain = findScheme(found.authConfig.scheme.mode)?.obtain
  let granted: Granted = { values, expiresAt: null }
  try {
    const obtained = await obtain?.(toGrantContext(parts, found.authConfig, values))
    if (obtained)
      granted = { values: { ...values, ...obtained.values }, expiresAt: obtained.expiresAt }
  } catch (error) {
    // What the user typed may be wrong, and they are still there to correct it.
    if (error instanceof GrantError && (error.kind === 'denied' || error.kind === 'lost'))
      return invalid(found, [{ field: null, message: plainText(error.message) }])
    return fail(parts, found, error, token)
  }
  return settleGrant(parts, found, granted, { token, browserHash }, async (message) =>
    invalid(found, [{ field: credentialField(found), message }]),
  )
}

/** The only secret that the form asks for, if it is one: what the API refused. */
const credentialField = (found: OpenLink): string | null => {
  const [first, ...others] = formFields(found, secretNames(found)).filter(
    ({ isSecret }) => isSecret,
  )
  return first && others.length === 0 ? first.name : null
}

const secretNames = ({ authConfig }: OpenLink): string[] =>
  authConfig.scheme.accountFields.flatMap(({ name, isSecret }) => (isSecret ? [name] : []))

const sendToProvider = async (
  parts: ConnectingParts,
  { found, token, browserHash, values }: Way,
): Promise<ConnectOutcome> => {
  const { project, account, authConfig, link, prefilled } = found
  try {
    const begun = await parts.attempts.begin(authConfig, values, statePrefixOf(prefilled))
    const now = parts.clock.now().toISOString()
    const waits = await parts.database.transaction(async (transaction) => {
      if (
        !(await accountStore(transaction).updateIn(project.id, account.id, waitingStatuses, {
          status: 'INITIATED',
          status_reason: null,
          updated_at: now,
        }))
      )
        return false
      await parts.attempts.insert(transaction, project, begun, {
        accountId: account.id,
        linkId: link.id,
        linkToken: token,
        browserHash,
      })
      return true
    })
    return waits ? { kind: 'provider', url: begun.url } : dead('used')
  } catch (error) {
    return fail(parts, found, error, token)
  }
}
