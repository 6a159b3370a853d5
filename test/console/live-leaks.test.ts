import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { verifies } from '../requirements.ts'
import { startNotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { countByLevel } from '../support/thorough.ts'
import { openConsole } from './support/open-console.ts'

/** Each takes some seconds: the whole length is more than ten minutes. */
const cycles = countByLevel('rounds of an open console through its screens and many events', {
  gate: 8,
  full: 250,
})
const callsPerCycle = 40

/** What the page keeps, garbage aside. */
const measure = async (devtools: CDPSession) => {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { listeners: of('JSEventListeners'), nodes: of('Nodes'), heap: of('JSHeapUsedSize') }
}

/** Streams that were opened and have not ended. */
const watchStreams = (page: Page): Set<unknown> => {
  const open = new Set<unknown>()
  page.on('request', (request) => {
    if (request.url().includes('/logs/activity')) open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request))
  return open
}

describe.skipIf(!chromiumPath)('a console that stays open, in Chromium', () => {
  it(
    'has one stream, and keeps neither events nor screens that it showed',
    { timeout: 3_600_000 },
    async () => {
      verifies('activity.leaks')
      const notes = await startNotesService()
      onTestFinished(notes.close)
      const browser = await openBrowser()
      onTestFinished(() => browser.close())
      const { page, open } = await openConsole(browser, notes.service)
      const streams = watchStreams(page)
      await open('live')
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Performance.enable')
      const { client } = notes.service

      const go = async (screen: string) => {
        await page.getByRole('link', { name: screen, exact: true }).first().click()
        await page.getByRole('heading', { level: 1, name: screen }).waitFor()
      }
      const look = (visibility: string) =>
        page.evaluate((state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }, visibility)

      const cycle = async (number: number) => {
        for (let call = 0; call < callsPerCycle; call += 1)
          await client.tools.execute({
            params: { tool_slug: 'OPEN_LIST_NOTES' },
            body: { user_id: `round ${number} here`, arguments: {} },
          })
        await go('Live')
        await expect
          .poll(() =>
            page
              .getByRole('listitem')
              .filter({ hasText: `round ${number} here` })
              .count(),
          )
          .toBe(callsPerCycle)
        for (const screen of ['Logs', 'Users', 'Usage', 'Settings', 'Live']) await go(screen)
        await look('hidden')
        await expect.poll(() => streams.size).toBe(0)
        await look('visible')
        await expect.poll(() => streams.size).toBe(1)
      }

      // The page keeps the newest 500 events, which are there before anything is measured.
      for (let number = 0; number * callsPerCycle < 600; number += 1) await cycle(-1 - number)
      const before = await measure(devtools)
      for (let number = 0; number < cycles; number += 1) await cycle(number)
      const after = await measure(devtools)
      expect(streams.size).toBe(1)
      expect(after.listeners).toBeLessThan(before.listeners + cycles)
      expect(after.nodes).toBeLessThan(before.nodes * 1.2)
      expect(after.heap - before.heap).toBeLessThan(1_000_000 + cycles * 10_000)
    },
  )
})
