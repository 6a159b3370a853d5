import type { ServerResponse } from 'node:http'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'

type Visitor = ReturnType<typeof createVisitor>

export type Connecting = {
  service: TestService
  shared: SharedDatabase
  server: AuthorizationServer
  upstream: Upstream
  /** Under which tokens come from the authorization server, and from `tokens` alone. */
  authConfigId: string
  fragileAuthConfigId: string
  tokens: Tokens
  link(
    body?: Record<string, unknown>,
  ): Promise<{ link_token: string; redirect_url: string; connected_account_id: string }>
  /** Sends the form of a link; gives the address at the provider. */
  submit(visitor: Visitor, url: string, values?: Record<string, string>): Promise<string>
  /** Signs in at the provider and agrees; gives where it sends the browser back to. */
  agree(providerUrl: string, options?: { deny?: boolean }): Promise<string>
  account(id: string): Promise<{
    status: string
    status_reason: string | null
    state: { val: Record<string, unknown> }
  }>
  countActivations(accountId: string): Promise<number>
  pass(minutes: number): void
  close(): Promise<void>
}

/** A token endpoint that answers as it is told to. */
type Tokens = {
  answer: (response: ServerResponse) => void | Promise<void>
  asked: Record<string, string>[]
  revoked: (string | null)[]
}

// The provider must know where it sends users back to before the service has a port.
export const publicUrl = 'http://plugboard.example'
const secret = 'application-secret-0123456789'

/**
 * A service with OAuth 2 toolkits, whose users sign in at a real authorization server: `calendar`,
 * and `fragile`, whose tokens come from elsewhere. For `beforeAll`.
 */
export const startConnecting = async (): Promise<Connecting> => {
  const upstream = await startUpstream(
    (request, response) =>
      json(response, 200, { authorization: request.headers.authorization ?? null }),
    { keep: true },
  )
  const tokens: Tokens = { answer: (response) => json(response, 500, {}), asked: [], revoked: [] }
  const tokenServer = await startTokens(tokens)
  const shared = await createSharedDatabase({ keep: true })
  const time = { now: Date.now() }
  const service = await startService({
    keep: true,
    database: shared.database,
    publicUrl,
    egressAllow: ['127.0.0.1/32'],
    clock: { now: () => new Date(time.now) },
  })
  // The same users agree at the same server, but tokens come from another.
  const { redirect_uri: fragileUri } = await service.client.authConfigs.reserveRedirectUri()
  const server = await startAuthorizationServer({
    clients: [{ client_id: 'application', client_secret: secret }],
    redirectUris: [`${publicUrl}/oauth/callback`, fragileUri],
    keep: true,
  })
  const authConfigOf = async (
    slug: string,
    token_url: string,
    revocation_url: string,
    redirect_uri?: string,
  ) => {
    await importToolkit(service, {
      slug,
      source: { openapi: openNotesApi(upstream.url) },
      auth: {
        scheme: 'OAUTH2',
        oauth: { authorization_url: server.authorizationUrl, token_url, revocation_url },
      },
    })
    const credentials = { client_id: 'application', client_secret: secret, scopes: ['read'] }
    return (
      await service.client.authConfigs.create({
        body: {
          toolkit: { slug },
          auth_config: {
            type: 'use_custom_auth',
            credentials,
            ...(redirect_uri !== undefined && { redirect_uri }),
          },
        },
      })
    ).auth_config.id
  }
  const authConfigId = await authConfigOf('calendar', server.tokenUrl, server.revocationUrl)
  const fragileAuthConfigId = await authConfigOf(
    'fragile',
    `${tokenServer.url}/token`,
    `${tokenServer.url}/revoke`,
    fragileUri,
  )
  const local = (url: string) => url.replace(publicUrl, service.url)
  return {
    service,
    shared,
    server,
    upstream,
    authConfigId,
    fragileAuthConfigId,
    tokens,
    link: async (body = {}) => {
      const made = await service.client.connectedAccounts.link({
        body: { auth_config_id: authConfigId, user_id: 'ada', ...body },
      })
      return { ...made, redirect_url: local(made.redirect_url) }
    },
    submit: async (visitor, url, values) => {
      const { leadsTo, html } = await visitor.connect(local(url), values)
      if (leadsTo === null) throw new Error(`The form leads nowhere: ${html}`)
      return leadsTo
    },
    agree: async (providerUrl, options) =>
      local((await server.authorize(providerUrl, options)).href),
    account: (nanoid) => service.client.connectedAccounts.get({ params: { nanoid } }),
    countActivations: async (id) =>
      (await shared.query("select data from events where type = 'account.active'")).filter(
        ({ data }) => String(data).includes(id),
      ).length,
    pass: (minutes) => void (time.now += minutes * 60_000),
    close: async () => {
      await service.close()
      await Promise.all([shared.remove(), server.close(), upstream.close(), tokenServer.close()])
    },
  }
}

const startTokens = (tokens: Tokens): Promise<Upstream> =>
  startUpstream(
    (request, response) => {
      const form = new URLSearchParams(request.body)
      if (request.url === '/token') {
        tokens.asked.push(Object.fromEntries(form))
        return tokens.answer(response)
      }
      tokens.revoked.push(form.get('token'))
      response.writeHead(200).end()
    },
    { keep: true },
  )
