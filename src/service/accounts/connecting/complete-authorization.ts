import type { Connecting, ConnectOutcome, DeadLink } from '../connecting.ts'
import { hashToken, unlessDamaged } from '../../platform/secrets/index.ts'
import { linkStore } from '../store.ts'
import { secretsOfAttempt } from './attempts.ts'
import { fail, rejectGrant } from './complete-connection.ts'
import type { ConnectingParts } from './connecting-parts.ts'
import { isUsed, withParts } from './open-link.ts'
import { settleGrant } from './settle-grant.ts'
import { attemptStore } from './store.ts'

/**
 * The user is back from the provider: finds whose answer it is by its `state`, and has it
 * exchanged, once.
 */
export const completeAuthorization = async (
  parts: ConnectingParts,
  { redirectKey, answer, browser }: Parameters<Connecting['complete']>[0],
): Promise<ConnectOutcome> => {
  const [state, ...more] = answer.getAll('state')
  if (state === undefined || more.length > 0) return nobodys()
  const attempts = attemptStore(parts.database.handle)
  const attempt = await attempts.findByState(hashToken(state))
  if (!attempt) return nobodys()
  const now = parts.clock.now()
  const browserHash = hashToken(browser)
  // Looked at before the attempt is used up, so that a stranger's browser takes nothing away.
  if (attempt.browser_hash !== null && attempt.browser_hash !== browserHash)
    return dead('elsewhere')
  if (attempt.used_at !== null) return dead('used')
  if (attempt.expires_at <= now.toISOString()) return dead('expired')

  const link = await linkStore(parts.database.handle).find(attempt.link_id)
  const found = link && (await withParts(parts, link))
  if (!found || found.account.id !== attempt.connected_account_id) return dead('unknown')
  // That the link ended while its user was at the provider is no matter: the attempt has its own
  // time.
  if (isUsed(found)) return dead('used')

  // Damaged where it was stored: its user can only begin again.
  const secrets = unlessDamaged(
    () => secretsOfAttempt(found.project, attempt),
    () => undefined,
  )
  // An answer of one provider under the state of another: its code must not go to that one.
  if (secrets && (secrets.redirect?.key ?? null) !== redirectKey) return nobodys()
  if (!(await attempts.use(attempt.id, now.toISOString()))) return dead('used')
  if (!secrets) return dead('expired')
  const isStillGood =
    found.link.expires_at > now.toISOString() &&
    found.link.token_hash === hashToken(secrets.linkToken)
  try {
    if (found.authConfig.status !== 'ENABLED')
      return {
        kind: 'failed',
        view: null,
        message: `Connecting ${found.toolkit.name} is switched off at the moment`,
        retryToken: null,
        returnTo: null,
      }
    const granted = await parts.attempts.exchange(found.authConfig, secrets, state, answer)
    const cameWith = { token: secrets.linkToken, browserHash }
    const retryToken = isStillGood ? secrets.linkToken : null
    return await settleGrant(parts, found, granted, cameWith, (message) =>
      rejectGrant(parts, found, { granted, message, retryToken }),
    )
  } catch (error) {
    return fail(parts, found, error, isStillGood ? secrets.linkToken : null)
  }
}

const dead = (why: DeadLink): ConnectOutcome => ({ kind: 'dead', why })

const nobodys = (): ConnectOutcome => ({
  kind: 'failed',
  view: null,
  message:
    'This answer of a provider belongs to no connection that was begun here. Go back to the application and begin again',
  retryToken: null,
  returnTo: null,
})
