import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { hostileTexts, openConsole, triedViews } from './support/open-console.ts'

describe.skipIf(!chromiumPath)('the logs of the console, in Chromium', { timeout: 300_000 }, () => {
  let notes: NotesService
  let browser: Browser

  const call = (text: string) =>
    notes.service.client.tools.execute({
      params: { tool_slug: 'OPEN_CREATE_NOTE' },
      body: { user_id: 'ada', arguments: { text } },
    })

  beforeAll(async () => {
    notes = await startNotesService()
    browser = await openBrowser()
    for (const text of hostileTexts) await call(text)
  })
  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  it.each(triedViews)('show calls on a %s', async (name, options) => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, options)
    const { page } = opened
    await opened.open('logs')
    await page.getByRole('link', { name: 'OPEN_CREATE_NOTE' }).first().waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(hostileTexts.length)
    await opened.check(`logs ${name}`)

    await page.getByRole('link', { name: 'OPEN_CREATE_NOTE' }).first().click()
    await page
      .locator('.json')
      .getByText(hostileTexts.at(-1)?.slice(0, 12) ?? '')
      .first()
      .waitFor()
    await page.getByText('Copy as').click()
    await page.getByText('Save as eval case').click()
    await page.getByText('"id":"open-create-note-').waitFor()
    await opened.check(`log entry ${name}`)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await opened.close()
  })
})
