import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openConnections,
  type ConnectionsService,
} from '../connections-element/support/open-connections.ts'
import { views } from '../console/support/open-console.ts'
import { verifies } from '../requirements.ts'
import { chromiumPath, findViolations, takeScreenshot } from '../support/open-browser.ts'

const looks = [
  { accent_color: '#ffff00', page_theme: 'light' },
  { accent_color: '#00aa55', page_theme: 'dark' },
  { accent_color: '#000000', page_theme: 'system' },
] as const

describe.skipIf(!chromiumPath)(
  'the pages for users in the look of a project, in Chromium',
  { timeout: 300_000 },
  () => {
    let all: ConnectionsService
    beforeAll(async () => {
      all = await openConnections()
    })
    afterAll(() => all?.close())

    const check = async (page: Page, name: string) => {
      await takeScreenshot(page, `look ${name}`)
      expect(await findViolations(page)).toEqual([])
      return page.evaluate(() => {
        const button = document.querySelector('button[type=submit]:not(.second)')
        return {
          paper: getComputedStyle(document.querySelector('main') ?? document.body).backgroundColor,
          button: button && getComputedStyle(button).backgroundColor,
        }
      })
    }

    it.each(looks)('connect, approve and show connections in %o', async (look) => {
      verifies('connect-page.look')
      const { client } = all.service
      await client.projects.updateConfig({ body: { ...look, display_name: 'Acme' } })
      const user = `with ${look.accent_color}`
      await all.connectNotes(user)
      const { session_id } = await client.sessions.create({
        body: { user_id: user, approvals: { tools: ['NOTES_CREATE_NOTE'] } },
      })
      await client.sessions.execute({
        params: { session_id },
        body: { tool_slug: 'NOTES_CREATE_NOTE', arguments: { text: 'Buy milk' } },
      })
      const [waiting] = (await client.sessions.approvals({ params: { session_id } })).items
      const { connections_url, token } = await all.mint(user)
      const link = await fetch(`${all.service.url}/api/v3/connections/link`, {
        method: 'POST',
        headers: {
          'x-connect-token': token,
          'content-type': 'application/json',
          origin: all.site.origin,
        },
        body: JSON.stringify({ toolkit: 'notes' }),
      })
      const { redirect_url } = (await link.json()) as { redirect_url: string }
      for (const view of ['desk light', 'phone dark'] as const) {
        const context = await all.browser.newContext(views[view])
        const page = await context.newPage()
        const of = (name: string) => check(page, `${name} ${look.accent_color} ${view}`)
        await page.goto(redirect_url)
        await page.getByText('Acme asks to use').waitFor()
        const connect = await of('connect')
        const isDark =
          look.page_theme === 'dark' || (look.page_theme === 'system' && view === 'phone dark')
        expect(connect.paper).toBe(isDark ? 'rgb(27, 30, 35)' : 'rgb(255, 255, 255)')
        expect(connect.button).not.toBe(isDark ? 'rgb(157, 184, 255)' : 'rgb(31, 79, 216)')
        await page.goto(waiting?.approval_url ?? '')
        await page.getByRole('button', { name: 'Approve this one call' }).waitFor()
        expect(await of('approve')).toEqual(connect)
        await page.goto(connections_url)
        await page.getByRole('button', { name: 'Rename Notes' }).waitFor()
        await page.waitForFunction(() =>
          document.querySelector('link[rel=stylesheet]')?.matches('[href*=theme]'),
        )
        await page.waitForLoadState('networkidle')
        await of('connections')
        const accent = await page.evaluate(() => {
          const root = document.querySelector('plugboard-connections')?.shadowRoot
          const first = root?.querySelector('button.first')
          return first ? getComputedStyle(first).backgroundColor : null
        })
        if (accent !== null) expect(accent).toBe(connect.button)
        await context.close()
      }
    })
  },
)
