import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMcpServer } from '../../support/mcp/start-mcp-server.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startService, type StartOptions } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

const apiKey = 'planted-key-0123456789'

/** A service with one account each of these users; every database has ids of its own. */
const open = async (url: string, recording: StartOptions['recording'], users = ['ada', 'bob']) => {
  const service = await startService({ recording, egressAllow: [new URL(url).host] })
  await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(url) } })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  for (const user of users)
    await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: user,
          state: { authScheme: 'API_KEY', val: { generic_api_key: apiKey } },
        },
      },
    })
  const run = async (user: string, tool: string, toolArguments: Record<string, unknown>) => {
    const { data, error, successful } = await service.client.tools.execute({
      params: { tool_slug: tool },
      body: { user_id: user, arguments: toolArguments },
    })
    return { data, error, successful }
  }
  return { run }
}

test('what third parties answered each account replays in another database, in its order and without them', async () => {
  verifies('execution.record')
  const folder = await mkdtemp(join(tmpdir(), 'upstream-'))
  let count = 0
  const upstream = await startUpstream((request, response) =>
    json(response, request.url.includes('missing') ? 404 : 200, {
      count: (count += 1),
      echo: request.headers['x-notes-key'],
      access_token: 'made-just-now-0123456789',
      body: request.body,
    }),
  )
  const recorder = await open(upstream.url, { mode: 'record', folder })
  const calls = [
    ['ada', 'NOTES_GET_NOTE', { id: 'one' }],
    ['ada', 'NOTES_GET_NOTE', { id: 'one' }],
    ['bob', 'NOTES_GET_NOTE', { id: 'one' }],
    ['ada', 'NOTES_GET_NOTE', { id: 'missing' }],
    ['bob', 'NOTES_CREATE_NOTE', { text: 'Milk' }],
  ] as const
  const recorded = []
  for (const [user, tool, given] of calls) recorded.push(await recorder.run(user, tool, given))
  expect(
    recorded.map(
      ({ data }) => (data['body'] as { count?: number } | undefined)?.count ?? data['count'],
    ),
  ).toEqual([1, 2, 3, 4, 5])
  await upstream.close()

  const replayer = await open(upstream.url, { mode: 'replay', folder })
  const replayed = []
  for (const [user, tool, given] of calls) replayed.push(await replayer.run(user, tool, given))
  const shown = JSON.stringify(recorded)
    .replaceAll(apiKey, '[redacted]')
    .replaceAll('made-just-now-0123456789', '[redacted]')
  expect(JSON.stringify(replayed)).toBe(shown)
  expect(await replayer.run('ada', 'NOTES_GET_NOTE', { id: 'two' })).toMatchObject({
    successful: false,
    error: expect.stringContaining('there is no recording of this GET'),
  })

  const shelves = await readdir(folder)
  expect(shelves).toEqual([
    expect.stringMatching(/^notes%20ada~/),
    expect.stringMatching(/^notes%20bob~/),
  ])
  const texts = await Promise.all(
    shelves.flatMap(async (shelf) =>
      Promise.all(
        (await readdir(join(folder, shelf))).map((name) =>
          readFile(join(folder, shelf, name), 'utf8'),
        ),
      ),
    ),
  )
  for (const secret of [apiKey, 'made-just-now', 'x-notes-key'])
    expect(texts.flat().join()).not.toContain(secret)
}, 300_000)

test('calls of an MCP server replay too, in any order', async () => {
  verifies('execution.record')
  const folder = await mkdtemp(join(tmpdir(), 'upstream-'))
  const server = await startMcpServer({
    tools: [
      { name: 'look', inputSchema: { type: 'object', properties: { place: { type: 'string' } } } },
    ],
    call: (_name, { place }) => ({ content: [{ type: 'text', text: `seen ${String(place)}` }] }),
  })
  const look = async (mode: 'record' | 'replay', places: string[]) => {
    const service = await startService({ recording: { mode, folder }, egressAllow: [server.host] })
    await importToolkit(service, { slug: 'eyes', source: { mcp: { url: server.mcpUrl } } })
    const asked = server.received.length
    const seen = []
    for (const place of places)
      seen.push(
        (
          await service.client.tools.execute({
            params: { tool_slug: 'EYES_LOOK' },
            body: { user_id: 'ada', arguments: { place } },
          })
        ).data['text'],
      )
    return { seen, sent: server.received.length - asked }
  }

  expect(await look('record', ['here', 'there'])).toMatchObject({
    seen: ['seen here', 'seen there'],
  })
  expect(await look('replay', ['there', 'here', 'there'])).toEqual({
    seen: ['seen there', 'seen here', 'seen there'],
    sent: 0,
  })
}, 300_000)
