import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import {
  chromiumPath,
  findViolations,
  openBrowser,
  takeScreenshot,
  browserProfiles,
} from '../support/open-browser.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { json, startUpstream, type Upstream } from '../support/start-upstream.ts'

describe.skipIf(!chromiumPath)('connecting with a key, in Chromium', { timeout: 300_000 }, () => {
  let notes: NotesService
  let application: Upstream
  let browser: Browser

  beforeAll(async () => {
    notes = await startNotesService()
    application = await startUpstream(
      (request, response) => json(response, 200, { url: request.url }),
      { keep: true },
    )
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await application?.close()
    await notes?.close()
  })

  const link = async (userId: string) =>
    notes.service.client.connectedAccounts.link({
      body: {
        auth_config_id: notes.authConfigId,
        user_id: userId,
        callback_url: `${application.url}/done?x=1`,
      },
    })

  it.each(Object.entries(browserProfiles))('works on a %s', async (name, options) => {
    verifies(
      'connect-page.form',
      'connect-page.visitors',
      'connect-page.return',
      'connect-page.problems',
    )
    const { redirect_url, connected_account_id } = await link('ada')
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(redirect_url)
    await takeScreenshot(page, `key ${name} form`)
    expect(await page.title()).toBe('Connect Notes')
    expect(await page.getByRole('main').innerText()).toContain('for the user ada')
    if (options.javaScriptEnabled !== false) expect(await findViolations(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)

    // By keyboard alone: the field comes first, then the button.
    await page.keyboard.press('Tab')
    await page.keyboard.type('key\u0007with a control character')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('must be one line of text').waitFor()
    await takeScreenshot(page, `key ${name} problem`)
    expect(await page.title()).toBe('Error: Connect Notes')
    expect(await page.getByLabel('API key').inputValue()).toBe('')
    expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true')
    if (options.javaScriptEnabled !== false) expect(await findViolations(page)).toEqual([])

    await page.getByLabel('API key').fill('the key of ada')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForURL(`${application.url}/done?**`)
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      x: '1',
      status: 'success',
      connected_account_id,
    })
    expect(
      (
        await notes.service.client.connectedAccounts.get({
          params: { nanoid: connected_account_id },
        })
      ).status,
    ).toBe('ACTIVE')
    expect(
      application.received.findLast(({ url }) => url.startsWith('/done'))?.headers['referer'],
    ).toBeUndefined()

    await page.goto(redirect_url)
    expect(await page.getByRole('heading').innerText()).toBe('This link was already used')
    await takeScreenshot(page, `key ${name} used`)
    await context.close()
  })

  it.each(Object.entries(browserProfiles))(
    'shows the code that confirms the connection on a %s, and where to finish here',
    async (name, options) => {
      verifies('accounts.confirmation.code', 'connect-page.visitors')
      const { client } = notes.service
      const body = {
        auth_config_id: notes.authConfigId,
        user_id: 'ada',
        confirmation: 'code' as const,
        callback_url: `${application.url}/finish`,
      }
      const { redirect_url, connected_account_id } = await client.connectedAccounts.link({ body })
      const context = await browser.newContext(options)
      const page = await context.newPage()
      await page.goto(redirect_url)
      await page.getByLabel('API key').fill('the key of ada')
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('heading', { name: 'One more step' }).waitFor()
      await takeScreenshot(page, `key ${name} code`)
      if (options.javaScriptEnabled !== false) expect(await findViolations(page)).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true)
      const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await page.getByRole('main').innerText())?.[0]

      await page.getByRole('link', { name: 'Finish on this device' }).click()
      await page.waitForURL(`${application.url}/finish?**`)
      expect(new URL(page.url()).searchParams.get('confirmation_code')).toBe(code)
      expect(
        (await client.connectedAccounts.get({ params: { nanoid: connected_account_id } })).status,
      ).toBe('INITIATED')
      await context.close()
    },
  )

  it('gives the account to the browser that sent the form first', async () => {
    verifies('connect-page.one-browser', 'connect-page.preview')
    const { redirect_url, connected_account_id } =
      await notes.service.client.connectedAccounts.link({
        body: { auth_config_id: notes.authConfigId, user_id: 'bea' },
      })
    const first = await (await browser.newContext()).newPage()
    const second = await (await browser.newContext()).newPage()
    await first.goto(redirect_url)
    await second.goto(redirect_url)
    await first.getByLabel('API key').fill('the key of the first')
    await second.getByLabel('API key').fill('the key of the second')
    await Promise.all(
      [first, second].map((page) =>
        page
          .getByRole('button', { name: 'Connect' })
          .click()
          .then(() => page.waitForLoadState()),
      ),
    )
    const headings = await Promise.all(
      [first, second].map((page) => page.getByRole('heading').innerText()),
    )
    expect(headings).toContain('Notes is connected')
    expect(headings.filter((heading) => heading === 'Notes is connected')).toHaveLength(1)
    const winner =
      headings[0] === 'Notes is connected' ? 'the key of the first' : 'the key of the second'
    await notes.service.client.tools.execute({
      params: { tool_slug: 'NOTES_LIST_NOTES' },
      body: { connected_account_id, user_id: 'bea', arguments: {} },
    })
    expect(notes.upstream.received.at(-1)?.headers['x-notes-key']).toBe(winner)
  })
})
