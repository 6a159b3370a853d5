import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileTexts, views } from '../console/support/open-console.ts'
import { verifies } from '../requirements.ts'
import { chromiumPath } from '../support/open-browser.ts'
import {
  openConnections,
  signInAtProvider,
  type ConnectionsService,
} from './support/open-connections.ts'
import { openSitePage } from './support/open-site.ts'

describe.skipIf(!chromiumPath)(
  'the element on a page of another origin with a strict policy, in Chromium',
  { timeout: 300_000 },
  () => {
    let all: ConnectionsService
    beforeAll(async () => {
      all = await openConnections()
    })
    afterAll(() => all?.close())

    const open = async (
      user: string,
      name: keyof typeof views = 'desk light',
      attributes = '',
      lang = 'en',
    ) => {
      const { token } = await all.mint(user)
      return openSitePage(
        all.browser,
        all.site.put(
          `<plugboard-connections token="${token}" ${attributes}></plugboard-connections>`,
          lang,
        ),
        views[name],
      )
    }

    it.each(Object.entries(views))(
      'connects at the provider in a popup, and names and disconnects, on a %s',
      async (name) => {
        verifies('connections.element', 'connections.link')
        const user = `connecting on ${name}`
        const opened = await open(user, name)
        const { page } = opened
        await page.getByText('No account is connected yet.').waitFor()
        await opened.check(`${name} empty`)
        const [popup] = await Promise.all([
          page.waitForEvent('popup'),
          page.getByRole('button', { name: 'Connect Calendar' }).click(),
        ])
        await page.getByText('Continue in the window that has opened.').waitFor()
        await opened.check(`${name} waiting`)
        await popup.getByRole('button', { name: 'Continue to Calendar' }).waitFor()
        expect(await popup.evaluate(() => window.opener)).toBeNull()
        await popup.getByRole('button', { name: 'Continue to Calendar' }).click()
        await signInAtProvider(popup)
        await popup.getByRole('heading', { name: 'Calendar is connected' }).waitFor()
        await page.getByText('Calendar is connected.').waitFor()
        await opened.check(`${name} connected`)
        const listed = await all.service.client.connectedAccounts.list({
          query: { user_ids: [user], limit: 1000 },
        })
        expect(listed.items).toMatchObject([{ status: 'ACTIVE' }])

        await page.getByRole('button', { name: 'Rename Calendar' }).click()
        await page.getByLabel('Name').fill('Work')
        await opened.check(`${name} naming`)
        await page.keyboard.press('Enter')
        await page.getByText('The name is saved.').waitFor()
        await page.getByRole('button', { name: 'Disconnect Calendar (Work)' }).click()
        await page.getByText('Disconnect Calendar (Work)? Its access is deleted here.').waitFor()
        await opened.check(`${name} asking`)
        await page.getByRole('button', { name: 'Keep' }).click()
        await page.getByRole('button', { name: 'Disconnect Calendar (Work)' }).click()
        await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
        await page.getByText('Calendar (Work) is disconnected.').waitFor()
        expect(
          (
            await all.service.client.connectedAccounts.list({
              query: { user_ids: [user], limit: 1000 },
            })
          ).items,
        ).toEqual([])
        await opened.close()
      },
    )

    it.each(Object.entries(views))(
      'shows what waits for a decision, and decides it, on a %s',
      async (name) => {
        verifies('connections.element', 'connections.approvals')
        const user = `deciding on ${name}`
        await all.connectNotes(user)
        const first = await all.askFor(user, { text: 'Buy milk' })
        const second = await all.askFor(user, { text: `Delete ${'everything '.repeat(30)}` })
        const opened = await open(user, name)
        const { page } = opened
        await page.getByText('Buy milk').waitFor()
        await opened.check(`${name} approvals`)
        const rows = page.getByRole('listitem')
        await rows
          .filter({ hasText: 'Buy milk' })
          .getByRole('button', { name: /^Approve/ })
          .click()
        await page.getByText('is approved for one call').waitFor()
        await rows.filter({ hasText: 'everything' }).getByRole('button', { name: /^Deny/ }).click()
        await page.getByText('is denied.').waitFor()
        expect(await first.status()).toBe('approved')
        expect(await second.status()).toBe('denied')
        await opened.close()
      },
    )

    it('is used with the keyboard alone', async () => {
      verifies('connections.element')
      await all.connectNotes('keyboard')
      const opened = await open('keyboard')
      const { page } = opened
      await page.getByRole('button', { name: 'Rename Notes' }).waitFor()
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key)
      }
      await press('Tab', 'Enter')
      await page.getByLabel('Name').waitFor()
      await page.keyboard.type('Home')
      await press('Enter')
      await page.getByText('The name is saved.').waitFor()
      // The focus is back where it was, so the next one is the button after it.
      await press('Tab', 'Enter')
      await page.getByText('Disconnect Notes (Home)?').waitFor()
      // The focus is on the answer that destroys nothing.
      await press('Enter')
      await page.getByText('Disconnect Notes (Home)?').waitFor({ state: 'detached' })
      await press('Enter', 'Shift+Tab', 'Enter')
      await page.getByText('Notes (Home) is disconnected.').waitFor()
      await opened.check('keyboard')
      await opened.close()
    })

    it('names one connection after another, each in a field of its own', async () => {
      verifies('connections.element')
      await all.connectNotes('naming')
      await all.connectNotes('naming')
      const opened = await open('naming')
      const { page } = opened
      const field = page.getByRole('textbox', { name: 'Name' })
      const rows = page.getByRole('listitem').filter({ hasText: 'Notes' })
      await rows.nth(0).getByRole('button', { name: 'Rename Notes' }).click()
      await field.fill('Work')
      await rows.nth(1).getByRole('button', { name: 'Rename Notes' }).click()
      await expect.poll(() => field.inputValue()).toBe('')
      await page.keyboard.type('Home')
      await page.keyboard.press('Enter')
      await page.getByText('The name is saved.').waitFor()
      await rows.nth(1).getByRole('button', { name: 'Rename Notes (Home)' }).waitFor()
      await opened.close()
    })

    it('takes the code of the window where the project has connections confirmed', async () => {
      verifies('connections.element', 'connections.link')
      const settings = (required: boolean) =>
        all.service.client.projects.updateConfig({
          body: { require_connection_confirmation: required },
        })
      await settings(true)
      const opened = await open('confirming', 'phone dark')
      const { page } = opened
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Connect Notes' }).click(),
      ])
      await popup.locator('input[type=password]').fill('a key')
      await popup.getByRole('button', { name: 'Connect' }).click()
      const code = (await popup.locator('.code').textContent())?.trim() ?? ''
      await settings(false)
      await page.getByLabel('Code that the window shows').fill('BCDF-GHJK')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('That is not the code.').waitFor()
      await opened.check('code')
      await page.getByLabel('Code that the window shows').fill(code)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('Notes is connected.').waitFor()
      await opened.close()
    })

    it('connects an account again that needs its user', async () => {
      verifies('connections.element')
      const id = await all.connectExpired('again')
      const opened = await open('again')
      const { page } = opened
      await page.getByText('Connect it again: access has ended').waitFor()
      await opened.check('reconnect')
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Reconnect Calendar' }).click(),
      ])
      await popup.getByRole('button', { name: 'Continue to Calendar' }).click()
      await signInAtProvider(popup)
      await page.getByText('Calendar is connected.').waitFor()
      await page.getByRole('button', { name: 'Reconnect Calendar' }).waitFor({ state: 'detached' })
      expect(
        (await all.service.client.connectedAccounts.get({ params: { nanoid: id } })).status,
      ).toBe('ACTIVE')
      await opened.close()
    })

    it.each(hostileTexts)('shows %j as text, wherever it stands', async (hostile) => {
      verifies('connections.element.texts')
      await all.connectNotes('hostile')
      await all.askFor('hostile', { text: 'x' })
      const { token } = await all.mint('hostile')
      const opened = await openSitePage(all.browser, all.site.put(''))
      const { page } = opened
      const shown = new Set(['name', 'text', 'slug', 'owner', 'logo', 'logo_url'])
      // As a service would that believes what third parties say: each text is hostile.
      await page.route('**/api/v3/connections**', async (route) => {
        const answer = await route.fetch()
        const text = await answer.text()
        await route.fulfill({
          response: answer,
          body: JSON.stringify(
            JSON.parse(text, (key, value: unknown) =>
              shown.has(key) && key !== 'project' ? hostile : value,
            ),
          ),
        })
      })
      await page.evaluate((text) => {
        const element = document.createElement('plugboard-connections')
        element.setAttribute('token', text)
        document.querySelector('main')?.append(element)
      }, token)
      await page.getByRole('heading', { name: 'Waiting for your decision' }).waitFor()
      expect(await page.locator('pre').first().textContent()).toBe(hostile)
      await page
        .getByRole('button', { name: /^Disconnect/ })
        .first()
        .click()
      await expect.poll(() => page.getByText(hostile).count()).toBeGreaterThan(4)
      expect(
        await page.locator('plugboard-connections iframe, plugboard-connections script').count(),
      ).toBe(0)
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
      expect(opened.problems).toEqual([])
      await opened.close()
    })

    it('follows no address but http and https', async () => {
      verifies('connections.element.texts')
      const opened = await open('led astray')
      const { page } = opened
      await page.route('**/api/v3/connections/link', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          json: {
            ...((await answer.json()) as object),
            redirect_url: 'javascript:opener.hacked=1',
          },
        })
      })
      await page.getByRole('button', { name: 'Connect Notes' }).click()
      await page.getByText('That did not work. Try again.').waitFor()
      expect(await page.locator('a').count()).toBe(0)
      await opened.close()
    })

    it('says when the token has ended, announces it once, and goes on with another', async () => {
      verifies('connections.element.end')
      await all.connectNotes('ending')
      const opened = await open('ending')
      const { page } = opened
      await page.getByRole('button', { name: 'Rename Notes' }).waitFor()
      await page.evaluate(() => {
        const heard: string[] = []
        Object.assign(window, { heard })
        document.addEventListener('plugboard-token-expired', ({ type }) => heard.push(type))
      })
      await all.service.client.connectTokens.revoke({ query: { user_id: 'ending' } })
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await page.getByText('Your sign-in here has ended. Reload the page.').waitFor()
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await opened.check('expired')
      const { token } = await all.mint('ending')
      await page.evaluate((text) => {
        document.querySelector('plugboard-connections')?.setAttribute('token', text)
      }, token)
      await page.getByRole('button', { name: 'Rename Notes' }).waitFor()
      expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
        'plugboard-token-expired',
      ])
      await opened.close()
    })

    it('says where its page may not use the token', async () => {
      verifies('connections.element', 'connections.origin')
      const { token } = await all.mint('elsewhere', { allowed_origins: ['https://app.example'] })
      const opened = await openSitePage(
        all.browser,
        all.site.put(`<plugboard-connections token="${token}"></plugboard-connections>`),
      )
      await opened.page.getByText('This page may not show your connections.').waitFor()
      await opened.close()
    })

    it.each([
      ['de', '', 'Verbundene Konten'],
      ['fr-CA', '', 'Comptes connectés'],
      ['en', 'lang="es"', 'Cuentas conectadas'],
      ['en', 'lang="ja"', '接続済みのアカウント'],
      ['pt-BR', '', 'Contas ligadas'],
      ['en', 'theme="dark"', 'Connected accounts'],
    ])('speaks the language of a page in %s with %s', async (lang, attributes, heading) => {
      verifies('connections.element.texts')
      await all.connectNotes(`speaking ${lang}`)
      const opened = await open(`speaking ${lang}`, 'phone light', attributes, lang)
      await opened.page.getByRole('heading', { name: heading }).waitFor()
      await opened.page.getByRole('button').nth(1).click()
      await opened.check(`language ${lang} ${attributes}`)
      await opened.close()
    })
  },
)
