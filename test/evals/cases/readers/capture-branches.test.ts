import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { captureSession } from '../../../../src/evals/cases/index.ts'
import { createToolResults } from '../../../../src/evals/tool-results/tool-results.ts'
import { openCassettes } from '../../../../src/evals/cassettes/open-cassettes.ts'
import { Plugboard, type Session } from '../../../../src/index.ts'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { notesApi } from '../../../support/notes-api.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { isThorough } from '../../../support/thorough.ts'
import {
  json,
  startUpstream,
  type ReceivedRequest,
  type Upstream,
} from '../../../support/start-upstream.ts'

const secret = 'planted-secret-0123456789'
let service: TestService
let upstream: Upstream
let plugboard: Plugboard
let answer: (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>

const signIn = {
  '/sign-in': {
    post: {
      operationId: 'signIn',
      summary: 'Sign in',
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                name: { type: 'string' },
                account: { type: 'object' },
                page_token: { type: 'string' },
              },
            },
          },
        },
      },
      responses: { 200: { description: 'ok' } },
    },
  },
}

beforeAll(async () => {
  upstream = await startUpstream((request, response) => answer(request, response), { keep: true })
  service = await startService({ keep: true, egressAllow: [upstream.host] })
  plugboard = new Plugboard({ baseUrl: service.url, apiKey: service.apiKey })
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: notesApi(upstream.url, signIn) },
  })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: secret } },
      },
    },
  })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
beforeEach(() => {
  answer = ({ url }, response) => json(response, 200, { url })
})

const openSession = () => plugboard.createSession('ada', { toolkits: ['notes'] })

const capture = async ({ id }: Session) => {
  const { cases, notExpressed } = await captureSession(service.client, {
    session: id,
    input: 'Please',
    id: 'captured',
  })
  return {
    evalCase: cases[0],
    left: notExpressed.map(({ what }) => what.replaceAll(/log_\w+/g, 'LOG')),
  }
}

const countLogs = async ({ id }: Session): Promise<number> =>
  (await service.client.logs.list({ query: { session_ids: [id] } })).total_items

const many = (...ids: string[]) => ({
  tools: ids.map((id) => ({ tool_slug: 'NOTES_GET_NOTE', arguments: { id } })),
})

it('takes the calls that meta tools made, in their order, and answers them in the case without a call', async () => {
  verifies('evals.cases.capture', 'evals.results')
  const session = await openSession()
  await session.execute('SVC_SEARCH_TOOLS', { queries: [{ use_case: 'get a note' }] })
  await session.execute('SVC_MULTI_EXECUTE_TOOL', many('1'))
  await session.execute('SVC_MULTI_EXECUTE_TOOL', many('2'))
  const { evalCase, left } = await capture(session)
  if (!evalCase) throw new Error('No case was captured')

  expect(evalCase.expect).toEqual({
    calls: ['1', '2'].map((id) => ({ tool: 'NOTES_GET_NOTE', arguments: { id } })),
    order: 'total',
  })
  expect(left).toEqual(
    ['SVC_SEARCH_TOOLS', 'SVC_MULTI_EXECUTE_TOOL', 'SVC_MULTI_EXECUTE_TOOL'].map(
      (tool) => `the call LOG of ${tool}, a meta tool; the calls that it made are used instead`,
    ),
  )

  const before = upstream.received.length
  const results = createToolResults(
    { cassettes: openCassettes({ folder: '', mode: 'off' }) },
    { evalCase, trial: 1 },
  )
  const live = (call: { tool: string; arguments: Record<string, unknown> }) =>
    session.execute(call.tool, call.arguments)
  const run = (...ids: string[]) =>
    results({ tool: 'SVC_MULTI_EXECUTE_TOOL', arguments: many(...ids) }, live)
  expect(await run('2', '1')).toMatchObject({
    data: {
      results: [
        { index: 0, data: { url: '/notes/2' } },
        { index: 1, data: { url: '/notes/1' } },
      ],
      succeeded: 2,
      failed: 0,
    },
    error: null,
  })
  expect(upstream.received).toHaveLength(before)
  expect(await run('1', '7')).toMatchObject({
    data: { results: [{ data: { url: '/notes/1' } }, { data: { url: '/notes/7' } }] },
  })
  expect(upstream.received.slice(before).map(({ url }) => url)).toEqual(['/notes/7'])
  expect(await run('8')).toMatchObject({ data: { results: [{ data: { url: '/notes/8' } }] } })
})

it('expects no order of calls that were made at the same time', async () => {
  verifies('evals.cases.capture')
  let arrived = 0
  const both = Promise.withResolvers<void>()
  answer = async ({ url }, response) => {
    if (++arrived === 2) both.resolve()
    await both.promise
    await setTimeout(50)
    json(response, 200, { url })
  }
  const session = await openSession()
  await session.execute('SVC_MULTI_EXECUTE_TOOL', many('1', '2'))
  const { evalCase, left } = await capture(session)

  expect(evalCase?.expect).toMatchObject({ order: 'none', calls: [{}, {}] })
  expect(left.at(-1)).toBe('the order of the calls: some were made at the same time')
})

it.runIf(isThorough)('reads every page of the log', async () => {
  verifies('evals.cases.capture')
  const session = await openSession()
  const ids = Array.from({ length: 101 }, (_, index) => `${index}`)
  for (const id of ids) await session.execute('NOTES_GET_NOTE', { id })

  expect(
    (await capture(session)).evalCase?.expect.calls?.map(({ arguments: given }) => given['id']),
  ).toEqual(ids)
})

it('answers the same call as often as it was made, and a call with more arguments by its own answer', async () => {
  verifies('evals.cases.capture')
  let made = 0
  answer = (_request, response) => json(response, 200, { made: ++made })
  const session = await openSession()
  for (const given of [{}, { tag: ['a'] }, {}]) await session.execute('NOTES_LIST_NOTES', given)
  const { evalCase } = await capture(session)
  if (!evalCase) throw new Error('No case was captured')
  const results = createToolResults(
    { cassettes: openCassettes({ folder: '', mode: 'off' }) },
    { evalCase, trial: 1 },
  )

  for (const [given, expected] of [
    [{}, 1],
    [{}, 3],
    [{}, 3],
    [{ tag: ['a'] }, 2],
  ] as const) {
    expect(await results({ tool: 'NOTES_LIST_NOTES', arguments: given }, undefined)).toEqual({
      data: { made: expected },
      error: null,
    })
  }
})

it('lists failed and aborted calls, and what the log shortened or never held', async () => {
  verifies('evals.cases.capture')
  const session = await openSession()
  answer = (_request, response) => json(response, 500, { message: 'on fire' })
  await session.execute('NOTES_GET_NOTE', { id: '1' })

  // The service goes on with a call whose caller is gone: it may have changed something already.
  const controller = new AbortController()
  answer = (_request, response) => {
    controller.abort()
    json(response, 503, { message: 'too late' })
  }
  await expect(
    session.execute('NOTES_DELETE_NOTE', { id: '1' }, { signal: controller.signal }),
  ).rejects.toThrow()
  await expect.poll(() => countLogs(session), { timeout: 60_000 }).toBe(2)

  const long = 'x'.repeat(300_000)
  answer = (_request, response) => json(response, 200, { text: long })
  await session.execute('NOTES_LIST_NOTES', {})
  answer = (_request, response) => json(response, 200, {})
  await session.execute('NOTES_CREATE_NOTE', { text: long })
  const { evalCase, left } = await capture(session)

  expect(evalCase?.expect.calls).toEqual([{ tool: 'NOTES_LIST_NOTES', arguments: {} }])
  expect(evalCase?.mocks).toEqual([])
  expect(left).toEqual([
    expect.stringMatching(/^the call LOG of NOTES_GET_NOTE, which failed: .*500/),
    expect.stringMatching(/^the call LOG of NOTES_DELETE_NOTE, which failed: /),
    'the answer of the call LOG of NOTES_LIST_NOTES: its log entry does not contain it',
    'the call LOG of NOTES_CREATE_NOTE: its log entry does not contain the arguments',
  ])
})

it('holds no secret of an account, of an argument or of an answer', async () => {
  verifies('evals.cases.capture')
  answer = (request, response) =>
    json(response, 200, {
      key: request.headers['x-notes-key'],
      access_token: 'planted-token',
      next_page_token: 'p2',
    })
  const session = await openSession()
  await session.execute('NOTES_CREATE_NOTE', { text: `It is ${secret}` })
  await session.execute('NOTES_SIGN_IN', {
    name: 'ada',
    account: { password: 'planted-password' },
    page_token: 'p1',
  })
  const captured = await capture(session)

  expect(captured.evalCase?.expect.calls).toEqual([
    { tool: 'NOTES_CREATE_NOTE', arguments: { text: { $any: true } } },
    {
      tool: 'NOTES_SIGN_IN',
      arguments: { name: 'ada', account: { $any: true }, page_token: 'p1' },
    },
  ])
  expect(captured.evalCase?.mocks?.map(({ result }) => result)).toEqual(
    [1, 2].map(() => ({ key: '[redacted]', access_token: '[secret]', next_page_token: 'p2' })),
  )
  expect(JSON.stringify(captured)).not.toContain('planted')
  expect(captured.left).toEqual([
    'text of the call LOG of NOTES_CREATE_NOTE, which contains a secret; any value is accepted',
    'a secret in the answer of the call LOG of NOTES_CREATE_NOTE',
    'account of the call LOG of NOTES_SIGN_IN, which contains a secret; any value is accepted',
    'a secret in the answer of the call LOG of NOTES_SIGN_IN',
  ])
})

it('lists every call of a project that stores no data, and a request through the proxy', async () => {
  verifies('evals.cases.capture')
  const session = await openSession()
  await service.client.sessions.proxyExecute({
    params: { session_id: session.id },
    body: { toolkit_slug: 'notes', endpoint: '/notes', method: 'GET' },
  })
  await service.client.projects.updateConfig({
    body: { log_visibility_setting: 'dont_store_data' },
  })
  await session.execute('NOTES_GET_NOTE', { id: '1' })
  await service.client.projects.updateConfig({ body: { log_visibility_setting: 'show_all' } })

  expect(await capture(session)).toEqual({
    evalCase: undefined,
    left: [
      'the call LOG of PROXY, a request that names no tool',
      'the call LOG of NOTES_GET_NOTE: its log entry does not contain the arguments',
      'the whole session: none of its calls can be expected',
    ],
  })
})
