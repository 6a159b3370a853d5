import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { createProject } from '../support/fill-project.ts'
import { openNotesApi } from '../support/notes-api.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { hostileTexts, openConsole, triedViews, views } from './support/open-console.ts'

describe.skipIf(!chromiumPath)('the console, in Chromium', { timeout: 300_000 }, () => {
  let notes: NotesService
  let browser: Browser

  const call = (tool: string, args: Record<string, unknown>) =>
    notes.service.client.tools.execute({
      params: { tool_slug: tool },
      body: { user_id: 'ada', arguments: args },
    })

  beforeAll(async () => {
    notes = await startNotesService({ status: ({ method }) => (method === 'POST' ? 422 : 200) })
    browser = await openBrowser()
    const { session_id } = await notes.service.client.sessions.create({ body: { user_id: 'ada' } })
    for (const use_case of hostileTexts)
      await notes.service.client.sessions.search({
        params: { session_id },
        body: { queries: [{ use_case }] },
      })
    await createProject(notes.service, 'Empty one')
  })
  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  it.each(triedViews)('shows what happens as it happens on a %s', async (name, view) => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, view)
    const { page } = opened
    const stream = page.getByRole('list', { name: 'What happened' })
    await stream.getByText(hostileTexts[0]).first().waitFor()
    const before = await stream.getByText('OPEN_CREATE_NOTE').count()
    await call('OPEN_CREATE_NOTE', { text: 'Buy milk' })
    await expect.poll(() => stream.getByText('OPEN_CREATE_NOTE').count()).toBe(before + 1)
    await opened.check(`live ${name}`)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

    await page.locator('.filters select').first().selectOption('search')
    await page.waitForURL('**/live?type=search')
    await expect.poll(() => stream.getByText('OPEN_CREATE_NOTE').count()).toBe(0)
    await page.goBack()
    await stream.getByRole('link', { name: 'OPEN_CREATE_NOTE' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'OPEN_CREATE_NOTE' }).waitFor()
    await opened.close()
  })

  it('goes anywhere by keyboard, and repeats a call after asking', async () => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, views['desk light'])
    const { page } = opened
    await call('OPEN_LIST_NOTES', {})
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Screen, project/ }).waitFor()
    await opened.check('palette')
    await page.keyboard.type('logs')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor()
    await page.getByLabel('Tool or error').fill('list_')
    await page.waitForURL('**/logs?search=list_')
    // Two in one go, of which the second is still being typed.
    await page.getByLabel('Tool or error').fill('list_n')
    await page.getByLabel('User', { exact: true }).fill('ada ')
    await page.waitForURL('**/logs?search=list_n&user=ada')
    expect(await page.getByLabel('User', { exact: true }).inputValue()).toBe('ada ')
    await page.getByRole('link', { name: 'OPEN_LIST_NOTES' }).first().press('Enter')
    await page.getByRole('button', { name: 'Repeat' }).press('Enter')
    await page.getByRole('dialog').getByText('may take effect a second time').waitFor()
    await opened.check('repeat')
    const made = () => notes.upstream.received.length
    const before = made()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(made()).toBe(before)
    const entry = page.url()
    await page.getByRole('button', { name: 'Repeat' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Call it again' }).press('Enter')
    await expect.poll(() => page.url()).not.toBe(entry)
    await page.getByText('The call succeeded').waitFor()
    expect(made()).toBe(before + 1)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Screen, project/ }).waitFor()
    await page.keyboard.type('list notes')
    const option = page.getByRole('option', { name: /OPEN_LIST_NOTES/ })
    await option.waitFor()
    await opened.check('palette tools')
    const options = page.getByRole('option')
    for (let at = 0; (await option.getAttribute('aria-selected')) !== 'true'; at += 1) {
      expect(at).toBeLessThan(await options.count())
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'OPEN_LIST_NOTES' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Screen, project/ }).waitFor()
    await page.keyboard.type('zzqx')
    await page.getByText('Nothing has that name').waitFor()
    await opened.close()
  })

  it('gives the palette all that is typed, however long the next frame takes', async () => {
    verifies('console.keyboard')
    const opened = await openConsole(browser, notes.service, views['desk light'])
    const { page } = opened
    await page.evaluate(() =>
      Object.assign(window, { requestAnimationFrame: () => 0, setTimeout: () => 0 }),
    )
    await page.keyboard.press('Control+k')
    await page.keyboard.type('usage')
    expect(
      await page.evaluate(() => {
        const { activeElement } = document
        return activeElement instanceof HTMLInputElement && activeElement.value
      }),
    ).toBe('usage')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/usage')
    await opened.close()
  })

  it.each(['desk light', 'phone dark'])('helps with the first steps on a %s', async (name) => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, views[name])
    const { page } = opened
    await page.getByLabel('Project').selectOption({ label: 'Empty one' })
    const field = page.getByLabel(/A name, an address/)
    await field.fill('github')
    await page.getByRole('button', { name: 'Add GitHub', exact: true }).waitFor()
    await opened.check(`start name ${name}`)
    await field.fill('https://mcp.example.com/mcp')
    await page.getByText('The address of an MCP server').waitFor()
    await field.fill(`${notes.upstream.url}/missing.json`)
    await page.getByText('The address of an API description').waitFor()
    await page.getByLabel('Slug').fill('missing')
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByRole('alert').waitFor()
    await opened.check(`start refused ${name}`)
    await opened.close()
  })

  it('says what the first import made, and keeps saying it', async () => {
    verifies('console.page')
    await createProject(notes.service, 'First import')
    const opened = await openConsole(browser, notes.service, views['desk light'])
    const { page } = opened
    await page.getByLabel('Project').selectOption({ label: 'First import' })
    await page
      .getByLabel(/A name, an address/)
      .fill(JSON.stringify(openNotesApi(notes.upstream.url)))
    await page.getByLabel('Slug').fill('first')
    await page.getByRole('button', { name: 'Import' }).click()
    const start = page.getByRole('region', { name: 'Add a toolkit' })
    await start.getByRole('link', { name: 'first' }).waitFor()
    // The screen knows by now that the project is empty no more.
    await page.getByText('Waiting for something to happen').or(page.locator('.stream')).waitFor()
    expect(await start.getByRole('link', { name: 'first' }).count()).toBe(1)
    await opened.close()
  })

  it('signs in once, says how to get another link, and signs out', async () => {
    verifies('console.page', 'console.link', 'console.limits')
    const opened = await openConsole(browser, notes.service)
    await opened.page.locator('.person summary').click()
    await opened.check('person')
    await opened.page.getByRole('button', { name: 'Sign out' }).click()
    await opened.page.getByRole('heading', { name: 'Sign in to Plugboard' }).waitFor()
    await opened.check('sign in')
    const link = await notes.service.createConsoleLink()
    await opened.page.goto(link)
    await opened.page.waitForURL('**/live')
    expect(opened.page.url()).not.toContain('cl_')
    const other = await browser.newContext()
    const page = await other.newPage()
    await page.goto(link)
    await page.getByRole('alert').getByText('The link was used already').waitFor()
    await other.close()
    await opened.close()
  })
})
