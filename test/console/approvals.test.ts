import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { hostileTexts, openConsole, triedViews, views } from './support/open-console.ts'

describe.skipIf(!chromiumPath)('the approvals of the console', { timeout: 300_000 }, () => {
  let notes: NotesService
  let browser: Browser
  let session = ''

  const ask = (text: string) =>
    notes.service.client.sessions.execute({
      params: { session_id: session },
      body: { tool_slug: 'OPEN_CREATE_NOTE', arguments: { text } },
    })

  beforeAll(async () => {
    notes = await startNotesService()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  it('say what makes some, while there are none', async () => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, views['phone light'])
    await opened.open('approvals')
    await opened.page.getByText('No call needed an approval yet').waitFor()
    await opened.check('approvals empty')
    await opened.close()
    const made = await notes.service.client.sessions.create({
      body: { user_id: '<b>ada</b>', approvals: { tools: ['OPEN_CREATE_NOTE'] } },
    })
    session = made.session_id
    for (const text of hostileTexts) await ask(text)
  })

  it.each(triedViews)('are decided with what they would do, on a %s', async (name, view) => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, view)
    const { page } = opened
    await opened.open('approvals')
    const waiting = page.getByRole('region', { name: 'Waiting for a decision' })
    await waiting.getByText(hostileTexts[0]).waitFor()
    await opened.check(`approvals ${name}`)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

    const before = await waiting
      .getByRole('listitem')
      .filter({ has: page.locator('h3') })
      .count()
    await ask(`Buy milk on a ${name}`)
    await waiting.getByText(`Buy milk on a ${name}`).waitFor()
    const card = waiting.locator('.card', { hasText: `Buy milk on a ${name}` })
    const decision = name.startsWith('desk') ? 'Approve' : 'Deny'
    await card.getByRole('button', { name: decision }).press('Enter')
    await expect.poll(() => card.count()).toBe(0)
    await expect.poll(() => waiting.locator('.card').count()).toBe(before)
    const status = decision === 'Approve' ? 'approved' : 'denied'
    const { items } = await notes.service.client.approvals.list({ query: { status } })
    expect(items[0]).toMatchObject({ arguments: { text: `Buy milk on a ${name}` } })

    await page.getByLabel('State').selectOption(status)
    await page.waitForURL(`**/approvals?status=${status}`)
    const row = page.locator('tbody tr').first()
    await row.getByText(status).waitFor()
    await row.getByText('Show', { exact: true }).click()
    await row.getByText(`Buy milk on a ${name}`).waitFor()
    await opened.check(`approvals ${status} ${name}`)
    await opened.close()
  })
})
