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

describe.skipIf(!chromiumPath)('deciding on a call, in Chromium', { timeout: 300_000 }, () => {
  let notes: NotesService
  let browser: Browser

  beforeAll(async () => {
    notes = await startNotesService()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  const startPending = async (text: string) => {
    const { sessions } = notes.service.client
    const { session_id } = await sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['OPEN_CREATE_NOTE'] } },
    })
    const params = { session_id }
    const call = () =>
      sessions.execute({
        params,
        body: { tool_slug: 'OPEN_CREATE_NOTE', arguments: { text, pinned: true } },
      })
    await call()
    const status = async () => (await sessions.approvals({ params })).items[0]?.status
    return {
      url: String((await sessions.approvals({ params })).items[0]?.approval_url),
      call,
      status,
    }
  }

  it.each(Object.entries(browserProfiles))('works on a %s', async (name, options) => {
    verifies('approve-page.question', 'approve-page.visitors', 'approve-page.browser')
    const { url, call, status } = await startPending(
      `The door of the office is broken.\n\u202e<b>${'It squeaks. '.repeat(400)}`,
    )
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const check = async (): Promise<void> => {
      if (options.javaScriptEnabled !== false) expect(await findViolations(page)).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true)
    }
    await page.goto(url)
    await takeScreenshot(page, `approve ${name} question`)
    expect(await page.getByRole('main').innerText()).toMatch(
      /for the user ada[\s\S]*OPEN_CREATE_NOTE[\s\S]*The door of the office[\s\S]*\\u\{202e\}<b>[\s\S]*more characters are not shown/,
    )
    await check()

    // By keyboard alone: to approve comes first, to deny second.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Approve this one call',
    )
    if (name === 'desk') await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page
      .getByText(name === 'desk' ? 'This call was denied' : 'This call was approved')
      .waitFor()
    await takeScreenshot(page, `approve ${name} decided`)
    await check()
    expect(await status()).toBe(name === 'desk' ? 'denied' : 'approved')
    expect((await call()).error === null).toBe(name !== 'desk')

    await page.goto(url)
    expect(await page.getByRole('button').count()).toBe(0)
    await page.goto(`${notes.service.url}/approve/al_unknown`)
    await takeScreenshot(page, `approve ${name} unknown`)
    await check()
    await context.close()
  })

  it.each(Object.entries(browserProfiles))('asks for the code on a %s', async (name, options) => {
    verifies('approve-page.visitors', 'sessions.approvals.code')
    await notes.service.client.projects.updateConfig({
      body: { approval_sign_in_url: 'https://app.example/sign-in', display_name: 'Support agents' },
    })
    const { sessions } = notes.service.client
    const { session_id } = await sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['OPEN_CREATE_NOTE'], proof: 'code' } },
    })
    await sessions.execute({
      params: { session_id },
      body: { tool_slug: 'OPEN_CREATE_NOTE', arguments: { text: name } },
    })
    const [approval] = (await sessions.approvals({ params: { session_id } })).items
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto(String(approval?.approval_url))
    await takeScreenshot(page, `approve ${name} code`)
    if (options.javaScriptEnabled !== false) expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Your code').fill('BCDF-GHJK')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('alert').waitFor()
    await takeScreenshot(page, `approve ${name} wrong code`)
    if (options.javaScriptEnabled !== false) expect(await findViolations(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await context.close()
  })

  it('cannot be sent from another site, nor shown in its frame', async () => {
    verifies('approve-page.browser', 'approve-page.headers')
    const { url, status } = await startPending('Ring the bell')
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(url)
    const token = await page.locator('input[name=form_token]').inputValue()
    // The same machine under another name is another site, to which the browser has the cookie of
    // neither.
    const elsewhere = await context.newPage()
    await elsewhere.goto(`${notes.service.url.replace('127.0.0.1', 'localhost')}/healthz`)
    await elsewhere.setContent(
      `<iframe src="${url}"></iframe><form method="post" action="${url}"><input name="form_token" value="${token}"><button name="decision" value="approve">go</button></form>`,
    )
    await expect
      .poll(() => elsewhere.frames().map((frame) => frame.url()))
      .toContain('chrome-error://chromewebdata/')
    await elsewhere.getByRole('button').click()
    await elsewhere.getByText('This form cannot be used').waitFor()
    expect(await status()).toBe('pending')
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('This call was denied').waitFor()
    await context.close()
  })
})
