import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToolServer } from '../../../../src/service/mcp/protocol/engine/create-tool-server.ts'
import type { ToolSource } from '../../../../src/service/mcp/protocol/tool-source.ts'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { openNotesApi } from '../../../support/notes-api.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { startUpstream, type Upstream } from '../../../support/start-upstream.ts'
import { fixtureKey, startFixture } from './conformance/start-fixture.ts'
import { ask, shakeHands } from './speak.ts'

describe('a call under way', () => {
  let service: TestService
  let upstream: Upstream
  let url: string
  const waiting: ServerResponse[] = []
  const lines: string[] = []
  beforeAll(async () => {
    // Never answers.
    upstream = await startUpstream((_request, response) => void waiting.push(response), {
      keep: true,
    })
    service = await startService({
      keep: true,
      egressAllow: [upstream.host],
      logLevel: 'debug',
      writeLog: { write: (line) => void lines.push(line) },
    })
    await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
    url = (await service.client.sessions.create({ body: { user_id: 'ada' } })).mcp.url
  })
  afterAll(async () => {
    await service.close()
    await upstream.close()
  })

  const params = { name: 'OPEN_LIST_NOTES', arguments: {} }
  const nextRequest = async (): Promise<ServerResponse> => {
    await expect.poll(() => waiting.length).toBe(1)
    return waiting.pop() as ServerResponse
  }

  it('ends at the third party when the client stops waiting, whatever it speaks', async () => {
    verifies('mcp-protocol.cancel')
    const { request } = await shakeHands(url, { headers: { 'x-api-key': service.apiKey } })
    for (const start of [
      (signal: AbortSignal) =>
        ask(url, 'tools/call', params, { headers: { 'x-api-key': service.apiKey }, signal }),
      (signal: AbortSignal) => request('tools/call', params, { signal }),
    ]) {
      const controller = new AbortController()
      const called = start(controller.signal).catch(() => 'stopped')
      const atUpstream = await nextRequest()
      controller.abort()
      if (!atUpstream.closed) await once(atUpstream, 'close')
      expect(await called).toBe('stopped')
    }
  })

  it('ends at the third party when its client, and no other, cancels it by a message', async () => {
    verifies('mcp-protocol.cancel')
    const [one, other] = await Promise.all(
      [0, 1].map(() => shakeHands(url, { headers: { 'x-api-key': service.apiKey } })),
    )
    const called = one?.request('tools/call', params, { id: 7 })
    const atUpstream = await nextRequest()
    for (const requestId of [7, 8]) await other?.notify('notifications/cancelled', { requestId })
    await one?.notify('notifications/cancelled', { requestId: 8 })
    expect(atUpstream.closed).toBe(false)
    expect((await one?.notify('notifications/cancelled', { requestId: 7 }))?.status).toBe(202)
    if (!atUpstream.closed) await once(atUpstream, 'close')
    expect(await called).toMatchObject({ status: 202, body: undefined })
  })

  it('is in the log with its tool and its trace', async () => {
    verifies('mcp-protocol.log')
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const lineOf = (requestId: string | null) =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .find((line) => line['msg'] === 'mcp message' && line['requestId'] === requestId)
    const send = (trace: string) =>
      ask(
        url,
        'tools/call',
        { name: 'NO_SUCH_TOOL', arguments: {} },
        { headers: { 'x-api-key': service.apiKey }, meta: { traceparent: trace } },
      )
    expect(lineOf((await send(traceparent)).headers.get('x-request-id'))).toMatchObject({
      operation: 'mcp.session',
      method: 'tools/call',
      tool: 'NO_SUCH_TOOL',
      traceparent,
      projectId: expect.any(String),
    })
    expect(lineOf((await send('no trace')).headers.get('x-request-id'))).not.toHaveProperty(
      'traceparent',
    )
  })
})

describe('tools of a source', () => {
  const start = async (source: Partial<ToolSource>) => {
    const reported: unknown[] = []
    const describeError = (thrown: unknown, requestId: string) => {
      reported.push(thrown)
      return { message: `Something went wrong (request ${requestId})`, isCallers: false }
    }
    const whole: ToolSource = {
      list: () => Promise.resolve({ tools: [] }),
      find: () => Promise.resolve(undefined),
      stamp: () => Promise.resolve(''),
      ...source,
    }
    const fixture = await startFixture({
      createServer: (context) =>
        createToolServer({ source: whole, describeError, progressEveryMs: 5 }, context),
      inputSchemaOf: () => Promise.resolve(undefined),
      stamps: () => Promise.resolve({}),
    })
    return { ...fixture, reported, headers: { 'x-api-key': fixtureKey } }
  }

  it('that throw tell the client the request id, and the operator the rest', async () => {
    verifies('mcp-protocol.no-leak')
    const defect = new Error('password=hunter2')
    const fixture = await start({
      list: () => Promise.reject(defect),
      find: () => Promise.reject(defect),
    })
    const { request } = await shakeHands(fixture.url, fixture)
    for (const [method, params] of [
      ['tools/list', {}],
      ['tools/call', { name: 'ANY', arguments: {} }],
    ] as const) {
      for (const { status, headers, body } of [
        await ask(fixture.url, method, params, fixture),
        await request(method, params),
      ]) {
        expect(status).toBe(200)
        expect(body.error).toEqual({
          code: -32603,
          message: `Something went wrong (request ${headers.get('x-request-id')})`,
          data: { request_id: headers.get('x-request-id') },
        })
      }
    }
    expect(fixture.reported).toEqual([defect, defect, defect, defect])
    await fixture.close()
  })

  it('that take long tell a client that asked for it that they still run', async () => {
    verifies('mcp-protocol.progress')
    // Twenty times as long as it takes to tell, by timers of one process.
    const call = async () => {
      await new Promise<void>((resolve) => void setTimeout(resolve, 100))
      return { result: { content: [{ type: 'text' as const, text: 'done' }] }, pages: [] }
    }
    const fixture = await start({ find: () => Promise.resolve({ run: call }) })
    const { request } = await shakeHands(fixture.url, fixture)
    const params = { name: 'SLOW', arguments: {} }
    for (const send of [
      (given: Record<string, unknown>) =>
        ask(
          fixture.url,
          'tools/call',
          { ...params },
          { ...fixture, meta: (given['_meta'] ?? {}) as Record<string, unknown> },
        ),
      (given: Record<string, unknown>) => request('tools/call', { ...params, ...given }),
    ]) {
      const { headers, messages } = await send({ _meta: { progressToken: 'p' } })
      expect(headers.get('content-type')).toBe('text/event-stream')
      expect(messages.length).toBeGreaterThan(1)
      expect(messages.slice(0, -1)).toEqual(
        messages.slice(0, -1).map((_message, index) => ({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: expect.objectContaining({ progressToken: 'p', progress: index + 1 }),
        })),
      )
      expect(messages.at(-1).result.content).toEqual([{ type: 'text', text: 'done' }])
      expect((await send({})).headers.get('content-type')).toBe('application/json')
    }
    await fixture.close()
  })
})
