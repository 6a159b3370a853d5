import { createConnection } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { basePath } from '../../../src/contract/endpoint.ts'
import { errorEnvelope } from '../../../src/contract/errors.ts'
import { verifies } from '../../requirements.ts'
import {
  inParallel,
  problemsOf,
  startNegativeService,
  type NegativeService,
} from './negative-service.ts'
import { watch } from './negative-watch.ts'
import { operations } from './operations.ts'
import { sendOperation } from './send-operation.ts'
import { sessionParams } from './negative-values.ts'

let running: NegativeService
beforeAll(async () => {
  running = await startNegativeService()
})
afterAll(() => running.close())

it('a method that a path does not have is refused on every path', async () => {
  verifies('conventions.envelope.every-method')
  const paths = Map.groupBy(operations, ({ endpoint }) => endpoint.path.replaceAll(/\{\w+\}/g, 'x'))
  const answers = await inParallel(
    [...paths.keys()].flatMap((path) =>
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
        .filter((method) => !takes(path, method))
        .map((method) => async () => {
          const response = await fetch(running.target.url + basePath + path, {
            method,
            headers: { 'x-api-key': running.target.apiKey },
          })
          const { error } = errorEnvelope.parse(await response.json())
          return response.status === 404 &&
            error.slug === 'method_not_allowed' &&
            error.suggested_fix?.startsWith('It supports ')
            ? []
            : [`${method} ${path}: ${response.status} ${error.message}`]
        }),
    ),
  )
  expect(answers).toEqual([])
})

/** A literal path is also met by the patterns with a parameter in its place. */
const takes = (path: string, method: string): boolean =>
  operations.some(
    ({ endpoint }) =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(
        path,
      ),
  )

const cursors = [
  'x',
  '%',
  ' ',
  'MA',
  'MC4yMA==',
  'MS4w',
  'LTEuMjA=',
  'MS4xMDAx',
  'OTk5OTk5OTk5OTk5OTk5OTk5OTkuMjA=',
  'MS4yMC4z',
  '1.20',
  'bnVsbA==',
  '../../etc/passwd',
  "' or 1=1 --",
  '__proto__',
  'x'.repeat(513),
  'MS4yMA==\u0000',
]

it('a cursor that no page gave is refused by every list', async () => {
  verifies('conventions.cursor')
  const lists = operations.filter(({ endpoint }) => 'cursor' in (endpoint.query?.shape ?? {}))
  expect(lists.length).toBeGreaterThan(10)
  const problems = await inParallel(
    lists.flatMap((operation) =>
      cursors.map(
        (cursor) => async () =>
          problemsOf(
            operation,
            await sendOperation(running.target, operation, {
              params: sessionParams(running.project),
              query: { cursor },
              body: undefined,
            }),
            [400],
          ),
      ),
    ),
  )
  expect(problems).toEqual([])
  const multi = operations.find(({ name }) => name === 'toolkits.multi')
  if (multi)
    for (const cursor of [...cursors, 5, {}, []])
      expect(
        problemsOf(
          multi,
          await sendOperation(running.target, multi, { params: {}, query: {}, body: { cursor } }),
          [400],
        ),
      ).toEqual([])
})

it(
  'bytes that are no request, or two in one, leave the service answering others',
  { timeout: 300_000 },
  async () => {
    verifies('conventions.negative.others', 'conventions.transport-failures')
    const watcher = watch(running.target)
    const answers = await inParallel(
      [...noRequests(), ...randomBytes(100)].map((bytes) => async () => [
        { bytes, text: await exchange(bytes) },
      ]),
    )
    const { problems } = await watcher.stop()
    expect(problems).toEqual([])
    for (const { bytes, text } of answers)
      expect(text, JSON.stringify(bytes.toString('latin1')).slice(0, 300)).toMatch(
        /^($|HTTP\/1\.1 (200|400|401|404) )/,
      )
    for (const { text } of answers) expect(text).not.toMatch(/HTTP\/1\.1 500|<html|at \w+ \(/i)
  },
)

/**
 * What other servers took for something else than their front did: each must be one request, or
 * none.
 */
const noRequests = (): Buffer[] => {
  const head = (...headers: string[]) =>
    `POST ${basePath}/toolkits/multi HTTP/1.1\r\nhost: x\r\nx-api-key: ${running.target.apiKey}\r\nconnection: close\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`
  const json = 'content-type: application/json'
  return [
    '',
    '\r\n'.repeat(1_000),
    '\0'.repeat(1_000),
    'GET',
    'GET /',
    `GET ${basePath}/toolkits`,
    `GET ${basePath}/toolkits HTTP/9.9\r\n\r\n`,
    `GET ${basePath}/toolkits HTTP/1.1\nhost: x\n\n`,
    `GET ${basePath}/toolkits\r\n\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    head(json, 'content-length: 2', 'content-length: 3') + '{}x',
    head(json, 'content-length: 2', 'transfer-encoding: chunked') + '0\r\n\r\n',
    head(json, 'transfer-encoding: chunked, identity') + '{}',
    head(json, 'transfer-encoding: xchunked') + '0\r\n\r\n',
    head(json, 'transfer-encoding : chunked') + '0\r\n\r\n',
    head(json, 'transfer-encoding: chunked') + 'ffffffffffffffffff\r\n{}',
    head(json, 'transfer-encoding: chunked') + '-1\r\n{}\r\n0\r\n\r\n',
    head(json, 'transfer-encoding: chunked') + 'x\r\n{}\r\n0\r\n\r\n',
    head(json, 'transfer-encoding: chunked') + '2;' + 'a'.repeat(30_000) + '\r\n{}\r\n0\r\n\r\n',
    head(json, 'content-length: -1') + '{}',
    head(json, 'content-length: 0x2') + '{}',
    head(json, 'content-length: 1e9') + '{}',
    head(json, 'content-length: 99999999999999999999') + '{}',
    head(json, 'content-length: 2') + '{}GET / HTTP/1.1\r\nhost: x\r\n\r\n',
    head(json, 'a\u0000b: c', 'content-length: 2') + '{}',
    head(json, 'a: b\r\n c', 'content-length: 2') + '{}',
    head(json, ...Array.from({ length: 5_000 }, (_, index) => `x${index}: 1`)) + '{}',
    head('upgrade: websocket', 'connection: upgrade'),
    head('upgrade: h2c', 'http2-settings: AAMAAABkAAQCAAAAAAIAAAAA'),
  ].map((text) => Buffer.from(text, 'latin1'))
}

/** The same ones in every run. */
const randomBytes = (count: number): Buffer[] => {
  let state = 20_261_121
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) >> 16
  return Array.from({ length: count }, () =>
    Buffer.from(Array.from({ length: 1 + (next() % 400) }, () => next() & 0xff)),
  )
}

/** Sends the bytes and no more, and reads until the service closes. */
const exchange = (bytes: Buffer): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(running.target.url)
    let text = ''
    const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.end(bytes))
    socket.setTimeout(5_000, () => socket.destroy())
    socket
      .on('data', (chunk) => (text += chunk.toString('utf8')))
      .on('error', () => {})
      .on('close', () => resolve(text))
  })
