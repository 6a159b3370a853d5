import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openConnections,
  type ConnectionsService,
} from '../connections-element/support/open-connections.ts'
import { openSitePage } from '../connections-element/support/open-site.ts'
import { verifies } from '../requirements.ts'
import { chromiumPath } from '../support/open-browser.ts'

const long = `org_01HZX4Q8M6T2V9:${'team_'.repeat(40)}user_77`

/** An id, how it is shown, the language of the browser, its width and its brightness. */
const visits = [
  ['an e-mail address', 'ada.lovelace@example.com', undefined, 'en', 390, 'light'],
  ['a UUID', '7b0c5e12-4a77-4a52-9f3c-2f1f4b7f8d10', undefined, 'de', 1280, 'dark'],
  ['a long id', long, `${long.slice(0, 40)}…${long.slice(-40)}`, 'fr', 390, 'dark'],
  ['an id from right to left', 'עדה לאבלייס', undefined, 'ja', 390, 'dark'],
  [
    'an id that would mislead',
    `\u202eevil\u3164<img src=x onerror="window.hacked = true">`,
    String.raw`\u{202e}evil\u{3164}<img src=x onerror="window.hacked = true">`,
    'es',
    1280,
    'light',
  ],
  ['a single letter', 'ä', undefined, 'pt', 390, 'light'],
] as const

describe.skipIf(!chromiumPath)(
  'who opens a link of another user, in Chromium',
  { timeout: 300_000 },
  () => {
    let all: ConnectionsService
    beforeAll(async () => {
      all = await openConnections()
      await all.service.client.projects.updateConfig({
        body: { display_name: 'Acme', require_connection_confirmation: true },
      })
    })
    afterAll(() => all?.close())

    const isHacked = (page: Page) => page.evaluate(() => 'hacked' in window)

    /** What the button says beside its name, and the ids in it. */
    const describedBy = (page: Page) =>
      page.evaluate(() => {
        const id = document
          .querySelector('button[aria-describedby]')
          ?.getAttribute('aria-describedby')
        const notice = document.querySelector(`#${id}`)
        return {
          text: notice?.textContent ?? '',
          users: [...(notice?.querySelectorAll('bdi') ?? [])].map((user) => ({
            text: user.textContent,
            isApart: getComputedStyle(user).unicodeBidi === 'isolate',
          })),
        }
      })

    it.each(visits)(
      'reads whose it is before each consent: %s',
      async (name, userId, changed, locale, width, colorScheme) => {
        verifies('connections.page.user', 'connect-page.user', 'connect-page.user.text')
        const shown = changed ?? userId
        const { connections_url } = await all.mint(userId, { allowed_origins: [] })
        const opened = await openSitePage(all.browser, connections_url, {
          viewport: { width, height: 844 },
          colorScheme,
          locale,
        })
        const { page } = opened
        const connect = page
          .locator('plugboard-connections li', { hasText: 'Notes' })
          .getByRole('button')
        await connect.waitFor()
        const whose = page.locator('#whose')
        expect(await whose.isVisible()).toBe(true)
        expect(await whose.locator('#whose-user').textContent()).toBe(shown)
        expect(await whose.textContent()).toContain('Acme')
        expect((await whose.boundingBox())?.y).toBeLessThan((await connect.boundingBox())?.y ?? 0)
        await opened.check(`consent ${name} page`)

        const [popup] = await Promise.all([page.waitForEvent('popup'), connect.click()])
        await popup.locator('input[type=password]').waitFor()
        const form = await describedBy(popup)
        expect(form.users).toEqual([{ text: shown, isApart: true }])
        expect(form.text).toContain('Notes')
        expect(await isHacked(popup)).toBe(false)
        await popup.locator('input[type=password]').fill('the key of another person')
        await popup.locator('button[type=submit]').click()
        await popup.locator('.code').waitFor()
        expect(await popup.locator('.consent bdi').textContent()).toBe(shown)
        expect((await popup.locator('.consent').boundingBox())?.y).toBeLessThan(
          (await popup.locator('.code').boundingBox())?.y ?? 0,
        )
        expect(await isHacked(page)).toBe(false)
        await opened.close()

        const { items } = await all.service.client.connectedAccounts.list({
          query: { user_ids: [userId] },
        })
        expect(items.map(({ status }) => status)).toEqual(['INITIATED'])
      },
    )

    it.each(visits)(
      'finds nothing wrong with the page of a link: %s',
      async (name, userId, _changed, locale, width, colorScheme) => {
        verifies('connect-page.user', 'connect-page.visitors')
        const { client } = all.service
        const { items } = await client.authConfigs.list({ query: { toolkit_slug: 'notes' } })
        const { redirect_url } = await client.connectedAccounts.link({
          body: { auth_config_id: items[0]?.id ?? '', user_id: userId, confirmation: 'code' },
        })
        const opened = await openSitePage(all.browser, redirect_url, {
          viewport: { width, height: 844 },
          colorScheme,
          locale,
        })
        await opened.check(`consent ${name} form`)
        // The keyboard comes to the button after the field, and what it refers to is read.
        await opened.page.locator('input[type=password]').focus()
        await opened.page.keyboard.type('a key')
        await opened.page.keyboard.press('Tab')
        expect(
          await opened.page.evaluate(() =>
            document.activeElement?.getAttribute('aria-describedby'),
          ),
        ).toBe('consent')
        await opened.page.keyboard.press('Enter')
        await opened.page.locator('.code').waitFor()
        await opened.check(`consent ${name} code`)
        await opened.close()
      },
    )
  },
)
