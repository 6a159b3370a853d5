import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { openConsole, triedViews, views } from './support/open-console.ts'

describe.skipIf(!chromiumPath)('users of an MCP server, in Chromium', { timeout: 300_000 }, () => {
  let notes: NotesService
  let browser: Browser
  let server: string
  const users = Array.from({ length: 101 }, (_, index) => `user ${index}`)

  beforeAll(async () => {
    notes = await startNotesService()
    browser = await openBrowser()
    const { mcp } = notes.service.client
    server = (await mcp.createCustom({ body: { name: 'Support tools', toolkits: ['open'] } })).id
    for (const user_id of users)
      await mcp.createInstance({ params: { serverId: server }, body: { user_id } })
  })
  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  const rows = (page: Page) => page.locator('tbody tr')
  const shown = async (page: Page) =>
    (await rows(page).locator('td:first-child').allTextContents()).map((text) => text.trim())

  it.each(triedViews)('are shown page by page on a %s', async (name, view) => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, view)
    const { page } = opened
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/instances')) asked.push(request.url())
    })
    await opened.open(`mcp/${server}`)
    await page.getByText('Page 1 of 3').waitFor()
    const first = await shown(page)
    expect(first).toHaveLength(50)
    expect(asked).toHaveLength(1)
    await page.getByRole('button', { name: 'Next page' }).press('Enter')
    await page.getByText('Page 2 of 3').waitFor()
    const second = await shown(page)
    expect(second).toHaveLength(50)
    await opened.check(`mcp users ${name}`)
    await page.getByRole('button', { name: 'Next page' }).press('Enter')
    await page.getByText('Page 3 of 3').waitFor()
    const third = await shown(page)
    expect([...first, ...second, ...third].toSorted()).toEqual(users.toSorted())
    expect(await page.getByRole('button', { name: 'Next page' }).count()).toBe(0)
    await page.goBack()
    await page.getByText('Page 2 of 3').waitFor()
    await page.getByRole('button', { name: 'First page' }).press('Enter')
    await page.getByText('Page 1 of 3').waitFor()
    expect(await shown(page)).toEqual(first)
    await opened.close()
  })

  it('take the configuration along when they go, and no other', async () => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, views['desk light'])
    const { page } = opened
    const revoke = async (user: string) => {
      await page.getByRole('button', { name: `Revoke… ${user}`, exact: true }).press('Enter')
      await page.getByRole('dialog').getByRole('textbox').fill(user)
      await page.getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
      await page.getByText(`${user} has no access any more`).waitFor()
    }
    const key = page.getByText(/x-api-key: pbm_/)
    await opened.open(`mcp/${server}?page=3`)
    await page.getByText('Page 3 of 3').waitFor()
    await page.getByRole('textbox', { name: 'User' }).fill('newcomer')
    await page.getByRole('button', { name: 'Make an address' }).press('Enter')
    await key.waitFor()
    // The newest is on the first page, and one more came to this one.
    await expect.poll(() => rows(page).count()).toBe(2)
    for (const user of await shown(page)) {
      await revoke(user)
      expect(await key.count()).toBe(1)
    }
    await page.getByText('No user is left on this page.').waitFor()
    await page.getByRole('button', { name: 'First page' }).press('Enter')
    await page.getByText('Page 1 of 2').waitFor()
    expect(await key.count()).toBe(1)
    await revoke('newcomer')
    await expect.poll(() => key.count()).toBe(0)
    await opened.close()
  })
})
