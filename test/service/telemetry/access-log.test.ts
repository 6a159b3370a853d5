import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startService } from '../../support/start-service.ts'

type Line = {
  msg: string
  requestId: string
  method: string
  route: string
  status: number
  milliseconds: number
  projectId?: string
  keyId?: string
}

const startLogging = async (accessLogShare?: number) => {
  const lines: string[] = []
  const service = await startService({
    logLevel: 'info',
    ...(accessLogShare !== undefined && { accessLogShare }),
    writeLog: { write: (line) => void lines.push(line) },
  })
  const requests = () =>
    lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request')
  return { service, lines, requests }
}

it('a request is one line at info, with its operation, project and key, and no text of its address', async () => {
  verifies('telemetry.access-log')
  const { service, lines, requests } = await startLogging()
  const listed = await service.request('GET', '/api/v3/connected_accounts?user_ids=ada-secret')
  await service.request('GET', '/api/v3/connected_accounts', { headers: { 'x-api-key': 'wrong' } })
  await service.request('GET', '/connect/lk_0123456789abcdefghijkl')
  await service.request('GET', '/no/such/path-secret')
  await service.request('GET', '/healthz')
  await service.request('GET', '/readyz')

  expect(requests().map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', 'connectedAccounts.list', 200],
    ['GET', 'connectedAccounts.list', 401],
    ['GET', '/connect/:token', 404],
    ['GET', 'none', 404],
  ])
  const [first, refused] = requests()
  expect(first).toMatchObject({
    requestId: listed.headers.get('x-request-id'),
    milliseconds: expect.any(Number),
    projectId: expect.stringMatching(/^pr_/),
    keyId: expect.stringMatching(/^key_/),
  })
  expect(refused).not.toHaveProperty('keyId')
  expect(lines.join('')).not.toMatch(/secret|lk_0123|pbk_/)
})

it('a share of requests has a line where the operator sets one', async () => {
  verifies('telemetry.access-log')
  const { service, requests } = await startLogging(0)
  expect((await service.request('GET', '/api/v3/connected_accounts')).status).toBe(200)
  expect(requests()).toEqual([])
})

it('the request id of a caller is kept if it is well-formed', async () => {
  verifies('conventions.envelope.request-id')
  const { service, requests } = await startLogging()
  const ask = async (id: string) => {
    const { status, headers, body } = await service.request('GET', '/api/v3/tools/NOTHING', {
      headers: { 'x-api-key': service.apiKey, 'x-request-id': id },
    })
    expect(status).toBe(404)
    expect(body.error.request_id).toBe(headers.get('x-request-id'))
    return headers.get('x-request-id')
  }
  for (const id of [
    '9f1c2c0e-7b52-4a31-bd53-3d3f3a1d0f11',
    'Root=1-67891233'.slice(5),
    'a'.repeat(128),
  ])
    expect(await ask(id)).toBe(id)
  for (const id of [
    'short',
    'a'.repeat(129),
    'with space inside',
    '{"msg":"forged"}',
    '-leading-dash',
  ])
    expect(await ask(id)).toMatch(/^req_\w+$/)
  expect(requests().slice(0, 1)).toMatchObject([
    { requestId: '9f1c2c0e-7b52-4a31-bd53-3d3f3a1d0f11' },
  ])
})
