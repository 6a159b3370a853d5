import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { openNotesApi } from '../support/notes-api.ts'
import {
  chromiumPath,
  findViolations,
  openBrowser,
  takeScreenshot,
  browserProfiles,
} from '../support/open-browser.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../support/start-authorization-server.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../support/start-upstream.ts'

describe.skipIf(!chromiumPath)(
  'connecting over the pages of a provider, in Chromium',
  { timeout: 300_000 },
  () => {
    let server: AuthorizationServer
    let upstream: Upstream
    let service: TestService
    let browser: Browser
    let authConfigId: string

    beforeAll(async () => {
      // The provider must know where it sends users back to before the service listens.
      const port = await findFreePort()
      server = await startAuthorizationServer({
        clients: [{ client_id: 'application', client_secret: 'application-secret' }],
        redirectUris: [`http://127.0.0.1:${port}/oauth/callback`],
        keep: true,
      })
      upstream = await startUpstream(
        (request, response) =>
          json(response, 200, { authorization: request.headers.authorization ?? null }),
        { keep: true },
      )
      service = await startService({ keep: true, port, egressAllow: [server.host, upstream.host] })
      const oauth = {
        authorization_url: server.authorizationUrl,
        token_url: server.tokenUrl,
        issuer: server.issuer,
      }
      await importToolkit(service, {
        slug: 'calendar',
        name: 'Calendar',
        source: { openapi: openNotesApi(upstream.url) },
        auth: { scheme: 'OAUTH2', oauth },
      })
      const { auth_config } = await service.client.authConfigs.create({
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
      authConfigId = auth_config.id
      browser = await openBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await service?.close()
      await upstream?.close()
      await server?.close()
    })

    const link = async (userId: string, callbackUrl?: string) =>
      service.client.connectedAccounts.link({
        body: {
          auth_config_id: authConfigId,
          user_id: userId,
          ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
        },
      })

    /** The provider's own pages: a name, then agreement. */
    const signIn = async (page: Page) => {
      await page.locator('input[name=login]').fill('ada')
      await page.locator('input[name=password]').fill('any')
      await page.getByRole('button', { name: /sign-in/i }).click()
    }

    it.each(Object.entries(browserProfiles))('works on a %s', async (name, options) => {
      verifies('connect-page.provider', 'connect-page.visitors')
      const { redirect_url, connected_account_id } = await link('ada', `${upstream.url}/done`)
      const context = await browser.newContext(options)
      const page = await context.newPage()
      await page.goto(redirect_url)
      await takeScreenshot(page, `provider ${name} form`)
      if (options.javaScriptEnabled !== false) expect(await findViolations(page)).toEqual([])
      expect(await page.getByRole('main').innerText()).toContain(server.host)
      await page.getByRole('button', { name: 'Continue to Calendar' }).click()
      await signIn(page)
      await page.getByRole('button', { name: /continue/i }).click()
      await page.waitForURL(`${upstream.url}/done?**`)
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        status: 'success',
        connected_account_id,
      })
      expect(
        (await service.client.connectedAccounts.get({ params: { nanoid: connected_account_id } }))
          .status,
      ).toBe('ACTIVE')
      const { data } = await service.client.tools.execute({
        params: { tool_slug: 'CALENDAR_LIST_NOTES' },
        body: { connected_account_id, user_id: 'ada', arguments: {} },
      })
      expect(data['authorization']).toMatch(/^Bearer \S+$/)
      await context.close()
    })

    it('shows a refusal plainly and lets the user try again', async () => {
      verifies('connect-page.provider', 'connect-page.problems')
      const { redirect_url, connected_account_id } = await link('bea')
      const page = await (await browser.newContext(browserProfiles['phone'])).newPage()
      await page.goto(redirect_url)
      await page.getByRole('button', { name: 'Continue to Calendar' }).click()
      await page.getByRole('link', { name: /cancel/i }).click()
      await page.getByRole('heading', { name: 'The connection failed' }).waitFor()
      await takeScreenshot(page, 'provider refused')
      expect(await findViolations(page)).toEqual([])
      expect(
        (await service.client.connectedAccounts.get({ params: { nanoid: connected_account_id } }))
          .status,
      ).toBe('FAILED')
      await page.getByRole('link', { name: 'Try again' }).click()
      await page.getByRole('button', { name: 'Continue to Calendar' }).click()
      await signIn(page)
      await page.getByRole('button', { name: /continue/i }).click()
      await page.getByRole('heading', { name: 'Calendar is connected' }).waitFor()
      expect(await findViolations(page)).toEqual([])
      await takeScreenshot(page, 'provider connected')
      expect(
        (await service.client.connectedAccounts.get({ params: { nanoid: connected_account_id } }))
          .status,
      ).toBe('ACTIVE')
    })
  },
)
