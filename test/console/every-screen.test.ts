import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { openBusyService, type BusyService } from './support/open-busy-service.ts'
import {
  hostileTexts,
  openConsole,
  triedViews,
  views,
  type ConsolePage,
} from './support/open-console.ts'
import { openEachDialog, walkWithKeyboard } from './support/walk-with-keyboard.ts'
import { patterns, settled, visitScreen } from './support/visit-screens.ts'

const size = { accounts: 10_000, calls: 100_000 }

/** A part of each hostile text that stays as it is in JSON. */
const hostile =
  /<script>window|<img src=x|<svg onload|javascript:window|constructor\.constructor|<iframe srcdoc/

/** Screens on which third parties or users of the project have something to say. */
const quoting = new Set([
  'approvals',
  'connections',
  'connections/:id',
  'live',
  'logs',
  'logs/:id',
  'sessions',
  'sessions/:id',
  'toolkits/:slug',
  'users',
  'users/:id',
])

/** Screens without any text of a third party. */
const plain = new Set([
  'evals',
  'playground',
  'triggers',
  'triggers/:id',
  'usage',
  'webhooks',
  'webhooks/:id',
])

const texts = new Set(
  [
    'name display_name description summary title text error message use_case status_reason',
    'id login email workspace url logo logo_url doc_url',
  ].flatMap((line) => line.split(' ')),
)

/** As a service would answer that believes what third parties say. */
const makeHostile = async (route: Route): Promise<void> => {
  // A stream has no end.
  if (/\/(logs\/activity|events)(\?|$)/.test(route.request().url())) return route.continue()
  const answer = await route.fetch({ timeout: 120_000 })
  if (!answer.headers()['content-type']?.includes('application/json'))
    return route.fulfill({ response: answer })
  let number = 0
  const body = JSON.stringify(await answer.json(), (key, value: unknown) =>
    texts.has(key) && typeof value === 'string' && !/^\w+_\w{10,}$/.test(value)
      ? hostileTexts[(number += 1) % hostileTexts.length]
      : value,
  )
  await route.fulfill({ response: answer, body })
}

const expectOnlyText = async ({ page }: ConsolePage): Promise<void> => {
  const made = 'iframe, script:not([src]), [onerror], [onload], [href^="javascript:" i]'
  expect(await page.locator(made).count()).toBe(0)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
}

const engines = ['sqlite', 'postgres'] as const

/** How a screen is laid out does not depend on the engine. */
const viewsOn = (engine: (typeof engines)[number]) =>
  triedViews.slice(0, engine === 'sqlite' ? undefined : 1)

describe.skipIf(!chromiumPath).each(engines)(
  'every screen over a large project on %s, in Chromium',
  { timeout: 300_000 },
  (engine) => {
    const isSkipped = engine === 'postgres' && !process.env['TEST_DATABASE_URL']
    let busy: BusyService
    let browser: Browser
    let opened: ConsolePage

    beforeAll(async () => {
      if (isSkipped) return
      busy = await openBusyService(engine, size)
      browser = await openBrowser()
      opened = await openConsole(browser, busy.service, views['desk light'])
    })
    afterAll(async () => {
      await browser?.close()
      await busy?.close()
    })

    it.skipIf(isSkipped).each(patterns)('%s', async (pattern) => {
      verifies('console.page')
      await visitScreen(opened, pattern)
      const { page } = opened
      expect(await page.getByRole('alert').allTextContents()).toEqual([])
      if (quoting.has(pattern)) expect(await page.locator('main').innerText()).toMatch(hostile)
      for (const [view, { viewport, colorScheme }] of viewsOn(engine)) {
        if (viewport) await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme: colorScheme ?? null })
        await opened.check(`${engine} ${pattern} ${view}`)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await expectOnlyText(opened)
    })

    it.skipIf(isSkipped || engine === 'postgres').each(patterns)(
      '%s shows as text what a service should not let through',
      async (pattern) => {
        verifies('console.page')
        const { page } = opened
        await visitScreen(opened, pattern)
        await page.route('**/api/v3/**', makeHostile)
        await page.reload()
        await settled(opened)
        if (!plain.has(pattern)) expect(await page.locator('main').innerText()).toMatch(hostile)
        await expectOnlyText(opened)
        await page.unroute('**/api/v3/**')
      },
    )

    it.skipIf(isSkipped || engine === 'postgres').each(patterns)(
      '%s is used with the keyboard alone',
      async (pattern) => {
        verifies('console.keyboard')
        await visitScreen(opened, pattern)
        const { missed, invisible, count } = await walkWithKeyboard(opened.page)
        expect(missed, 'what the keyboard does not reach').toEqual([])
        expect(invisible, 'what does not show that it has the focus').toEqual([])
        expect(count).toBeGreaterThan(patterns.length / 2)
        await openEachDialog(opened.page)
      },
    )
  },
)
