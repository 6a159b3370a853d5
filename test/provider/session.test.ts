import { expect, test } from 'vitest'
import { serveSession } from './serve-session.ts'

test('gives the meta tools with the hints of their tags', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')

  const tools = await session.tools()

  expect(
    tools.map(({ name, slug, annotations, approval }) => ({ name, slug, annotations, approval })),
  ).toEqual([
    {
      name: 'SVC_SEARCH_TOOLS',
      slug: 'SVC_SEARCH_TOOLS',
      annotations: { title: 'Search tools', readOnlyHint: true },
      approval: 'never',
    },
  ])
})

test('gives what a search found: the primary tools of every use case, then the related ones, each once and whole', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')

  const tools = await session.tools({ search: ['create an issue', 'close an issue'] })

  expect(tools.map((tool) => tool.slug)).toEqual([
    'TRACKER_CREATE_ISSUE',
    'TRACKER_CLOSE_ISSUE',
    'TRACKER_LIST_ISSUES',
  ])
  expect(tools.every((tool) => 'title' in (tool.inputSchema['properties'] as object))).toBe(true)
  expect(service.received.slice(1).map(({ body, query }) => body ?? query)).toEqual([
    {
      queries: [{ use_case: 'create an issue' }, { use_case: 'close an issue' }],
      definitions: true,
    },
    '?tool_slugs=TRACKER_CLOSE_ISSUE',
  ])
})

test('completes no more of the found tools than asked for', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')

  expect(await session.tools({ search: 'create an issue', limit: 1 })).toHaveLength(1)
  expect(service.received).toHaveLength(2)
})

test('searches with all that the service says beside the tools', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')

  const found = await session.search([{ use_case: 'create an issue', known_fields: 'repo:engine' }])

  expect(service.received[1]?.body).toEqual({
    queries: [{ use_case: 'create an issue', known_fields: 'repo:engine' }],
    definitions: true,
  })
  expect(found.next_steps_guidance).toEqual(['Connect the tracker'])
  expect(found.tools).toHaveLength(3)
})

test('does not pass off half a search as tools', async () => {
  await using service = await serveSession({
    search: { success: false, error: '1 of 2 searches failed' },
  })
  const session = await service.plugboard.createSession('ada')

  await expect(session.tools({ search: ['a', 'b'] })).rejects.toMatchObject({
    slug: 'search_failed',
    message: '1 of 2 searches failed',
  })
  expect(await session.search(['a', 'b'])).toMatchObject({
    success: false,
    error: '1 of 2 searches failed',
  })
})

test('gives tools by their slugs, meta tools among them, in the order asked for', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')

  const tools = await session.tools({ tools: ['TRACKER_B', 'SVC_SEARCH_TOOLS', 'TRACKER_A'] })

  expect(tools.map((tool) => tool.slug)).toEqual(['TRACKER_B', 'SVC_SEARCH_TOOLS', 'TRACKER_A'])
  for (const slugs of [['TRACKER_A', 'OTHER_TOOL'], ['OTHER_TOOL']])
    await expect(session.tools({ tools: slugs })).rejects.toMatchObject({
      slug: 'not_found',
      message: 'No tool "OTHER_TOOL" in session trs_1',
    })
})

test('asks for any number of tools in portions that the service takes', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')
  const slugs = Array.from({ length: 120 }, (_, index) => `TRACKER_${index}`)

  expect((await session.tools({ tools: slugs })).map((tool) => tool.slug)).toEqual(slugs)
  expect(service.received.slice(1).map(({ query }) => query.split('%2C').length)).toEqual([
    50, 50, 20,
  ])
})

test('executes, and tells success from what the third party refused', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')

  expect(
    await session.execute('TRACKER_CREATE_ISSUE', { title: 'Door' }, { account: 'ca_1' }),
  ).toEqual({
    data: { made: { title: 'Door' } },
    error: null,
    logId: 'log_1',
    successful: true,
  })
  expect(service.received[1]?.body).toEqual({
    tool_slug: 'TRACKER_CREATE_ISSUE',
    arguments: { title: 'Door' },
    account: 'ca_1',
  })
  expect(await session.execute('TRACKER_CREATE_ISSUE', { title: 'forbidden' })).toEqual({
    data: { status: 403 },
    error: 'The tracker refused',
    logId: 'log_2',
    successful: false,
  })
  await expect(session.execute('TRACKER_GONE')).rejects.toMatchObject({
    slug: 'not_found',
    status: 404,
  })
})

test('lists toolkits by their query', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')

  expect(
    await session.toolkits({ toolkits: ['tracker', 'echo'], is_connected: true }),
  ).toMatchObject({ items: [], total_items: 0 })
  expect(service.received[1]?.query).toBe('?toolkits=tracker%2Cecho&is_connected=true')
})

test('ends every method with its signal', async () => {
  await using service = await serveSession()
  const session = await service.plugboard.createSession('ada')
  const options = { signal: AbortSignal.abort() }

  const calls = [
    session.tools(options),
    session.tools({ ...options, search: 'a' }),
    session.search('a', options),
    session.execute('TRACKER_A', {}, options),
    session.toolkits({}, options),
    session.delete(options),
    service.plugboard.createSession('ada', {}, options),
    service.plugboard.useSession('trs_1', options),
  ]

  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { slug: 'aborted' } })
  expect(service.received).toHaveLength(1)
})
