import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { openConsole, triedViews } from './support/open-console.ts'

/** What a list of the console shows of one call. */
const userOf = (number: number) => `reader ${String(number).padStart(4, '0')}`

describe.skipIf(!chromiumPath)(
  'lists that change while somebody reads them, in Chromium',
  { timeout: 300_000 },
  () => {
    let notes: NotesService
    let browser: Browser
    let made = 0

    /** Each by a user of its own, so that a row shows which call it is. */
    const call = async (count: number) => {
      for (const end = made + count; made < end; made += 1)
        await notes.service.client.tools.execute({
          params: { tool_slug: 'OPEN_LIST_NOTES' },
          body: { user_id: userOf(made), arguments: {} },
        })
    }

    beforeAll(async () => {
      notes = await startNotesService()
      browser = await openBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await notes?.close()
    })

    /** The calls that are shown, from top to bottom. */
    const shownIn = async (rows: Locator): Promise<number[]> =>
      (await rows.allTextContents()).map((text) => Number(/reader (\d{4})/.exec(text)?.[1]))

    const topOf = async (rows: Locator, number: number): Promise<number> => {
      const box = await rows.filter({ hasText: userOf(number) }).boundingBox()
      if (!box) throw new Error(`${userOf(number)} is not shown`)
      return box.y
    }

    const newestFirst = (newest: number, count: number) =>
      Array.from({ length: count }, (_, index) => newest - index)

    /** Scrolls until a row is in the middle of the screen. */
    const bringUp = (rows: Locator, number: number) =>
      rows
        .filter({ hasText: userOf(number) })
        .evaluate((element) => element.scrollIntoView({ block: 'center' }))

    /** Scrolls a little, again and again, until the work is done. */
    const scrollWhile = async (page: Page, work: Promise<void>) => {
      const state = { isDone: false }
      const end = work.finally(() => {
        state.isDone = true
      })
      for (let step = 0; !state.isDone; step += 1)
        await page.mouse.wheel(0, step % 4 < 2 ? 60 : -60)
      await end
    }

    it.each(triedViews)('the stream of what happens, on a %s', async (_, view) => {
      verifies('console.reading')
      await call(110)
      const opened = await openConsole(browser, notes.service, view)
      const { page } = opened
      const rows = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
      const first = made
      await rows.filter({ hasText: userOf(first - 1) }).waitFor()
      const before = await rows.count()
      await bringUp(rows, first - 40)
      await scrollWhile(page, call(60))
      await expect.poll(() => rows.count()).toBe(before + 60)
      expect(await shownIn(rows)).toEqual(newestFirst(made - 1, before + 60))

      await bringUp(rows, first - 40)
      const top = await topOf(rows, first - 40)
      await call(60)
      await expect.poll(() => rows.count()).toBe(before + 120)
      expect(await shownIn(rows)).toEqual(newestFirst(made - 1, before + 120))
      expect(Math.abs((await topOf(rows, first - 40)) - top)).toBeLessThan(1)
      await opened.close()
    })

    it.each(triedViews)('a list with pages, on a %s', async (name, view) => {
      verifies('console.reading')
      await call(120)
      const opened = await openConsole(browser, notes.service, view)
      const { page } = opened
      await opened.open('logs')
      const rows = page.locator('tbody tr')
      const first = made
      await rows.filter({ hasText: userOf(first - 1) }).waitFor()
      expect(await shownIn(rows)).toEqual(newestFirst(first - 1, 50))
      const read = first - 15
      await bringUp(rows, read)
      await scrollWhile(page, call(10))
      await rows.filter({ hasText: userOf(made - 1) }).waitFor()
      expect(await shownIn(rows)).toEqual(newestFirst(made - 1, 50))

      // As long as what one reads is on the page, newer rows are added above it.
      await bringUp(rows, read)
      const top = await topOf(rows, read)
      await call(5)
      await rows.filter({ hasText: userOf(made - 1) }).waitFor()
      expect(await shownIn(rows)).toEqual(newestFirst(made - 1, 50))
      expect(Math.abs((await topOf(rows, read)) - top)).toBeLessThan(1)

      // Then they wait, and the next page begins where this one ends.
      await call(50)
      await page.getByText('There are newer entries.').waitFor()
      await opened.check(`reading ${name}`)
      const held = await shownIn(rows)
      const [newest = 0] = held
      expect(held).toEqual(newestFirst(newest, 50))
      expect(Math.abs((await topOf(rows, read)) - top)).toBeLessThan(1)
      await page.getByRole('button', { name: 'Next page' }).press('Enter')
      await rows.filter({ hasText: userOf(newest - 50) }).waitFor()
      expect(await shownIn(rows)).toEqual(newestFirst(newest - 50, 50))

      await page.getByRole('button', { name: 'First page' }).press('Enter')
      await rows.filter({ hasText: userOf(made - 1) }).waitFor()
      await bringUp(rows, made - 40)
      await call(50)
      await page.getByRole('button', { name: 'Show them' }).press('Enter')
      await rows.filter({ hasText: userOf(made - 1) }).waitFor()
      expect(await shownIn(rows)).toEqual(newestFirst(made - 1, 50))
      expect(await page.getByText('There are newer entries.').count()).toBe(0)
      await opened.close()
    })
  },
)
