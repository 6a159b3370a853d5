import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { openConsole, views } from './support/open-console.ts'

const path = '**/api/v3/org/project/config'

describe.skipIf(!chromiumPath)('settings of a project, in Chromium', { timeout: 300_000 }, () => {
  let service: TestService
  let browser: Browser

  beforeAll(async () => {
    service = await startService({ keep: true })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  it('ask for a number where one was cleared, and send nothing before', async () => {
    verifies('console.page')
    const opened = await openConsole(browser, service, views['desk light'])
    const { page } = opened
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON())
    })
    await opened.open('settings')
    const lifetime = page.getByLabel('Lifetime of addresses of files, in seconds')
    await page.getByLabel('Display name').fill('Support')
    await lifetime.fill('')
    await page.getByText('Copy as').click()
    expect(await page.getByLabel('curl', { exact: true }).textContent()).not.toContain(
      'signed_url_file_expiry',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    expect(
      await lifetime.evaluate((field: HTMLInputElement) => ({
        says: field.validationMessage,
        hasFocus: field === document.activeElement,
      })),
    ).toEqual({ says: expect.stringMatching(/./), hasFocus: true })
    await lifetime.fill('120')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect(sent).toEqual([{ display_name: 'Support', signed_url_file_expiry_in_seconds: 120 }])
    expect(await lifetime.inputValue()).toBe('120')
    expect((await service.client.projects.getConfig()).signed_url_file_expiry_in_seconds).toBe(120)
    await opened.close()
  })

  it('keep what is typed while they are saved', async () => {
    verifies('console.page')
    const opened = await openConsole(browser, service, views['desk light'])
    const { page } = opened
    await opened.open('settings')
    const name = page.getByLabel('Display name')
    const color = page.getByLabel('Colour of the pages for users')
    const save = page.getByRole('button', { name: 'Save' })
    await name.fill('Acme')
    const first = Promise.withResolvers<Route>()
    // What the page shows after saving is the answer to that alone: nothing else is answered.
    await page.route(path, (route) =>
      route.request().method() === 'PATCH' ? first.resolve(route) : undefined,
    )
    await save.click()
    const saving = await first.promise
    await name.press('End')
    await name.pressSequentially(' Inc')
    await color.fill('#1f4fd8')
    // Two at once could be answered in any order.
    expect(await save.isDisabled()).toBe(true)
    await saving.continue()
    await page.getByText('Saved').waitFor()
    expect(await name.inputValue()).toBe('Acme Inc')
    expect(await color.inputValue()).toBe('#1f4fd8')
    const { getConfig } = service.client.projects
    expect(await getConfig()).toMatchObject({ display_name: 'Acme' })

    await page.unroute(path)
    await save.click()
    await expect
      .poll(() => getConfig())
      .toMatchObject({ display_name: 'Acme Inc', accent_color: '#1f4fd8' })
    await expect.poll(() => save.isDisabled()).toBe(true)
    expect(await name.inputValue()).toBe('Acme Inc')
    expect(await color.inputValue()).toBe('#1f4fd8')
    await opened.close()
  })

  it('say why a logo cannot be shown', async () => {
    verifies('console.page')
    const opened = await openConsole(browser, service, views['phone dark'])
    const { page } = opened
    await opened.open('settings')
    await page.getByLabel('Logo').fill('https://127.0.0.1:1/logo.png')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/^The logo of the project cannot be shown: 127\.0\.0\.1:1: not called/)
      .waitFor()
    await opened.check('settings logo')
    await opened.close()
  })
})
