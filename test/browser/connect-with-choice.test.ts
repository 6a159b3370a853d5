import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { acme, beta, startLookUps, type LookUps } from '../service/accounts/start-look-ups.ts'
import {
  chromiumPath,
  findViolations,
  openBrowser,
  takeScreenshot,
  browserProfiles,
} from '../support/open-browser.ts'

const sites = [
  acme,
  beta,
  {
    id: '11223344-a1b2-c3d4-e5f6-112233445566',
    name: 'A site with a name that is much longer than the names of sites usually are',
  },
]

describe.skipIf(!chromiumPath)(
  'choosing what an account is about, in Chromium',
  { timeout: 300_000 },
  () => {
    let world: LookUps
    let browser: Browser
    let authConfigId: string
    beforeAll(async () => {
      world = await startLookUps()
      authConfigId = await world.authConfigOf(await world.importSites())
      browser = await openBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await world?.close()
    })

    const link = () =>
      world.service.client.connectedAccounts.link({
        body: { auth_config_id: authConfigId, user_id: 'ada' },
      })

    it.each(Object.entries(browserProfiles))('works on a %s', async (name, options) => {
      verifies('connect-page.choice', 'connect-page.visitors', 'connect-page.user')
      world.sites.set('key-with-several-0123', sites)
      const { redirect_url, connected_account_id } = await link()
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const check = async () => {
        if (options.javaScriptEnabled !== false) expect(await findViolations(page)).toEqual([])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        ).toBe(true)
      }
      await page.goto(redirect_url)
      await page.getByLabel('API key').fill('key-with-several-0123')
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('group', { name: 'Site' }).waitFor()
      expect(await page.locator('#consent').innerText()).toContain('the user ada')
      expect(page.url()).toBe(redirect_url)
      await takeScreenshot(page, `choice ${name}`)
      await check()
      // Nothing is chosen for the user, and the browser says so.
      await page.getByRole('button', { name: 'Connect' }).click()
      expect(await page.getByRole('group', { name: 'Site' }).isVisible()).toBe(true)

      // By keyboard alone, after a reload.
      await page.reload()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      expect(await page.getByLabel('Beta').isChecked()).toBe(true)
      await takeScreenshot(page, `choice ${name} chosen`)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Sites is connected' }).waitFor()
      await takeScreenshot(page, `choice ${name} connected`)
      await check()
      expect(await world.get(connected_account_id)).toMatchObject({
        status: 'ACTIVE',
        state: { val: { cloud_id: 'beta-2' } },
      })
      await context.close()
    })

    it.each(Object.entries(browserProfiles))('asks again on a %s', async (name, options) => {
      verifies('connect-page.choice', 'connect-page.visitors', 'connect-page.user')
      world.sites.set('key-of-a-bad-day-0123', 503)
      const { redirect_url, connected_account_id } = await link()
      const context = await browser.newContext(options)
      const page = await context.newPage()
      await page.goto(redirect_url)
      await page.getByLabel('API key').fill('key-of-a-bad-day-0123')
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('heading', { name: 'Not connected yet' }).waitFor()
      expect(await page.locator('#consent').innerText()).toContain('the user ada')
      await takeScreenshot(page, `choice ${name} away`)
      if (options.javaScriptEnabled !== false) expect(await findViolations(page)).toEqual([])

      await page.getByRole('button', { name: 'Use another account' }).click()
      await page.getByLabel('API key').fill('key-of-a-bad-day-0123')
      await page.getByRole('button', { name: 'Connect' }).click()
      world.sites.set('key-of-a-bad-day-0123', [acme])
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Sites is connected' }).waitFor()
      expect(await world.get(connected_account_id)).toMatchObject({
        status: 'ACTIVE',
        state: { val: { cloud_id: 'acme-1' } },
      })
      await context.close()
    })
  },
)
