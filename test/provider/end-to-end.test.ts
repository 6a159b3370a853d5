import { expect, test } from 'vitest'
import { startTracker } from '../adapters/start-tracker.ts'

test('a session from its creation to its end, on a real service', async () => {
  const { plugboard, issueTitles } = await startTracker()
  const session = await plugboard.createSession('ada', { toolkits: ['tracker'] })

  const found = await session.search('create an issue')
  expect(found.toolkit_connection_statuses).toEqual([
    expect.objectContaining({ toolkit: 'tracker', has_active_connection: true }),
  ])
  expect(found.tools[0]?.slug).toBe('TRACKER_CREATE_ISSUE')
  expect(found.tools.every((tool) => tool.inputSchema['type'] === 'object')).toBe(true)

  const made = await found.tools[0]?.execute({ title: 'Broken door', assignee: null })
  expect(made).toMatchObject({
    error: null,
    successful: true,
    logId: expect.stringMatching(/^log_/),
    data: { title: 'Broken door', assignee: null },
  })
  expect(await issueTitles()).toContain('Broken door')
  expect(await plugboard.client.logs.get({ params: { id: made?.logId ?? '' } })).toMatchObject({
    tool_slug: 'TRACKER_CREATE_ISSUE',
    session_id: session.id,
  })

  expect(await session.execute('TRACKER_GET_ISSUE', { issue_id: 'WEB-9999' })).toMatchObject({
    successful: false,
    error: expect.any(String),
    data: { status: 404 },
  })
  await expect(session.execute('ECHO_CREATE_ECHO', { message: 'hi' })).rejects.toMatchObject({
    name: 'PlugboardError',
    requestId: expect.stringMatching(/^req_/),
  })
  expect((await session.toolkits()).items).toEqual([
    expect.objectContaining({
      slug: 'tracker',
      connected_account: expect.objectContaining({ status: 'ACTIVE' }),
    }),
  ])

  const again = await plugboard.useSession(session.id)
  expect(again).toMatchObject({
    id: session.id,
    userId: 'ada',
    config: session.config,
    mcp: session.mcp,
  })
  await again.delete()
  await expect(plugboard.useSession(session.id)).rejects.toMatchObject({
    slug: 'not_found',
    status: 404,
  })
})
