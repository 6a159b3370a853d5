import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../support/start-upstream.ts'

const bodies: Record<string, () => string> = {
  deep: () => '['.repeat(200_000) + ']'.repeat(200_000),
  values: () => `[${'[],'.repeat(300_000)}[]]`,
  wide: () =>
    JSON.stringify(Array.from({ length: 15_000 }, (_, id) => ({ id, title: `Issue ${id}` }))),
}

let upstream: Upstream
let service: TestService
let shared: SharedDatabase
beforeAll(async () => {
  upstream = await startUpstream(
    (request, response) => {
      const body = bodies[request.url.slice(1)]?.() ?? ''
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(body))
    },
    { keep: true },
  )
  shared = await createSharedDatabase({ keep: true })
  service = await startService({
    keep: true,
    database: shared.database,
    egressAllow: [upstream.host],
    logLevel: 'silent',
  })
  const paths = Object.fromEntries(
    Object.keys(bodies).map((name) => [
      `/${name}`,
      { get: { operationId: `get_${name}`, responses: { 200: { description: 'Fine' } } } },
    ]),
  )
  await importToolkit(service, {
    slug: 'big',
    source: {
      openapi: {
        openapi: '3.0.3',
        info: { title: 'Big', version: '1' },
        servers: [{ url: upstream.url }],
        paths,
      },
    },
    auth: { scheme: 'NO_AUTH' },
  })
})
afterAll(async () => {
  await service.close()
  await shared.remove()
  await upstream.close()
})

const execute = (name: string) =>
  service.client.tools.execute({
    params: { tool_slug: `BIG_GET_${name.toUpperCase()}` },
    body: { user_id: 'ada' },
  })

const throughProxy = async (endpoint: string) => {
  const session = await service.client.sessions.create({ body: { user_id: 'ada' } })
  return service.client.sessions.proxyExecute({
    params: { session_id: session.session_id },
    body: { endpoint, method: 'GET', toolkit_slug: 'big' },
  })
}

describe('an answer of a third party', () => {
  it.each([
    ['deep', 'The answer is nested deeper than 200 levels'],
    ['values', 'The answer has more than 200,000 values'],
  ])('that is too %s is kept as a file, and logged', async (name, message) => {
    verifies('bounds.answers', 'bounds.logged')
    const { data, error, log_id: logId } = await execute(name)
    expect(error).toBeNull()
    const body = bodies[name]?.() ?? ''
    expect(data).toMatchObject({
      message: expect.stringContaining(message),
      size: body.length,
      beginning: body.slice(0, 1500),
      file: { content_type: 'application/json' },
    })
    const { url } = data['file'] as { url: string }
    expect(await (await fetch(url)).text()).toBe(body)
    expect(await service.client.logs.get({ params: { id: String(logId) } })).toMatchObject({
      tool_slug: `BIG_GET_${name.toUpperCase()}`,
      status: 'success',
    })
  })

  it('is the same through the proxy', async () => {
    verifies('bounds.answers')
    expect(await throughProxy('/deep')).toMatchObject({
      status: 200,
      data: { message: expect.stringContaining('nested deeper') },
      binary_data: { content_type: 'application/json' },
    })
  })

  it('is parsed in a thread when it is not small', async () => {
    verifies('bounds.parsing')
    const { data } = await execute('wide')
    expect(data['items']).toHaveLength(15_000)
    expect((data['items'] as unknown[]).at(-1)).toEqual({ id: 14_999, title: 'Issue 14999' })
  })
})

describe('a call that was sent', () => {
  it('is in the log although its answer could not be kept', async () => {
    verifies('bounds.logged')
    const beside = await openServiceDatabase(shared.database)
    await sql`alter table files rename to files_elsewhere`.execute(beside.handle)
    const before = (await service.client.logs.list({})).total_items
    await expect(execute('deep')).rejects.toMatchObject({ status: 500 })
    await expect(throughProxy('/deep')).rejects.toMatchObject({ status: 500 })
    const { items, total_items: after } = await service.client.logs.list({})
    expect(after - before).toBe(2)
    expect(items.slice(0, 2)).toMatchObject([
      { tool_slug: 'PROXY', status: 'error' },
      {
        tool_slug: 'BIG_GET_DEEP',
        status: 'error',
        error: expect.stringContaining('The service failed'),
      },
    ])
    await sql`alter table files_elsewhere rename to files`.execute(beside.handle)
  })
})
