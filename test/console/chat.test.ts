import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { openNotesApi } from '../support/notes-api.ts'
import { chromiumPath, openBrowser } from '../support/open-browser.ts'
import { startChatModel } from '../support/start-chat-model.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../support/start-upstream.ts'
import { hostileTexts, openConsole, triedViews, views } from './support/open-console.ts'

type Model = Awaited<ReturnType<typeof startChatModel>>

describe.skipIf(!chromiumPath)('a chat in the console, in Chromium', { timeout: 300_000 }, () => {
  let upstream: Upstream
  let model: Model
  let service: TestService
  let browser: Browser

  beforeAll(async () => {
    upstream = await startUpstream((_request, response) => json(response, 200, { id: 7 }), {
      keep: true,
    })
    // Searches, then calls what it found, then answers.
    model = await startChatModel(
      ({ messages }) => {
        const since = messages.length - messages.findLastIndex(({ role }) => role === 'user')
        if (since === 1)
          return {
            tool: 'SVC_SEARCH_TOOLS',
            arguments: { queries: [{ use_case: 'create a note' }] },
          }
        if (since === 3) return { tool: 'OPEN_CREATE_NOTE', arguments: { text: 'Buy milk' } }
        return { text: `It is noted. ${hostileTexts[1]}` }
      },
      { keep: true },
    )
    service = await startService({
      keep: true,
      egressAllow: [upstream.host],
      chat: model.settings,
    })
    await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await model?.close()
    await upstream?.close()
  })

  const openChat = async (view: string) => {
    const { session_id: session } = await service.client.sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['OPEN_CREATE_NOTE'] } },
    })
    const opened = await openConsole(browser, service, views[view])
    await opened.open(`playground?session=${session}&view=chat`)
    await opened.page.getByLabel('Message').fill('Note that I need milk')
    await opened.page.keyboard.press('Enter')
    await opened.page.getByRole('button', { name: 'Approve OPEN_CREATE_NOTE' }).waitFor()
    return { ...opened, session }
  }

  it.each(triedViews)('shows calls and asks for approvals on a %s', async (view) => {
    verifies('console.chat', 'console.page')
    const before = upstream.received.length
    const opened = await openChat(view)
    const { page } = opened
    expect(upstream.received.length).toBe(before)
    await opened.check(`chat approval ${view}`)
    await page.getByRole('button', { name: 'Approve OPEN_CREATE_NOTE' }).press('Enter')
    await page.getByText(`It is noted. ${hostileTexts[1]}`).waitFor()
    expect(upstream.received.slice(before).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { text: 'Buy milk' },
    ])
    const call = page.locator('.chat > .call').last()
    await call.locator('summary').first().click()
    await call.getByText('success', { exact: true }).waitFor()
    await opened.check(`chat ${view}`)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    const last = model.requests.at(-1)
    expect(last?.tools.map((tool) => tool.function.name)).toContain('OPEN_CREATE_NOTE')
    expect(last?.tools.map((tool) => tool.function.name)).not.toContain('SVC_MULTI_EXECUTE_TOOL')
    expect(JSON.stringify(last?.messages)).toContain('call_')
    await opened.close()
  })

  it('goes on when somebody decides elsewhere, and tells the model of a refusal', async () => {
    verifies('console.chat')
    const before = upstream.received.length
    const opened = await openChat('desk light')
    const { items } = await service.client.approvals.list({
      query: { session_ids: opened.session, status: 'pending' },
    })
    await service.client.sessions.decide({
      params: { session_id: opened.session, approval_id: items[0]?.approval_id ?? '' },
      body: { decision: 'deny' },
    })
    await opened.page.getByText('It is noted.').waitFor()
    expect(upstream.received.length).toBe(before)
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toMatch(/denied/i)
    await opened.close()
  })

  it('says how to configure a model where there is none', async () => {
    verifies('console.chat')
    const without = await startService()
    const { session_id: session } = await without.client.sessions.create({
      body: { user_id: 'ada' },
    })
    const opened = await openConsole(browser, without, views['phone dark'])
    await opened.open(`playground?session=${session}&view=chat`)
    await opened.page.getByText('No model is configured').waitFor()
    await opened.check('chat without model')
    await opened.close()
  })
})
