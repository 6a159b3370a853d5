import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { openNotesApi } from '../support/notes-api.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { hostileTexts, openConsole, triedViews, views } from './support/open-console.ts'

/** An API whose texts would run in a page that took them for markup. */
const hostileApi = (url: string) => ({
  openapi: '3.1.0',
  info: { title: hostileTexts[0], version: '1', description: hostileTexts[1] },
  servers: [{ url }],
  paths: Object.fromEntries(
    hostileTexts.map((text, index) => [
      `/things/${index}`,
      {
        get: {
          operationId: `getThing${index}`,
          summary: text,
          description: text,
          responses: { 200: { description: text } },
        },
      },
    ]),
  ),
})

/** An API with as many operations as there are numbers. */
const thingsApi = (url: string, numbers: number[], summaryOf: (number: number) => string) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url }],
  paths: Object.fromEntries(
    numbers.map((number) => [
      `/things/${number}`,
      {
        get: {
          operationId: `getThing${number}`,
          summary: summaryOf(number),
          responses: { 200: { description: 'ok' } },
        },
      },
    ]),
  ),
})

describe.skipIf(!chromiumPath)('toolkits in the console, in Chromium', { timeout: 300_000 }, () => {
  let notes: NotesService
  let browser: Browser

  beforeAll(async () => {
    notes = await startNotesService()
    browser = await openBrowser()
    await importToolkit(notes.service, {
      slug: 'hostile',
      source: { openapi: hostileApi(notes.upstream.url) },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  it.each(triedViews)('are listed, and one is shown, on a %s', async (name, view) => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, view)
    const { page } = opened
    await opened.open('toolkits')
    await page.locator('a[href$="/toolkits/hostile"]').waitFor()
    await opened.check(`toolkits ${name}`)
    await page.locator('a[href$="/toolkits/hostile"]').click()
    await page.getByText('HOSTILE_GET_THING').first().waitFor()
    await page.getByText(hostileTexts[4]).waitFor()
    await opened.check(`toolkit hostile ${name}`)
    await opened.open('toolkits/notes?tool=NOTES_LIST_NOTES')
    await page.getByRole('dialog').getByText('Only reads').waitFor()
    await opened.check(`tool ${name}`)
    await page.keyboard.press('Escape')
    await page
      .getByText('Create auth config')
      .or(page.getByText('Set up another'))
      .first()
      .waitFor()
    await opened.check(`toolkit notes ${name}`)
    await opened.open('catalogue?search=github')
    await page.getByRole('button', { name: 'Add GitHub', exact: true }).waitFor()
    await opened.check(`catalogue ${name}`)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await opened.close()
  })

  it('are imported, compared, given other hints and deleted by keyboard', async () => {
    verifies('console.page')
    const { client } = notes.service
    const opened = await openConsole(browser, notes.service, views['desk light'])
    const { page } = opened
    await opened.open('catalogue')
    await page
      .getByLabel(/A name, an address/)
      .fill(JSON.stringify(openNotesApi(notes.upstream.url)))
    await page.getByLabel('Slug').fill('third')
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByRole('link', { name: 'third' }).press('Enter')
    await page.getByText('is the only version').waitFor()

    await page.getByRole('button', { name: 'THIRD_LIST_NOTES' }).press('Enter')
    await page.getByRole('dialog').getByLabel('May destroy').selectOption('yes')
    await page.getByRole('dialog').getByLabel('Only reads').selectOption('no')
    await page.getByRole('button', { name: 'Save hints' }).press('Enter')
    await page.getByText('Saved the hints').waitFor()
    expect(
      (await client.tools.get({ params: { tool_slug: 'THIRD_LIST_NOTES' } })).annotations,
    ).toEqual({ destructiveHint: true, readOnlyHint: false })

    const next = openNotesApi(notes.upstream.url)
    const [path = '', operations] = Object.entries(next.paths)[0] ?? []
    await importToolkit(notes.service, {
      slug: 'third',
      source: {
        openapi: {
          ...next,
          paths: { [path]: { ...operations, get: { operationId: 'listNotes', summary: 'Other' } } },
        },
      },
    })
    await page.reload()
    await page.getByLabel(/What changed up to/).selectOption({ index: 1 })
    await page.getByText(/^Removed: \d/).waitFor()
    await page.getByText('THIRD_LIST_NOTES').last().click()
    await page.getByRole('group', { name: 'description of THIRD_LIST_NOTES' }).waitFor()
    await opened.check('toolkit versions')

    await page.getByRole('button', { name: 'Delete this toolkit' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox').fill('third')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/toolkits')
    expect((await client.toolkits.list({ query: { search: 'third' } })).items).toEqual([])
    await opened.close()
  })

  it('are compared where a version has more tools than one answer', async () => {
    verifies('console.page')
    const numbers = Array.from({ length: 1_150 }, (_, index) => index)
    const publish = (numbers: number[], summaryOf: (number: number) => string) =>
      importToolkit(notes.service, {
        slug: 'many',
        source: { openapi: thingsApi(notes.upstream.url, numbers, summaryOf) },
      })
    await publish(numbers, (number) => `Get thing ${number}`)
    // Of the tools beyond the first answer, too, some are gone, some are different and one is new.
    const { made } = await publish(
      [...numbers.filter((number) => number % 10 !== 0), numbers.length],
      (number) => `Get ${number % 10 === 1 ? 'one' : 'thing'} ${number}`,
    )
    expect(made).toBeGreaterThan(1_000)
    const opened = await openConsole(browser, notes.service, views['desk light'])
    const { page } = opened
    await opened.open('toolkits/many')
    await page.getByLabel(/What changed up to/).selectOption({ index: 1 })
    const group = (title: string) => page.locator('details').filter({ hasText: title }).first()
    const added = group('Added: 1')
    await added.getByText('MANY_GET_THING_1150', { exact: true }).waitFor()
    expect(await added.getByRole('listitem').allTextContents()).toEqual(['MANY_GET_THING_1150'])
    const removed = group('Removed: 115')
    await expect.poll(() => removed.getByRole('listitem').count()).toBe(50)
    await opened.check('toolkit versions many')
    await removed.getByRole('button', { name: 'Show more of 115' }).press('Enter')
    await expect
      .poll(() => removed.getByRole('listitem').allTextContents())
      .toEqual(expect.arrayContaining(['MANY_GET_THING_0', 'MANY_GET_THING_1140']))
    expect(await removed.getByRole('listitem').count()).toBe(115)
    const changed = group('Changed: 115')
    await changed.getByRole('button', { name: 'Show more of 115' }).press('Enter')
    await changed.getByText('MANY_GET_THING_1141').click()
    await changed
      .getByRole('group', { name: 'description of MANY_GET_THING_1141' })
      .getByText('"Get one 1141"')
      .waitFor()
    await opened.close()
  })
})
