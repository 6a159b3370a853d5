import { z } from 'zod'
import {
  redirectOf,
  type AuthConfig,
  type Redirect,
  type Redirects,
} from '../../auth-configs/index.ts'
import {
  clientMetadataUrl,
  findScheme,
  GrantError,
  redirectUri,
  type Granted,
} from '../../auth-schemes/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { minuteMs, type Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import { createId, createSecret } from '../../platform/ids.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import { hashToken } from '../../platform/secrets/index.ts'
import { anyObject, outline, storedJson } from '../../platform/stored-json.ts'
import { ServiceError } from '../../service-error.ts'
import { unsupportedScheme } from '../account.ts'
import { toGrantContext } from '../../auth-configs/index.ts'
import { attemptStore, type AttemptRow } from './store.ts'

type Values = Record<string, unknown>

/** A way to the provider that was opened: where it begins, and what is needed to end it. */
export type StartedAuthorization = {
  url: string
  state: string
  pending: Values
  callbackUrl: string
  redirect: Pick<Redirect, 'key' | 'server'>
  values: Values
}

/** Whose attempt it is. Without a browser the response may arrive in any. */
type AttemptOwner = {
  accountId: string
  linkId: string
  linkToken: string
  browserHash: string | null
}

/** The stored part of an attempt. */
type AttemptSecrets = Pick<
  StartedAuthorization,
  'pending' | 'callbackUrl' | 'redirect' | 'values'
> & {
  linkToken: string
}

export type Attempts = ReturnType<typeof createAttempts>

/** Long enough to make an account at the provider first. */
const lifetimeMs = 30 * minuteMs

/**
 * The ways of users over their providers' pages. Each can be ended once; what leads back to it is a
 * `state` of which only the hash is stored.
 */
export const createAttempts = (parts: {
  database: Database
  redirects: Redirects
  outbound: Outbound
  clock: Clock
  publicUrl: () => string
}) => {
  const authorizationOf = ({ scheme: { mode } }: AuthConfig) => {
    const authorization = findScheme(mode)?.authorization
    if (!authorization) throw unsupportedScheme(mode)
    return authorization
  }

  /** The path that the user comes back to, for this server alone. */
  const openRedirect = async (authConfig: AuthConfig, values: Values): Promise<Redirect> => {
    const redirect = redirectOf(authConfig, values, parts.clock.now())
    if (!redirect) throw unsupportedScheme(authConfig.scheme.mode)
    if (await parts.redirects.isHeld(redirect)) return redirect
    await parts.database
      .transaction((transaction) => parts.redirects.claim(transaction, redirect, authConfig.id))
      .catch((cause: unknown) => {
        throw cause instanceof ServiceError
          ? new GrantError('misconfigured', cause.message, { cause })
          : cause
      })
    return redirect
  }

  /**
   * The code goes only to the server that the user was sent to, even if the auth config has changed
   * since.
   */
  const isStillFor = async (
    authConfig: AuthConfig,
    values: Values,
    { key, server }: StartedAuthorization['redirect'],
  ): Promise<boolean> => {
    const current = redirectOf(authConfig, values, parts.clock.now())
    return (
      (current?.key === key || (key !== null && current?.documentKey === key)) &&
      current?.server === server &&
      (await parts.redirects.isHeld(current))
    )
  }

  return {
    /**
     * Begins the authorization at the provider; never in a transaction, since it may send requests.
     * Throws a `GrantError`.
     */
    begin: async (
      authConfig: AuthConfig,
      values: Values,
      statePrefix = '',
    ): Promise<StartedAuthorization> => {
      const state = createSecret(statePrefix)
      const authorization = authorizationOf(authConfig)
      const { key, documentKey, server } = await openRedirect(authConfig, values)
      const expectedCallback = redirectUri(parts.publicUrl(), key)
      const clientDocument =
        documentKey === undefined ? undefined : documentOf(parts.publicUrl(), documentKey)
      const context = { ...toGrantContext(parts, authConfig, values), clientDocument }
      const {
        url,
        pending,
        callbackUrl = expectedCallback,
      } = await authorization.begin(context, { callbackUrl: expectedCallback, state })
      const isDocumented = documentKey !== undefined && callbackUrl === clientDocument?.callbackUrl
      return {
        url,
        state,
        pending,
        callbackUrl,
        redirect: { key: isDocumented ? documentKey : key, server },
        values,
      }
    },

    insert: async (
      transaction: Handle,
      project: Project,
      begun: StartedAuthorization,
      of: AttemptOwner,
    ): Promise<void> => {
      const id = createId('att_')
      const now = parts.clock.now()
      const secrets: AttemptSecrets = {
        pending: begun.pending,
        callbackUrl: begun.callbackUrl,
        redirect: begun.redirect,
        values: begun.values,
        linkToken: of.linkToken,
      }
      await attemptStore(transaction).insert({
        id,
        state_hash: hashToken(begun.state),
        project_id: project.id,
        connected_account_id: of.accountId,
        link_id: of.linkId,
        browser_hash: of.browserHash,
        secrets: project.dataKey.encrypt(JSON.stringify(secrets), { record: id, field: 'secrets' }),
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
        used_at: null,
      })
    },

    /** Has the provider's answer checked and exchanged. Throws a `GrantError`. */
    exchange: async (
      authConfig: AuthConfig,
      { pending, callbackUrl, redirect, values }: AttemptSecrets,
      state: string,
      answer: URLSearchParams,
    ): Promise<Granted> => {
      if (!(await isStillFor(authConfig, values, redirect)))
        throw new GrantError(
          'denied',
          'The provider of this connection was changed meanwhile: begin again',
        )
      const granted = await authorizationOf(authConfig).complete(
        toGrantContext(parts, authConfig, values),
        { callbackUrl, state, pending, answer },
      )
      return { values: { ...values, ...granted.values }, expiresAt: granted.expiresAt }
    },
  }
}

const documentOf = (publicUrl: string, key: string) => ({
  url: clientMetadataUrl(publicUrl, key),
  callbackUrl: redirectUri(publicUrl, key),
})

const readSecrets = storedJson(
  'authorization_attempts.secrets',
  outline<AttemptSecrets>({ pending: anyObject, linkToken: z.string() }),
)

export const secretsOfAttempt = (
  project: Project,
  { id, secrets }: Pick<AttemptRow, 'id' | 'secrets'>,
): AttemptSecrets =>
  readSecrets(project.dataKey.decrypt(secrets, { record: id, field: 'secrets' }), id)
