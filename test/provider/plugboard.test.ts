import { afterEach, expect, test, vi } from 'vitest'
import { Plugboard } from '../../src/index.ts'
import { serveSession } from './serve-session.ts'

afterEach(() => vi.unstubAllEnvs())

test('creates a session for a user, whose agent may ask for missing connections', async () => {
  await using service = await serveSession()

  const session = await service.plugboard.createSession('ada', { toolkits: ['tracker'] })

  expect(service.received[0]?.body).toEqual({
    user_id: 'ada',
    toolkits: ['tracker'],
    manage_connections: { enable: true, confirmation: 'code' },
  })
  expect(session).toMatchObject({
    id: 'trs_1',
    userId: 'ada',
    mcp: { type: 'http' },
    config: { manage_connections: { enabled: true } },
  })
})

test('leaves connections to the caller who says so', async () => {
  await using service = await serveSession()

  await service.plugboard.createSession('ada', { manage_connections: false })

  expect(service.received[0]?.body).toEqual({ user_id: 'ada', manage_connections: false })
})

test('continues a session by its id, and deletes it', async () => {
  await using service = await serveSession()

  const session = await service.plugboard.useSession('trs_1')
  await session.delete()

  expect(service.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v3/tool_router/session/trs_1',
    'DELETE /api/v3/tool_router/session/trs_1',
  ])
})

test('takes address and key from the environment', async () => {
  await using service = await serveSession()
  vi.stubEnv('PLUGBOARD_BASE_URL', service.url)
  vi.stubEnv('PLUGBOARD_API_KEY', 'pbk_from_environment')

  await new Plugboard().createSession('ada')

  expect(service.received[0]?.headers['x-api-key']).toBe('pbk_from_environment')
})

test('says how to get a key when there is none, at the first request', async () => {
  await using service = await serveSession()
  vi.stubEnv('PLUGBOARD_BASE_URL', service.url)
  vi.stubEnv('PLUGBOARD_API_KEY', '')
  // As a module of an application does, also while it is built.
  const plugboard = new Plugboard()
  const refusal = {
    name: 'PlugboardError',
    slug: 'misconfigured',
    message: expect.stringContaining('PLUGBOARD_API_KEY'),
    suggestedFix: expect.stringContaining('plugboard dev'),
  }
  await expect(plugboard.createSession('ada')).rejects.toMatchObject(refusal)
  await expect(plugboard.useSession('trs_1')).rejects.toMatchObject(refusal)
  await expect(plugboard.client.toolkits.list()).rejects.toMatchObject(refusal)
  await expect(plugboard.files.upload(new Blob(['a']), { name: 'a' })).rejects.toMatchObject(
    refusal,
  )
  await expect(plugboard.triggers.subscribe(() => {})).rejects.toMatchObject(refusal)
  expect(service.received).toEqual([])
})

test.each([{ apiKey: '' }, { apiKey: 'pbk_1\n' }, { userApiKey: '' }, { baseUrl: 'nowhere' }])(
  'refuses %j at once',
  (options) => {
    vi.stubEnv('PLUGBOARD_API_KEY', '')
    expect(() => new Plugboard(options)).toThrow(
      expect.objectContaining({ name: 'PlugboardError', slug: 'misconfigured' }),
    )
  },
)
