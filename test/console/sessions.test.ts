import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { hostileTexts, openConsole, triedViews, views } from './support/open-console.ts'

describe.skipIf(!chromiumPath)('the sessions of the console', { timeout: 300_000 }, () => {
  let notes: NotesService
  let browser: Browser

  beforeAll(async () => {
    notes = await startNotesService({ status: ({ method }) => (method === 'GET' ? 422 : 200) })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  it('say how to make one, while there is none', async () => {
    verifies('console.page')
    const opened = await openConsole(browser, notes.service, views['phone light'])
    await opened.open('sessions')
    await opened.page.getByText('npx plugboard sessions create --user ada').waitFor()
    await opened.check('sessions empty')
    await opened.close()
  })

  it.each(triedViews)('show what happens in one on a %s', async (name, view) => {
    verifies('console.page')
    const { sessions } = notes.service.client
    const { session_id } = await sessions.create({
      body: {
        user_id: `<b>user</b> of ${name}`,
        approvals: { tools: ['OPEN_CREATE_NOTE'] },
        toolkits: { enable: ['open'] },
      },
    })
    const params = { session_id }
    const search = (use_case: string) =>
      sessions.search({ params, body: { queries: [{ use_case }] } })
    const call = (tool_slug: string, args: Record<string, unknown>) =>
      sessions.execute({ params, body: { tool_slug, arguments: args } })

    const opened = await openConsole(browser, notes.service, view)
    const { page } = opened
    await opened.open('sessions')
    await page.getByRole('link', { name: session_id }).waitFor()
    await opened.check(`sessions ${name}`)
    await page.getByRole('link', { name: session_id }).press('Enter')
    await page.getByText('Nothing happened in this session yet').waitFor()
    await opened.check(`session new ${name}`)

    const timeline = page.getByRole('list', { name: 'What happened in this session' })
    for (const text of hostileTexts) await search(text)
    await timeline.getByText(hostileTexts[0]).waitFor()
    await call('OPEN_LIST_NOTES', {})
    await timeline.getByRole('link', { name: 'OPEN_LIST_NOTES' }).waitFor()
    await call('OPEN_CREATE_NOTE', { text: hostileTexts[0] })
    const waiting = page.getByRole('region', { name: 'Waiting for a decision' })
    await waiting.getByText(hostileTexts[0]).waitFor()
    await opened.check(`session ${name}`)
    await waiting.getByRole('button', { name: 'Deny' }).press('Enter')
    await timeline.getByText('denied').waitFor()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

    const mcp = page.getByRole('region', { name: 'MCP clients' })
    for (const [client, text] of [
      ['Claude Code', 'claude mcp add --transport http'],
      ['Cursor', '"mcpServers"'],
      ['VS Code', '"inputs"'],
    ] as const) {
      await mcp.getByRole('button', { name: client, exact: true }).press('Enter')
      const config = mcp.getByLabel(`configuration for ${client}`, { exact: true })
      await config.getByText(text).waitFor()
      expect(await config.textContent()).toContain(
        `${notes.service.url}/mcp/sessions/${session_id}`,
      )
    }
    await mcp.getByRole('button', { name: 'Create a key' }).press('Enter')
    const shown = await page.getByRole('dialog').getByLabel('key', { exact: true }).textContent()
    await opened.check(`session key ${name}`)
    const key = shown?.replace('export PLUGBOARD_MCP_KEY=', '') ?? ''
    const open = () =>
      fetch(`${notes.service.url}/mcp/sessions/${session_id}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      })
    expect((await open()).status).not.toBe(401)
    await page.keyboard.press('Escape')
    await mcp.getByRole('button', { name: `ends with ${key.slice(-4)}` }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter')
    await expect.poll(async () => (await open()).status).toBe(401)

    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox').fill(session_id)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sessions')
    await expect(sessions.get({ params })).rejects.toMatchObject({ slug: 'not_found' })
    await opened.close()
  })
})
