import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { views } from '../console/support/open-console.ts'
import { verifies } from '../requirements.ts'
import { chromiumPath } from '../support/open-browser.ts'
import {
  openConnections,
  signInAtProvider,
  type ConnectionsService,
} from './support/open-connections.ts'
import { openSitePage } from './support/open-site.ts'

describe.skipIf(!chromiumPath)(
  'the page of connections_url, in Chromium',
  { timeout: 300_000 },
  () => {
    let all: ConnectionsService
    beforeAll(async () => {
      all = await openConnections()
      await all.service.client.projects.updateConfig({ body: { display_name: '<b>Acme</b>' } })
    })
    afterAll(() => all?.close())

    it.each(Object.entries(views))(
      'connects, and works after a reload, on a %s',
      async (name, view) => {
        verifies('connections.page')
        const user = `on ${name}`
        const { connections_url, token } = await all.mint(user, { allowed_origins: [] })
        await all.connectNotes(user)
        const opened = await openSitePage(all.browser, connections_url, view)
        const { page } = opened
        const asked: string[] = []
        page.on('request', (request) => asked.push(request.url()))
        await page.locator('#project').getByText('<b>Acme</b>').waitFor()
        await page.getByRole('button', { name: 'Rename Notes' }).waitFor()
        expect(page.url()).toBe(`${all.service.url}/connections`)
        await opened.check(`page ${name}`)
        const [popup] = await Promise.all([
          page.waitForEvent('popup'),
          page.getByRole('button', { name: 'Connect Calendar' }).click(),
        ])
        await popup.getByRole('button', { name: 'Continue to Calendar' }).click()
        await signInAtProvider(popup)
        await page.getByText('Calendar is connected.').waitFor()
        await page.reload()
        await page.getByRole('button', { name: 'Rename Calendar' }).waitFor()
        expect(asked.filter((url) => url.includes(token))).toEqual([])
        await opened.close()
      },
    )

    it('names the user of each token, and nobody while it is not known who that is', async () => {
      verifies('connections.page.user')
      const [first, second] = [
        await all.mint('ada@example.com', { allowed_origins: [] }),
        await all.mint('eve@example.com', { allowed_origins: [] }),
      ]
      const opened = await openSitePage(all.browser, first.connections_url)
      const { page } = opened
      const whose = page.locator('#whose')
      await page.getByText('the connections of the user ada@example.com').waitFor()
      expect(await whose.textContent()).toContain('<b>Acme</b> shows you')

      let answer = () => {}
      const held = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/connections/toolkits', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(second.connections_url)
      await whose.waitFor({ state: 'hidden' })
      expect(await page.getByRole('button', { name: 'Connect Notes' }).count()).toBe(0)
      answer()
      await page.getByText('the connections of the user eve@example.com').waitFor()
      await page.getByRole('button', { name: 'Connect Notes' }).waitFor()

      // The same address again, and one without a token, change nothing.
      for (const url of [second.connections_url, `${all.service.url}/connections#other`]) {
        await page.goto(url)
        await page.evaluate(() => new Promise(requestAnimationFrame))
        expect(await whose.getByText('eve@example.com').isVisible()).toBe(true)
      }
      // A reload has no token in its address, and a token that has ended names nobody.
      await page.reload()
      await page.getByText('the connections of the user eve@example.com').waitFor()
      await all.service.client.connectTokens.revoke({ query: { user_id: 'eve@example.com' } })
      await page.reload()
      await page.getByText('Your sign-in here has ended. Reload the page.').waitFor()
      expect(await whose.isVisible()).toBe(false)
      await opened.close()
    })

    it('says in the language of the browser that a link is incomplete', async () => {
      verifies('connections.page')
      const opened = await openSitePage(all.browser, `${all.service.url}/connections`, {
        locale: 'de-AT',
      })
      await opened.page.getByText('Der Link ist unvollständig').waitFor()
      await opened.check('page without token')
      await opened.page.goto(`${all.service.url}/connections?lang=ja`)
      await opened.page.getByRole('heading', { name: '自分の接続' }).waitFor()
      await opened.close()
    })

    it('can be framed by no page, and the element is loaded by all', async () => {
      verifies('connections.page', 'connections.element')
      const get = (path: string, headers = {}) => fetch(all.service.url + path, { headers })
      const page = await get('/connections')
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(page.headers.get('cache-control')).toBe('no-store')
      const element = await get('/connections/element.js')
      expect(Object.fromEntries(element.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'content-type': 'text/javascript; charset=utf-8',
      })
      const etag = element.headers.get('etag') ?? ''
      expect((await get('/connections/element.js', { 'if-none-match': etag })).status).toBe(304)
      expect((await get('/connections/%65lement.js')).status).toBe(404)
    })
  },
)
