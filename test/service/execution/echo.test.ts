import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startHostileMcp } from '../../support/mcp/start-hostile-mcp.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

const secret = 'notes-secret-0123456789'
const user = 'ada@notes.example'

let service: TestService
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(
    (request, response) => {
      const key = String(request.headers['x-notes-key'] ?? request.headers.authorization ?? '')
      const again = {
        key,
        encoded: Buffer.from(`me:${key}`).toString('base64'),
        address: `/?k=${encodeURIComponent(key)}`,
        user,
        list: [{ [key]: 1 }],
      }
      if (request.url === '/notes/error')
        return json(response, 403, { message: `The key ${key} is not allowed` })
      if (request.url === '/notes/text')
        return void response.writeHead(200, { 'content-type': 'text/plain' }).end(`You sent ${key}`)
      if (request.url === '/notes/file')
        return void response.writeHead(200, { 'content-type': 'application/zip' }).end(`PK ${key}`)
      response.setHeader('set-cookie', 'session=opened-for-you')
      response.setHeader('x-you-sent', key)
      return json(response, 200, again)
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'] })
  await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(upstream.url) } })
  await importToolkit(service, {
    slug: 'basic',
    source: { openapi: notesApi(upstream.url) },
    auth: { scheme: 'BASIC' },
  })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

type Values = Record<string, unknown>

const connect = async (slug: string, authScheme: 'API_KEY' | 'BASIC', val: Values) => {
  const { auth_config } = await service.client.authConfigs.create({ body: { toolkit: { slug } } })
  return (
    await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: 'ada', state: { authScheme, val } },
      },
    })
  ).id
}

const run = (slug: string, id: string, connected_account_id: string) =>
  service.client.tools.execute({
    params: { tool_slug: `${slug}_GET_NOTE` },
    body: { user_id: 'ada', connected_account_id, arguments: { id } },
  })

const hidden = '[redacted]'

describe('a credential that a third party repeats', () => {
  it('is in no answer of a tool, whatever its form, and nothing else is missing', async () => {
    verifies('execution.echo')
    const account = await connect('notes', 'API_KEY', { generic_api_key: secret })
    const whole = await run('NOTES', '1', account)
    expect(whole.data).toMatchObject({
      key: hidden,
      address: `/?k=${hidden}`,
      user,
      list: [{ [hidden]: 1 }],
    })
    expect(Buffer.from(String(whole.data['encoded']), 'base64').toString()).not.toContain(
      secret.slice(0, 8),
    )
    expect(upstream.received.at(-1)?.headers['x-notes-key']).toBe(secret)
    expect(await run('NOTES', 'error', account)).toMatchObject({
      error: `"Notes" answered 403: "The key ${hidden} is not allowed"`,
    })
    expect(await run('NOTES', 'text', account)).toMatchObject({
      data: { text: `You sent ${hidden}` },
    })
    const { data } = await run('NOTES', 'file', account)
    const { url } = data['file'] as { url: string }
    expect(await (await fetch(url)).text()).toBe(`PK ${hidden}`)
  })

  it('is in no answer of a session or the proxy either, and neither is a session of the third party', async () => {
    verifies('execution.echo', 'proxy.set-cookie')
    const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
    const executed = await service.client.sessions.execute({
      params: { session_id },
      body: { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '1' } },
    })
    const proxied = await service.client.sessions.proxyExecute({
      params: { session_id },
      body: { toolkit_slug: 'notes', endpoint: '/notes/1', method: 'GET' },
    })
    expect(executed).toMatchObject({ data: { key: hidden, user } })
    expect(proxied).toMatchObject({
      data: { key: hidden, user },
      headers: { 'x-you-sent': hidden },
    })
    expect(JSON.stringify([executed, proxied])).not.toMatch(
      /notes-secret|set-cookie|opened-for-you/,
    )
  })

  it('is taken out as an encoded pair and as a whole value where it is short, and the user name stays', async () => {
    verifies('execution.echo.short')
    const account = await connect('basic', 'BASIC', { username: user, password: 'note' })
    const { data } = await run('BASIC', '1', account)
    expect(data).toMatchObject({ key: `Basic ${hidden}`, user })
    expect(JSON.stringify(data)).not.toContain(Buffer.from(`${user}:note`).toString('base64'))
    expect(upstream.received.at(-1)?.headers.authorization).toBe(
      `Basic ${Buffer.from(`${user}:note`).toString('base64')}`,
    )
  })

  it('is in no result of an MCP server', async () => {
    verifies('execution.echo')
    const server = await startHostileMcp({
      'tools/list': () => ({ tools: [{ name: 'look', inputSchema: { type: 'object' } }] }),
      'tools/call': ({ request }) => {
        const text = String(request.headers.authorization)
        return {
          content: [
            { type: 'text', text },
            { type: 'image', mimeType: 'image/png', data: Buffer.from(text).toString('base64') },
          ],
          structuredContent: { text },
        }
      },
    })
    await importToolkit(service, {
      slug: 'mirror',
      source: { mcp: { url: server.mcpUrl, headers: { authorization: `Bearer ${secret}` } } },
    })
    const { data } = await service.client.tools.execute({
      params: { tool_slug: 'MIRROR_LOOK' },
      body: { user_id: 'ada', arguments: {} },
    })
    expect(data['text']).toBe(hidden)
    const [file] = data['files'] as { url: string }[]
    expect(await (await fetch(file?.url ?? '')).text()).toBe(hidden)
  })
})
