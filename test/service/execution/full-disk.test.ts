import { execFileSync, spawnSync } from 'node:child_process'
import { expect, it, vi } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startNode } from '../../support/start-node.ts'
import { engine } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

/**
 * What the kernel lets a running process write to a file, no further than its first pages: as when
 * the disk is full.
 */
const hasLimits = spawnSync('prlimit', ['--version']).status === 0
if (!hasLimits) console.warn('prlimit is not installed: the test of a full disk is skipped')

it.skipIf(engine === 'postgres' || !hasLimits)(
  'a full disk refuses what writes, loses no result of a call, and is forgotten when there is room',
  async () => {
    verifies('conventions.full-disk', 'conventions.log-lost')
    const upstream = await startUpstream((_request, response) => json(response, 200, { notes: [] }))
    const { database } = await createSharedDatabase()
    const node = await startNode({
      PLUGBOARD_DATA: 'folder' in database ? database.folder : '',
      PLUGBOARD_EGRESS_ALLOW: upstream.host,
    })
    const apiKey = await vi.waitUntil(() => /pbk_\w+/.exec(node.stdout())?.[0], { timeout: 60_000 })
    const client = createClient({ baseUrl: node.url, apiKey, retries: 0 })
    await importToolkit(
      { client },
      { slug: 'open', source: { openapi: openNotesApi(upstream.url) } },
    )
    const { session_id } = await client.sessions.create({ body: { user_id: 'ada' } })
    const readiness = async () => (await fetch(`${node.url}/readyz`)).status
    /** Without the Idempotency-Key that the client sends, which would be written first. */
    const post = (path: string, body: unknown) =>
      fetch(`${node.url}/api/v3${path}`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const answer = async (path: string, body: unknown): Promise<unknown> =>
      (await post(path, body)).json()
    const createSession = () => post('/tool_router/session', { user_id: 'ada' })
    const limitFiles = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(node.pid), `--fsize=${bytes}:`])

    limitFiles('4096')
    const refused = await createSession()
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 30])
    expect(JSON.parse(await refused.text())).toMatchObject({
      error: {
        slug: 'unavailable',
        message: "The disk of the service's database is full",
      },
    })
    expect(await readiness()).toBe(503)

    const sent = upstream.received.length
    // With a key it is refused before anything is sent, for nobody could tell whether it was.
    await expect(
      client.tools.execute({ params: { tool_slug: 'OPEN_LIST_NOTES' }, body: { arguments: {} } }),
    ).rejects.toMatchObject({ status: 503 })
    expect(upstream.received).toHaveLength(sent)
    expect(await answer('/tools/execute/OPEN_LIST_NOTES', { arguments: {} })).toMatchObject({
      data: { notes: [] },
      successful: true,
      log_id: null,
    })
    expect(
      await answer(`/tool_router/session/${session_id}/execute`, {
        tool_slug: 'OPEN_LIST_NOTES',
        arguments: {},
      }),
    ).toMatchObject({ data: { notes: [] }, error: null, log_id: null })
    const several = {
      tools: [
        { tool_slug: 'OPEN_LIST_NOTES', arguments: {} },
        { tool_slug: 'OPEN_LIST_NOTES', arguments: {} },
      ],
    }
    expect(
      await answer(`/tool_router/session/${session_id}/execute_meta`, {
        slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: several,
      }),
    ).toMatchObject({
      data: {
        results: [
          { successful: true, log_id: null },
          { successful: true, log_id: null },
        ],
      },
      log_id: null,
    })
    expect(upstream.received.length - sent).toBe(4)

    limitFiles('unlimited')
    expect(await readiness()).toBe(200)
    expect((await createSession()).status).toBe(201)
    expect(
      (
        await client.tools.execute({
          params: { tool_slug: 'OPEN_LIST_NOTES' },
          body: { arguments: {} },
        })
      ).log_id,
    ).toMatch(/^log_/)
  },
)
