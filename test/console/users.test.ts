import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { createProject } from '../support/fill-project.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { hostileTexts, openConsole, triedViews, views } from './support/open-console.ts'

/** An id with all that an address or a page could take for something else. */
const oddUser = `a/da?x=1&y#<img src=x onerror="window.hacked = true">%`

describe.skipIf(!chromiumPath)('users and connections of the console', { timeout: 300_000 }, () => {
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

  it.each(['users', 'connections'])(
    '%s say how to get one, while there is none',
    async (screen) => {
      verifies('console.page')
      const opened = await openConsole(browser, notes.service, views['phone light'])
      await opened.open(screen)
      await opened.page.getByText('npx plugboard connect <toolkit> --user ada').waitFor()
      await opened.check(`${screen} empty`)
      await opened.close()
    },
  )

  it('users are found by the beginning of their id', async () => {
    verifies('console.page', 'users.list')
    await notes.connect('ada')
    await notes.connect('bea')
    const { id: odd } = { id: await notes.connect(oddUser) }
    await notes.service.client.connectedAccounts.update({
      params: { nanoid: odd },
      body: { name: hostileTexts[0] },
    })
    const opened = await openConsole(browser, notes.service, views['desk light'])
    const { page } = opened
    await opened.open('users')
    await page.getByRole('link', { name: 'bea' }).waitFor()
    await page.getByLabel('Id begins with').fill('a')
    await page.waitForURL('**/users?prefix=a')
    await expect.poll(() => page.getByRole('link', { name: 'bea' }).count()).toBe(0)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
    await page.getByRole('link', { name: oddUser }).press('Enter')
    await page.getByRole('heading', { level: 1, name: oddUser }).waitFor()
    await page.getByRole('link', { name: hostileTexts[0] }).waitFor()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await opened.check('user with an odd id')
    await opened.close()
  })

  it.each(triedViews)("a user's accounts are looked after on a %s", async (name, view) => {
    verifies('console.page')
    const user = `user of ${name}`
    const account = await notes.connect(user)
    await notes.service.client.sessions.create({ body: { user_id: user } })
    await notes.service.client.tools.execute({
      params: { tool_slug: 'NOTES_LIST_NOTES' },
      body: { user_id: user, arguments: {} },
    })
    const opened = await openConsole(browser, notes.service, view)
    const { page } = opened
    await opened.open('users')
    await page.getByRole('link', { name: user }).waitFor()
    await opened.check(`users ${name}`)
    await page.getByRole('link', { name: user }).click()
    const accounts = page.getByRole('region', { name: 'Accounts' })
    await accounts.getByText('Last use').waitFor()
    await expect.poll(() => accounts.locator('time').count()).toBe(2)
    await page.getByRole('region', { name: 'Sessions' }).getByText('trs_').waitFor()
    await opened.check(`user ${name}`)

    await accounts.getByRole('button', { name: 'Rename' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox').fill('Work')
    await opened.check(`rename ${name}`)
    await page.keyboard.press('Enter')
    await accounts.getByRole('link', { name: 'notes · Work' }).waitFor()

    await accounts.getByRole('button', { name: 'Disable' }).press('Enter')
    await accounts.getByText('disabled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await accounts.getByRole('button', { name: 'Disable' }).waitFor()

    await page.getByRole('button', { name: 'Connect a toolkit' }).press('Enter')
    await page.getByRole('button', { name: 'Make a link' }).press('Enter')
    const link = page.getByRole('dialog').getByRole('link', { name: 'Open it here' })
    await link.waitFor()
    await opened.check(`connect ${name}`)
    expect(await link.getAttribute('href')).toContain(notes.service.url)
    await page.keyboard.press('Escape')

    // What happens elsewhere appears.
    await notes.service.client.connectedAccounts.delete({ params: { nanoid: account } })
    const second = await notes.connect(user)
    await accounts.getByText(second, { exact: true }).waitFor()

    await opened.open(`connections?user=${encodeURIComponent(user)}&status=ACTIVE`)
    await page.getByRole('link', { name: 'notes', exact: true }).waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await opened.check(`connections ${name}`)
    await page.getByRole('link', { name: 'notes', exact: true }).click()
    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete account' })
    expect(await remove.isDisabled()).toBe(true)
    await page.getByRole('dialog').getByRole('textbox').fill(second)
    await opened.check(`delete ${name}`)
    await remove.press('Enter')
    await page.waitForURL('**/connections')
    await expect(
      notes.service.client.connectedAccounts.get({ params: { nanoid: second } }),
    ).rejects.toMatchObject({ slug: 'not_found' })
    await opened.close()
  })

  it('forgets a user whose id was typed', async () => {
    verifies('console.page')
    const { client } = notes.service
    await client.sessions.create({ body: { user_id: 'leaver' } })
    const opened = await openConsole(browser, notes.service, views['phone light'])
    const { page } = opened
    await opened.open('users/leaver')
    await page.getByRole('button', { name: 'Forget this user…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Forget the user' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('leaver')
    await opened.check('forget user')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/users')
    const { items } = await client.users.list({ query: { prefix: 'leaver' } })
    expect(items).toEqual([])
    await opened.close()
  })

  it('offers to take back what was done in the project where it was done alone', async () => {
    verifies('console.page')
    const account = await notes.connect('mover')
    await createProject(notes.service, 'Elsewhere')
    const opened = await openConsole(browser, notes.service, views['desk light'])
    const { page } = opened
    await opened.open(`connections/${account}`)
    const [, here = ''] = /\/p\/([^/]+)\//.exec(page.url()) ?? []
    // Toasts stay, however slow the machine is.
    await page.evaluate(() => {
      const { setTimeout } = window
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) => (ms < 6_000 ? setTimeout(run, ms) : 0),
      })
    })
    const changes: { project: string | undefined; body: unknown }[] = []
    const held = Promise.withResolvers<Route>()
    await page.route('**/connected_accounts/*/status', (route) => {
      const request = route.request()
      changes.push({
        project: request.headers()['x-plugboard-project'],
        body: request.postDataJSON(),
      })
      return changes.length === 1 ? held.resolve(route) : route.continue()
    })
    const project = page.getByLabel('Project', { exact: true })
    const undo = page.getByRole('button', { name: 'Undo' })

    await page.getByRole('button', { name: 'Disable' }).press('Enter')
    const disabling = await held.promise
    await project.selectOption({ label: 'Elsewhere' })
    await page.getByText('Nobody has connected an account yet').waitFor()
    await disabling.continue()
    await page.getByText('Disabled: no tool uses it').waitFor()
    expect(await undo.count()).toBe(0)

    await project.selectOption(here)
    await undo.press('Enter')
    await page.getByText('Enabled', { exact: true }).waitFor()
    expect(changes).toEqual([
      { project: here, body: { enabled: false } },
      { project: here, body: { enabled: true } },
    ])

    // What cannot be taken back any more says so, wherever one is by then.
    await notes.service.client.connectedAccounts.delete({ params: { nanoid: account } })
    await page.getByRole('link', { name: 'Logs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor()
    await undo.press('Enter')
    await page.getByText(/^Not undone: /).waitFor()
    await opened.check('not undone')
    await opened.close()
  })

  it('asks nothing any more about a project that was left', async () => {
    verifies('console.page')
    const elsewhere = await createProject(notes.service, 'With the same user')
    for (const { sessions } of [notes.service.client, elsewhere.client])
      await sessions.create({ body: { user_id: 'twin' } })
    const opened = await openConsole(browser, notes.service, views['desk light'])
    const { page } = opened
    const { pathname } = new URL(page.url())
    await page.getByLabel('Project', { exact: true }).selectOption(elsewhere.id)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('link', { name: 'twin' }).click()
    await page.getByRole('button', { name: 'Forget this user…' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox').fill('twin')
    await page.evaluate(() => history.go(-3))
    await page.waitForURL(`**${pathname}`)
    await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    for (const { users } of [notes.service.client, elsewhere.client])
      expect((await users.list({ query: { prefix: 'twin' } })).items).toHaveLength(1)
    await opened.close()
  })
})
