import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findFreePort } from '../../support/find-free-port.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { openBrowser } from '../../support/open-browser.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { startSite, type Site } from './open-site.ts'

export type ConnectionsService = {
  service: TestService
  site: Site
  browser: Browser
  /** A connect token for pages of the site. */
  mint(
    user: string,
    more?: Record<string, unknown>,
  ): Promise<{ token: string; connections_url: string }>
  /** Connects an account of `notes`, by a key. */
  connectNotes(user: string): Promise<string>
  /** A call of `notes` that waits for this user. */
  askFor(
    user: string,
    args: Record<string, unknown>,
  ): Promise<{ id: string; status(): Promise<string | undefined> }>
  /** An account of `calendar` whose access has ended. */
  connectExpired(user: string): Promise<string>
  close(): Promise<void>
}

/** A service with `calendar` (OAuth, at a real authorization server) and `notes` (a key), and a site of another origin. */
export const openConnections = async (): Promise<ConnectionsService> => {
  const port = await findFreePort()
  const server = await startAuthorizationServer({
    clients: [{ client_id: 'application', client_secret: 'application-secret' }],
    redirectUris: [`http://127.0.0.1:${port}/oauth/callback`],
    keep: true,
  })
  const upstream = await startUpstream(
    (request, response) =>
      json(response, request.headers.authorization === 'Bearer former' ? 401 : 200, {}),
    {
      keep: true,
    },
  )
  const service = await startService({
    keep: true,
    port,
    egressAllow: [server.host, upstream.host],
  })
  const { client } = service
  await importToolkit(service, {
    slug: 'calendar',
    name: 'Calendar',
    source: { openapi: openNotesApi(upstream.url) },
    auth: {
      scheme: 'OAUTH2',
      oauth: {
        authorization_url: server.authorizationUrl,
        token_url: server.tokenUrl,
        issuer: server.issuer,
      },
    },
  })
  await importToolkit(service, {
    slug: 'notes',
    name: 'Notes',
    source: { openapi: notesApi(upstream.url) },
  })
  const calendar = await client.authConfigs.create({
    body: {
      toolkit: { slug: 'calendar' },
      auth_config: {
        type: 'use_custom_auth',
        credentials: {
          client_id: 'application',
          client_secret: 'application-secret',
          scopes: ['read'],
        },
      },
    },
  })
  const { auth_config } = await client.authConfigs.create({ body: { toolkit: { slug: 'notes' } } })
  const site = await startSite(service.url)
  const browser = await openBrowser()
  return {
    service,
    site,
    browser,
    mint: (user_id, more = {}) =>
      client.connectTokens.create({ body: { user_id, allowed_origins: [site.origin], ...more } }),
    connectNotes: async (user_id) => {
      const { id } = await client.connectedAccounts.create({
        body: {
          auth_config: { id: auth_config.id },
          connection: {
            user_id,
            state: { authScheme: 'API_KEY', val: { generic_api_key: 'notes-secret-0123456789' } },
          },
        },
      })
      return id
    },
    askFor: async (user_id, args) => {
      const { session_id } = await client.sessions.create({
        body: { user_id, approvals: { tools: ['NOTES_CREATE_NOTE'] } },
      })
      const { data } = await client.sessions.execute({
        params: { session_id },
        body: { tool_slug: 'NOTES_CREATE_NOTE', arguments: args },
      })
      const id = String(data['approval_id'])
      return {
        id,
        status: async () => {
          const { items } = await client.sessions.approvals({ params: { session_id } })
          return items.find(({ approval_id }) => approval_id === id)?.status
        },
      }
    },
    connectExpired: async (user_id) => {
      const { id } = await client.connectedAccounts.create({
        body: {
          auth_config: { id: calendar.auth_config.id },
          connection: {
            user_id,
            state: {
              authScheme: 'OAUTH2',
              val: { access_token: 'former', refresh_token: 'former' },
            },
          },
        },
      })
      await client.tools
        .execute({
          params: { tool_slug: 'CALENDAR_LIST_NOTES' },
          body: { connected_account_id: id, user_id, arguments: {} },
        })
        .catch(() => undefined)
      await expect
        .poll(async () => (await client.connectedAccounts.get({ params: { nanoid: id } })).status)
        .toBe('EXPIRED')
      return id
    },
    close: async () => {
      await browser.close()
      await site.close()
      await service.close()
      await upstream.close()
      await server.close()
    },
  }
}

/** The provider's own pages: a name, then agreement. */
export const signInAtProvider = async (page: Page): Promise<void> => {
  await page.locator('input[name=login]').fill('ada')
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: /sign-in/i }).click()
  await page.getByRole('button', { name: /continue/i }).click()
}
