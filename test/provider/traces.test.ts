import { trace as traces } from '@opentelemetry/api'
import { expect, it } from 'vitest'
import { Plugboard } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { collectSpans, idOf, parentOf, traceparentOf } from '../support/collect-spans.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../support/notes-api.ts'
import { startService } from '../support/start-service.ts'
import { json, startUpstream } from '../support/start-upstream.ts'

const spans = collectSpans()
const { named } = spans
/** Without those of background jobs, which run when they are due. */
const called = () => spans.all().filter(({ name }) => !name.startsWith('process '))

it('one trace leads from the agent tool to the call of the third party', async () => {
  verifies('telemetry.traces', 'telemetry.traces.private')
  const upstream = await startUpstream((request, response) =>
    json(response, request.url?.startsWith('/notes/') ? 404 : 200, {}),
  )
  const service = await startService({ egressAllow: [upstream.host] })
  await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(upstream.url) } })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada-the-user',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'a-very-secret-key' } },
      },
    },
  })
  const instrumented: boolean[] = []
  const plugboard = new Plugboard({
    baseUrl: service.url,
    apiKey: service.apiKey,
    // As instrumentations of fetch do.
    fetch: (url, init) => {
      const span = traces.getTracer('fetch').startSpan('fetch')
      instrumented.push(span.isRecording())
      return fetch(url, init)
    },
  })
  const session = await plugboard.createSession('ada-the-user')
  spans.forget()
  instrumented.length = 0

  expect(await session.execute('NOTES_LIST_NOTES', {})).toMatchObject({ successful: true })
  await expect.poll(called).toHaveLength(5)

  const [agent, run] = ['function', 'extension'].map((type) =>
    spans.all().find((span) => span.attributes['gen_ai.tool.type'] === type),
  )
  const chain = [
    agent,
    named('POST /tool_router/session/{session_id}/execute'),
    named('POST sessions.execute'),
    run,
    named('GET'),
  ]
  expect(new Set(chain.map((span) => span?.spanContext().traceId)).size).toBe(1)
  expect(chain.slice(1).map(parentOf)).toEqual(chain.slice(0, -1).map(idOf))
  expect(agent).toMatchObject({
    name: 'execute_tool NOTES_LIST_NOTES',
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'NOTES_LIST_NOTES' },
  })
  expect(run?.attributes).toMatchObject({
    'plugboard.toolkit': 'notes',
    'plugboard.log_id': agent?.attributes['plugboard.log_id'],
  })
  expect(upstream.received.at(-1)?.headers['traceparent']).toBe(traceparentOf(named('GET')))
  expect(instrumented).toEqual([false])

  spans.forget()
  expect(await session.execute('NOTES_GET_NOTE', { id: 'the-private-note' })).toMatchObject({
    successful: false,
  })
  await expect.poll(called).toHaveLength(5)
  expect(named('execute_tool NOTES_GET_NOTE')?.attributes['error.type']).toBe('tool_error')
  expect(named('GET')?.attributes).toMatchObject({
    'error.type': '404',
    'http.response.status_code': 404,
  })
  expect(spans.told()).not.toMatch(/ada-the-user|a-very-secret-key|the-private-note/)
  expect(spans.told()).not.toContain(service.apiKey)
})

it('what no SDK collects goes on as it came', async () => {
  verifies('telemetry.traces.off')
  traces.disable()
  const upstream = await startUpstream((_request, response) => json(response, 200, {}))
  const service = await startService({ egressAllow: [upstream.host] })
  await importToolkit(service, { slug: 'open', source: { openapi: openNotesApi(upstream.url) } })
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

  await service.request('POST', '/api/v3/tools/execute/OPEN_LIST_NOTES', {
    body: {},
    headers: { 'x-api-key': service.apiKey, traceparent },
  })

  expect(upstream.received.at(-1)?.headers['traceparent']).toBe(traceparent)
  expect(spans.all()).toEqual([])
})
