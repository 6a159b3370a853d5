import { createHash } from 'node:crypto'
import type { LinkConfirmation } from '../../contract/connected-accounts.ts'
import type { AuthConfig } from '../auth-configs/index.ts'
import { findScheme } from '../auth-schemes/index.ts'
import { minuteMs } from '../platform/clock.ts'
import type { Handle } from '../platform/database/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import {
  encryptValues,
  newAccountRow,
  waitingStatuses,
  type ConnectedAccount,
} from './account-row.ts'
import { insertAccount } from './insert-account.ts'
import type { Attempts, StartedAuthorization } from './connecting/attempts.ts'
import { withoutConnectOptions } from './connecting/connection-values.ts'
import { expireLinks, type ExpiringParts } from './connecting/expire-links.ts'
import { asServiceError } from './as-service-error.ts'
import { newLinkRow, secretsOfLink, type NewLink } from './link-row.ts'
import {
  callbackOf,
  canBeConfirmed,
  confirmationOf,
  isLinkable,
  rejectUnlinkable,
  statePrefixOf,
  type LinkRequest,
} from './link-request.ts'
import { accountStore, linkStore } from './store.ts'
import { SupersededError, ignoreSuperseded } from './superseded.ts'

/**
 * A link that a user opens to connect an account. The token is known here once; only its hash is
 * stored.
 */
export type LinkSession = {
  token: string
  url: string
  expiresAt: string
  accountId: string
  confirmation: LinkConfirmation | null
}

export type Links = ReturnType<typeof createLinks>

type Parts = ExpiringParts & {
  jobs: Jobs
  attempts: Attempts
  publicUrl: () => string
}

/**
 * `isOwn`: the user asks for it with a connect token; such a link is apart from those that agents
 * are shown, and another takes its place when some browser has begun to use it.
 */
type Offer = Pick<LinkRequest, 'userId' | 'callbackUrl' | 'confirmation'> & { isOwn?: boolean }

/** A link is not offered again in its last minutes: its user needs some. */
const leastLifetimeMs = 10 * minuteMs
const queue = 'link-sessions.expire'

/** The links by which users connect their accounts themselves. */
export const createLinks = (parts: Parts) => {
  parts.jobs.define(queue, { retryDelaysSeconds: [60, 600] }, () => expireLinks(parts))
  parts.jobs.schedule(queue, '*/10 * * * *', {})

  const addressOf = (token: string): string => `${parts.publicUrl()}/connect/${token}`

  const toSession = (
    project: Project,
    link: Pick<LinkSession, 'accountId' | 'token' | 'expiresAt'>,
    confirmation: LinkConfirmation | undefined,
  ): LinkSession => ({
    ...link,
    url: addressOf(link.token),
    confirmation: confirmationOf(project, confirmation),
  })

  /**
   * A link to an account that exists or was just inserted; undone when the same was offered
   * meanwhile.
   */
  const insert = async (
    transaction: Handle,
    project: Project,
    link: Omit<NewLink, 'now'>,
  ): Promise<LinkSession & { id: string }> => {
    const { row, token } = newLinkRow(project, { ...link, now: parts.clock.now() })
    if (!(await linkStore(transaction).insert(row)))
      throw new SupersededError('The same link was made at the same time')
    return {
      id: row.id,
      ...toSession(
        project,
        { accountId: link.accountId, token, expiresAt: row.expires_at },
        link.confirmation,
      ),
    }
  }

  const insertWaiting = async (
    transaction: Handle,
    project: Project,
    authConfig: AuthConfig,
    userId: string,
  ): Promise<string> => {
    const row = newAccountRow(project, {
      authConfig,
      userId,
      status: 'INITIATED',
      values: {},
      now: parts.clock.now(),
    })
    await insertAccount(transaction, row)
    return row.id
  }

  /**
   * False when the account is gone, or was connected while this request was on its way: then it
   * stays ACTIVE.
   */
  const waitForUser = (
    transaction: Handle,
    project: Project,
    accountId: string,
    from = waitingStatuses,
  ): Promise<boolean> =>
    accountStore(transaction).updateIn(project.id, accountId, from, {
      status: 'INITIATED',
      status_reason: null,
      updated_at: parts.clock.now().toISOString(),
    })

  const offerOnce = (
    project: Project,
    authConfig: AuthConfig,
    { userId, callbackUrl: callback, confirmation, isOwn = false }: Offer,
    offerKey: string,
  ): Promise<LinkSession> =>
    parts.database.transaction(async (transaction) => {
      const known = await linkStore(transaction).findOffer(offerKey)
      const callbackUrl = callback ?? null
      const now = parts.clock.now()
      if (!known || !canStillConnect(known.account_status)) {
        if (known) await linkStore(transaction).renew(known, { offer_key: null })
        const accountId = await insertWaiting(transaction, project, authConfig, userId)
        return insert(transaction, project, { accountId, callbackUrl, confirmation, offerKey })
      }
      const accountId = known.connected_account_id
      const shown = secretsOfLink(project, known).token
      if (
        shown !== undefined &&
        known.used_at === null &&
        (!isOwn || known.browser_hash === null) &&
        Date.parse(known.expires_at) - now.getTime() >= leastLifetimeMs
      ) {
        return toSession(
          project,
          { accountId, token: shown, expiresAt: known.expires_at },
          confirmation,
        )
      }
      const { row, token } = newLinkRow(
        project,
        { accountId, callbackUrl, confirmation, offerKey, now },
        known.id,
      )
      if (
        !(await waitForUser(transaction, project, accountId)) ||
        !(await linkStore(transaction).renew(known, row))
      )
        throw new SupersededError('The link was renewed at the same time')
      return toSession(project, { accountId, token, expiresAt: row.expires_at }, confirmation)
    })

  return {
    /**
     * A new account that waits for its user, and the link to it.
     *
     * With `long_redirect_url` the address is that of the provider, and any browser may come back
     * from it: a user who passes it on connects the account of another person.
     */
    create: async (
      project: Project,
      authConfig: AuthConfig,
      { userId, callbackUrl, confirmation, values = {} }: LinkRequest,
      { beginAtOnce = false } = {},
    ): Promise<LinkSession & { begun?: StartedAuthorization }> => {
      rejectUnlinkable(authConfig, parts.clock.now(), values)
      const callback = callbackOf(project, { callbackUrl, confirmation, values })
      const prefix = statePrefixOf(values)
      const isLong = values['long_redirect_url'] === true
      const held = withoutConnectOptions(values)
      const begun =
        isAuthorized(authConfig) && (isLong || beginAtOnce)
          ? await asServiceError(authConfig, parts.attempts.begin(authConfig, held, prefix))
          : undefined
      return parts.database.transaction(async (transaction) => {
        const accountId = await insertWaiting(transaction, project, authConfig, userId)
        const { id, ...session } = await insert(transaction, project, {
          accountId,
          callbackUrl: callback,
          confirmation,
          values,
        })
        if (begun)
          await parts.attempts.insert(transaction, project, begun, {
            accountId,
            linkId: id,
            linkToken: session.token,
            browserHash: null,
          })
        const url = begun && isLong ? begun.url : session.url
        if (isAuthorized(authConfig))
          await accountStore(transaction).updateIn(project.id, accountId, ['INITIATED'], {
            values: encryptValues(project, accountId, {
              ...held,
              ...shownWhileInitiated(authConfig, begun, url),
            }),
          })
        return { ...session, url, ...(begun && { begun }) }
      })
    },

    /** A new link to an account that needs its user again. */
    renew: async (
      project: Project,
      account: ConnectedAccount,
      authConfig: AuthConfig,
      { callbackUrl, confirmation }: Omit<Offer, 'userId' | 'isOwn'>,
    ): Promise<LinkSession> => {
      rejectUnlinkable(authConfig, parts.clock.now(), account.values)
      const callback = callbackOf(project, { callbackUrl, confirmation })
      return parts.database.transaction(async (transaction) => {
        // The stored status of a damaged account is still ACTIVE.
        const from: typeof waitingStatuses = account.isDamaged
          ? [...waitingStatuses, 'ACTIVE', 'INACTIVE']
          : waitingStatuses
        if (
          !(await waitForUser(transaction, project, account.id, from)) &&
          !(await accountStore(transaction).find(project.id, account.id))
        ) {
          throw new ServiceError('not_found', `No connected account "${account.id}"`, {
            suggestedFix: 'It was just deleted: create another link',
          })
        }
        const { id: _id, ...session } = await insert(transaction, project, {
          accountId: account.id,
          callbackUrl: callback,
          confirmation,
        })
        return session
      })
    },

    /**
     * The link that is shown wherever a call lacks this connection: the same for all of them while
     * it is valid.
     */
    offer: async (
      project: Project,
      authConfig: AuthConfig,
      offer: Offer,
    ): Promise<LinkSession | undefined> => {
      const { userId, callbackUrl, confirmation, isOwn } = offer
      if (
        !isLinkable(authConfig, parts.clock.now()) ||
        !canBeConfirmed(project, confirmation, callbackUrl)
      )
        return undefined
      const identity = [
        project.id,
        authConfig.id,
        userId,
        callbackUrl ?? null,
        ...(confirmation ? [confirmation] : []),
        ...(isOwn ? ['own'] : []),
      ]
      const offerKey = createHash('sha256').update(JSON.stringify(identity)).digest('base64url')
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const offered = await ignoreSuperseded(offerOnce(project, authConfig, offer, offerKey))
        if (offered) return offered
      }
      return undefined
    },
  }
}

/** The link as answers give it. */
export const toLinkResponse = ({ token, url, accountId }: LinkSession) => ({
  link_token: token,
  redirect_url: url,
  connected_account_id: accountId,
})

/** Whether a user may still, or again, be sent to connect the account. */
export const canStillConnect = (status: ConnectedAccount['status']): boolean =>
  waitingStatuses.includes(status)

const isAuthorized = ({ scheme }: AuthConfig): boolean =>
  findScheme(scheme.mode)?.authorization !== undefined

/** What `val` of an account holds while its user is at the provider (rule 8.15). */
const shownWhileInitiated = (
  { scheme }: AuthConfig,
  begun: StartedAuthorization | undefined,
  redirectUrl: string,
): Record<string, unknown> =>
  begun && findScheme(scheme.mode)?.authorization?.oauthVersion === 1
    ? { ...begun.pending, authUri: begun.url, redirectUrl }
    : { redirectUrl }
