import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startSlowApi } from '../../support/start-slow-api.ts'
import {
  engine,
  startService,
  type StartOptions,
  type TestService,
} from '../../support/start-service.ts'
import { createSharedPlace } from './shared-place.ts'

const start = async (options: StartOptions = {}) => {
  const api = await startSlowApi()
  const service = await startService({ egressAllow: [api.host], ...options })
  await importToolkit(service, { slug: 'notes', source: { openapi: openNotesApi(api.url) } })
  const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  return { api, service, session_id }
}

const call = ({ client }: TestService, session_id: string, text: string, idempotencyKey: string) =>
  client.sessions.execute(
    {
      params: { session_id },
      body: { tool_slug: 'NOTES_CREATE_NOTE', arguments: { text } },
    },
    { idempotencyKey },
  )

describe('a cancelled call', () => {
  it('ends at the third party, and is not made again', async () => {
    verifies('idempotency.cancel')
    const { api, service, session_id } = await start()
    const first = call(service, session_id, 'slow', 'key-1')
    await api.begun
    const body = { idempotency_key: 'key-1', session_id }
    expect(await service.client.tools.cancel({ body })).toEqual({ status: 'cancelling' })
    await api.ended

    const outcome = await first
    expect(outcome).toMatchObject({
      data: { status: 'cancelled', was_sent: true },
      error: expect.stringContaining('may have taken effect'),
    })
    expect(await call(service, session_id, 'slow', 'key-1')).toEqual(outcome)
    expect(await service.client.tools.cancel({ body })).toEqual({ status: 'finished' })
    expect(api.received).toHaveLength(1)
  })

  it('without a session is one of tools/execute', async () => {
    verifies('idempotency.cancel')
    const { api, service } = await start()
    const first = service.client.tools.execute(
      {
        params: { tool_slug: 'NOTES_CREATE_NOTE' },
        body: { arguments: { text: 'slow' }, user_id: 'ada' },
      },
      { idempotencyKey: 'key-1' },
    )
    await api.begun
    await service.client.tools.cancel({ body: { idempotency_key: 'key-1' } })
    await api.ended
    expect(await first).toMatchObject({ successful: false, data: { status: 'cancelled' } })
  })

  it('in a multi-execute ends alone; what had not begun may be made again', async () => {
    verifies('idempotency.cancel', 'idempotency.batch')
    const { api, service, session_id } = await start()
    const texts = ['quick', ...Array.from({ length: 8 }, () => 'slow'), 'later']
    const many = () =>
      service.client.sessions.execute(
        {
          params: { session_id },
          body: {
            tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
            arguments: {
              tools: texts.map((text) => ({
                tool_slug: 'NOTES_CREATE_NOTE',
                arguments: { text },
              })),
            },
          },
        },
        { idempotencyKey: 'key-1' },
      )
    const first = many()
    while (api.received.length < 9) await new Promise((resolve) => setTimeout(resolve, 5))
    await service.client.tools.cancel({ body: { idempotency_key: 'key-1', session_id } })
    const cancelled = { data: { status: 'cancelled', was_sent: true } }
    const expected = [{ successful: true }, ...Array.from({ length: 8 }, () => cancelled)]
    expect((await first).data['results']).toMatchObject([
      ...expected,
      { data: { status: 'cancelled', was_sent: false } },
    ])
    expect((await many()).data['results']).toMatchObject([...expected, { successful: true }])
    expect(api.received.filter((body) => body.includes('later'))).toHaveLength(1)
    expect(api.received).toHaveLength(10)
    // It has an answer, so a cancellation neither prevents it nor says that nothing was done.
    const body = { idempotency_key: 'key-1', session_id }
    expect(await service.client.tools.cancel({ body })).toEqual({ status: 'finished' })
    expect((await many()).data['results']).toMatchObject([...expected, { successful: true }])
    expect(api.received).toHaveLength(10)
  })

  it('that had not arrived is not made for a while', async () => {
    verifies('idempotency.cancel.early')
    let now = Date.now()
    const { api, service, session_id } = await start({ clock: { now: () => new Date(now) } })
    const cancel = () =>
      service.client.tools.cancel({ body: { idempotency_key: 'key-1', session_id } })
    expect(await cancel()).toEqual({ status: 'prevented' })
    expect(await cancel()).toEqual({ status: 'prevented' })
    const send = () =>
      service.request('POST', `/api/v3/tool_router/session/${session_id}/execute`, {
        body: { tool_slug: 'NOTES_CREATE_NOTE', arguments: { text: 'milk' } },
        headers: { 'x-api-key': service.apiKey, 'idempotency-key': 'key-1' },
      })
    const prevented = await send()
    expect(prevented).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('cancelled before it began') } },
    })
    expect(prevented.headers.get('retry-after')).toBe('30')
    now += 31_000
    expect((await send()).status).toBe(200)
    expect(api.received).toHaveLength(1)
  })

  it('is one of the own project and session', async () => {
    verifies('idempotency.cancel.own')
    const { api, service, session_id } = await start()
    const first = call(service, session_id, 'slow', 'key-1')
    await api.begun
    const { session_id: second } = await service.client.sessions.create({
      body: { user_id: 'ada' },
    })
    const cancel = (key: string, named?: string) =>
      service.request('POST', '/api/v3/tools/executions/cancel', {
        body: { idempotency_key: 'key-1', ...(named !== undefined && { session_id: named }) },
        headers: { 'x-api-key': key },
      })
    const other = await service.client.projects.create({
      body: { name: 'Other project', should_create_api_key: true },
    })
    expect((await cancel(service.apiKey, second)).status).toBe(404)
    expect((await cancel(other.api_key ?? '', session_id)).status).toBe(404)
    expect((await cancel(service.apiKey)).body).toEqual({ status: 'prevented' })
    expect((await cancel(service.apiKey, session_id)).body).toEqual({ status: 'cancelling' })
    expect((await first).error).not.toBeNull()
  })

  it('is not one whose client hung up', async () => {
    verifies('idempotency.cancel.own')
    const { api, service, session_id } = await start()
    const leaving = new AbortController()
    const first = service.client.sessions.execute(
      {
        params: { session_id },
        body: { tool_slug: 'NOTES_CREATE_NOTE', arguments: { text: 'slow' } },
      },
      { idempotencyKey: 'key-1', signal: leaving.signal },
    )
    await api.begun
    leaving.abort()
    await expect(first).rejects.toThrow()
    const ended = await Promise.race([
      api.ended.then(() => 'ended'),
      new Promise((resolve) => setTimeout(resolve, 300)),
    ])
    expect(ended).toBeUndefined()
    const body = { idempotency_key: 'key-1', session_id }
    expect(await service.client.tools.cancel({ body })).toEqual({ status: 'cancelling' })
    await api.ended
  })
})

describe.skipIf(engine === 'sqlite')('on two nodes', () => {
  it('a call is cancelled by the one that does not run it', async () => {
    verifies('idempotency.cancel')
    const { database } = await createSharedPlace()
    const { api, service, session_id } = await start({ database })
    const other = await startService({ database, egressAllow: [api.host] })
    const first = call(service, session_id, 'slow', 'key-1')
    await api.begun
    const answer = await other.request('POST', '/api/v3/tools/executions/cancel', {
      body: { idempotency_key: 'key-1', session_id },
      headers: { 'x-api-key': service.apiKey },
    })
    expect(answer).toMatchObject({ status: 200, body: { status: 'cancelling' } })
    await api.ended
    expect(await first).toMatchObject({ data: { status: 'cancelled', was_sent: true } })
    expect(api.received).toHaveLength(1)
  })
})
