import { createHash } from 'node:crypto'
import type { AuthConfig, AuthConfigs } from '../auth-configs/auth-config.ts'
import { findScheme } from '../auth-schemes/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import { createId, createSecret } from '../platform/ids.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import { hashToken } from '../platform/secrets/index.ts'
import type { Project } from '../projects/project.ts'
import { ServiceError } from '../service-error.ts'
import { newAccountRow, type ConnectedAccount } from './account-row.ts'
import { refuseDisabled, unsupportedScheme } from './account.ts'
import { accountStore, linkStore, type LinkRow } from './store.ts'

/** A link that a user opens to connect an account. The token is known here once; only its hash is stored. */
export type LinkSession = { token: string; url: string; expiresAt: string; accountId: string }

export type LinkRequest = { userId: string; callbackUrl?: string | undefined; values?: Record<string, unknown> | undefined }

export type Links = ReturnType<typeof createLinks>

type Parts = { database: Database; authConfigs: AuthConfigs; jobs: Jobs; clock: Clock; publicUrl: () => string }

const lifetimeMs = 30 * 60_000
/** A link is not offered again in its last minutes: its user needs some. */
const leastLifetimeMs = 10 * 60_000
const keptMs = 24 * 60 * 60_000
const queue = 'link-sessions.expire'

/** The links by which users connect their accounts themselves. */
export const createLinks = (parts: Parts) => {
  parts.jobs.define(queue, { retryDelaysSeconds: [60, 600] }, () => expireLinks(parts))
  parts.jobs.schedule(queue, '*/10 * * * *', {})

  const toSession = (accountId: string, token: string, expiresAt: string): LinkSession => ({ token, url: `${parts.publicUrl()}/connect/${token}`, expiresAt, accountId })

  /** A link to an account that exists or was just inserted; `false` when the same was offered meanwhile. */
  const insert = async (transaction: Handle, project: Project, accountId: string, request: LinkRequest & { offerKey?: string }): Promise<LinkSession | false> => {
    const { token, ...row } = newLinkRow(project, accountId, request, parts.clock.now())
    return (await linkStore(transaction).insert(row)) && toSession(accountId, token, row.expires_at)
  }

  const insertAccount = async (transaction: Handle, project: Project, authConfig: AuthConfig, userId: string): Promise<string> => {
    const row = newAccountRow(project, { authConfig, userId, status: 'INITIATED', values: {}, now: parts.clock.now() })
    await accountStore(transaction).insert(row)
    return row.id
  }

  const waitForUser = (transaction: Handle, project: Project, accountId: string) =>
    accountStore(transaction).update(project.id, accountId, { status: 'INITIATED', status_reason: null, updated_at: parts.clock.now().toISOString() })

  const offerOnce = (project: Project, authConfig: AuthConfig, request: LinkRequest, offerKey: string): Promise<LinkSession | undefined> =>
    parts.database.transaction(async (transaction) => {
      const known = await linkStore(transaction).findOffer(offerKey)
      const now = parts.clock.now()
      if (!known || !canStillConnect(known.account_status)) {
        if (known) await linkStore(transaction).renew(known, { offer_key: null })
        const accountId = await insertAccount(transaction, project, authConfig, request.userId)
        return (await insert(transaction, project, accountId, { ...request, offerKey })) || undoing()
      }
      if (known.used_at === null && Date.parse(known.expires_at) - now.getTime() >= leastLifetimeMs) {
        return toSession(known.connected_account_id, tokenOf(project, known), known.expires_at)
      }
      const { token, ...row } = newLinkRow(project, known.connected_account_id, { ...request, offerKey }, now)
      if (!(await linkStore(transaction).renew(known, { ...row, id: known.id, secrets: encryptSecrets(project, known.id, { token }) }))) return undefined
      await waitForUser(transaction, project, known.connected_account_id)
      return toSession(known.connected_account_id, token, row.expires_at)
    })

  return {
    /** A new account that waits for its user, and the link to it. */
    create: async (project: Project, authConfig: AuthConfig, request: LinkRequest): Promise<LinkSession> => {
      refuseUnlinkable(authConfig)
      return parts.database.transaction(async (transaction) => {
        const accountId = await insertAccount(transaction, project, authConfig, request.userId)
        return (await insert(transaction, project, accountId, request)) || undoing()
      })
    },

    /** A new link to an account that needs its user again. */
    renew: async (project: Project, account: ConnectedAccount, authConfig: AuthConfig, callbackUrl: string | undefined): Promise<LinkSession> => {
      refuseUnlinkable(authConfig)
      return parts.database.transaction(async (transaction) => {
        const { status } = (await accountStore(transaction).find(project.id, account.id)) ?? {}
        if (status === undefined) throw new ServiceError('not_found', `No connected account "${account.id}"`, { suggestedFix: 'It was just deleted: create another link' })
        // Connected while this request was on its way: it stays ACTIVE.
        if (canStillConnect(status)) await waitForUser(transaction, project, account.id)
        return (await insert(transaction, project, account.id, { userId: account.userId, callbackUrl })) || undoing()
      })
    },

    /** The link that is shown wherever a call lacks this connection: the same for all of them while it is valid. */
    offer: async (project: Project, authConfig: AuthConfig, request: LinkRequest): Promise<LinkSession | undefined> => {
      if (!isLinkable(authConfig)) return undefined
      const offerKey = createHash('sha256').update(JSON.stringify([project.id, authConfig.id, request.userId, request.callbackUrl ?? null])).digest('base64url')
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const offered = await offerOnce(project, authConfig, request, offerKey).catch((error: unknown) => {
          if (error instanceof Undone) return undefined
          throw error
        })
        if (offered) return offered
      }
      return undefined
    },
  }
}

/** The link as answers give it. */
export const toLinkAnswer = ({ token, url, accountId }: LinkSession) => ({ link_token: token, redirect_url: url, connected_account_id: accountId })

/** Whether a user may still, or again, be sent to connect the account. */
export const canStillConnect = (status: ConnectedAccount['status']): boolean => ['INITIALIZING', 'INITIATED', 'EXPIRED', 'FAILED', 'REVOKED'].includes(status)

const isLinkable = ({ status, scheme }: AuthConfig): boolean => status === 'ENABLED' && scheme.mode !== 'NO_AUTH' && findScheme(scheme.mode) !== undefined

const refuseUnlinkable = (authConfig: AuthConfig): void => {
  refuseDisabled(authConfig, 'unprocessable')
  if (!findScheme(authConfig.scheme.mode)) throw unsupportedScheme(authConfig.scheme.mode)
  if (authConfig.scheme.mode === 'NO_AUTH') {
    throw new ServiceError('unprocessable', `The toolkit "${authConfig.toolkit}" needs no credentials, so there is nothing to ask a user for`, { suggestedFix: 'Use its tools without a connection' })
  }
}

type Secrets = { token?: string; values?: Record<string, unknown> }

const newLinkRow = (project: Project, accountId: string, request: LinkRequest & { offerKey?: string }, now: Date): LinkRow & { token: string } => {
  const id = createId('link_')
  const token = createSecret('lk_', 128)
  return {
    token,
    id,
    token_hash: hashToken(token),
    project_id: project.id,
    connected_account_id: accountId,
    offer_key: request.offerKey ?? null,
    callback_url: request.callbackUrl ?? null,
    secrets: encryptSecrets(project, id, { ...(request.values && { values: request.values }), ...(request.offerKey !== undefined && { token }) }),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
    used_at: null,
  }
}

const encryptSecrets = (project: Project, id: string, secrets: Secrets): string => project.dataKey.encrypt(JSON.stringify(secrets), { record: id, field: 'secrets' })

const tokenOf = (project: Project, link: Pick<LinkRow, 'id' | 'secrets'>): string =>
  (JSON.parse(project.dataKey.decrypt(link.secrets, { record: link.id, field: 'secrets' })) as { token: string }).token

/** Ends a transaction whose work somebody else has done. */
class Undone extends Error {}

const undoing = (): never => {
  throw new Undone('The same link was made at the same time')
}

const expireLinks = async ({ database, clock }: Parts): Promise<void> => {
  const now = clock.now()
  const store = linkStore(database.handle)
  await store.expireAccounts(now.toISOString(), 'The link expired before the account was connected')
  await store.deleteExpired(new Date(now.getTime() - keptMs).toISOString())
}
