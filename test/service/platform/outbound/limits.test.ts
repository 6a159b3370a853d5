import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { startServer } from './start-server.ts'
import { failureOf, startOutbound, textOf } from './start-outbound.ts'

test.each([
  ['gzip', zlib.gzipSync('héllo')],
  ['x-gzip', zlib.gzipSync('héllo')],
  ['deflate', zlib.deflateSync('héllo')],
  ['deflate', zlib.deflateRawSync('héllo')],
  ['br', zlib.brotliCompressSync('héllo')],
  ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync('héllo'))],
  ['identity', Buffer.from('héllo')],
])('reads a body in %s', async (encoding, body) => {
  const server = await startServer((response) => {
    response
      .writeHead(200, { 'content-encoding': encoding, 'content-length': body.length })
      .end(body)
  })
  const response = await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
  })
  expect(textOf(response)).toBe('héllo')
})

test('a decoded body has lost the headers of its transport form', async () => {
  const server = await startServer((response) => {
    response.setHeader('content-encoding', 'gzip').end(zlib.gzipSync('text'))
  })
  const { headers } = await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
  })
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers).not.toHaveProperty('content-length')
})

test('hands on a coding that it does not know', async () => {
  const server = await startServer((response) => {
    response.setHeader('content-encoding', 'zstd').end('as it is')
  })
  const response = await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
  })
  expect(textOf(response)).toBe('as it is')
  expect(response.headers['content-encoding']).toBe('zstd')
})

test('hands on a body with more codings than anyone needs', async () => {
  const body = zlib.gzipSync('text')
  const server = await startServer((response) => {
    response.setHeader('content-encoding', 'gzip, gzip, gzip, gzip').end(body)
  })
  const response = await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
  })
  expect(Buffer.from(response.body)).toEqual(body)
})

test.each([
  ['HEAD', 200],
  ['GET', 204],
])('a %s answered with %i has no body to decode', async (method, status) => {
  const server = await startServer((response) => {
    response.writeHead(status, { 'content-encoding': 'gzip' }).end()
  })
  const response = await startOutbound({ allow: [server.authority] }).send({
    method,
    url: server.url,
  })
  expect(response).toMatchObject({ status, headers: { 'content-encoding': 'gzip' } })
  expect(response.body).toHaveLength(0)
})

test('reports a body that is not in the coding it names', async () => {
  const server = await startServer((response) => {
    response.setHeader('content-encoding', 'gzip').end('not gzip')
  })
  const error = await failureOf(startOutbound({ allow: [server.authority] }), { url: server.url })
  expect(error).toMatchObject({ kind: 'network' })
  expect(error.message).toContain('gzip')
})

const zeros = Buffer.alloc(20_000_000)

test.each([
  ['gzip', zlib.gzipSync(zeros)],
  ['deflate', zlib.deflateSync(zeros)],
  ['br', zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(zeros))],
])('stops a bomb in %s at the limit', async (encoding, body) => {
  const server = await startServer((response) => {
    response.setHeader('content-encoding', encoding).end(body)
  })
  const error = await failureOf(startOutbound({ allow: [server.authority] }), {
    url: server.url,
    maxResponseBytes: 100_000,
  })
  expect(error).toMatchObject({ kind: 'too_large', host: server.authority })
  expect(error.message).toContain('after decompression')
})

test.each([
  ['gzip', zlib.gzipSync(zeros)],
  ['br', zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(zeros))],
])(
  'stops a body in %s that grows to more than a hundred times its size',
  async (encoding, body) => {
    verifies('bounds.decompression')
    const server = await startServer((response) => {
      response.setHeader('content-encoding', encoding).end(body)
    })
    const error = await failureOf(startOutbound({ allow: [server.authority] }), { url: server.url })
    expect(error).toMatchObject({
      kind: 'too_large',
      message: expect.stringContaining('4194304 bytes after decompression'),
    })
  },
)

test('reads a compressed body that is small, or that grows as text does', async () => {
  verifies('bounds.decompression')
  const rows = JSON.stringify(
    Array.from({ length: 100_000 }, (_, id) => ({
      id,
      title: `Issue ${id}`,
      created_at: '2026-11-22T18:00:00Z',
      state: 'open',
    })),
  )
  for (const text of [' '.repeat(4_000_000), rows]) {
    const server = await startServer((response) => {
      response.setHeader('content-encoding', 'gzip').end(zlib.gzipSync(text))
    })
    const response = await startOutbound({ allow: [server.authority] }).send({
      method: 'GET',
      url: server.url,
    })
    expect(response.body).toHaveLength(text.length)
  }
})

test('a body as large as the limit is read, one byte more is not', async () => {
  const server = await startServer((response, { path }) => {
    response.end('x'.repeat(Number(path.slice(1))))
  })
  const outbound = startOutbound({ allow: [server.authority] })

  expect(
    (await outbound.send({ method: 'GET', url: `${server.url}/1000`, maxResponseBytes: 1000 }))
      .body,
  ).toHaveLength(1000)
  expect(
    await failureOf(outbound, { url: `${server.url}/1001`, maxResponseBytes: 1000 }),
  ).toMatchObject({ kind: 'too_large' })
})

test('does not wait for a body that is announced as too large', async () => {
  const server = await startServer((response) => {
    response.writeHead(200, { 'content-length': 2_000 }).flushHeaders()
  })
  expect(
    await failureOf(startOutbound({ allow: [server.authority] }), {
      url: server.url,
      maxResponseBytes: 1_000,
    }),
  ).toMatchObject({ kind: 'too_large' })
})

test('hangs up on a body without end as soon as it passes the limit', async () => {
  let closed: () => void = () => {}
  const upstreamClosed = new Promise<void>((resolve) => {
    closed = resolve
  })
  const server = await startServer((response) => {
    const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
    response.on('close', () => {
      clearInterval(timer)
      closed()
    })
  })
  expect(
    await failureOf(startOutbound({ allow: [server.authority] }), {
      url: server.url,
      maxResponseBytes: 50_000,
    }),
  ).toMatchObject({ kind: 'too_large' })
  await upstreamClosed
})

test('the length of a body that a HEAD only announces does not count', async () => {
  const server = await startServer((response) => {
    response.writeHead(200, { 'content-length': 5_000 }).end()
  })
  const response = await startOutbound({ allow: [server.authority] }).send({
    method: 'HEAD',
    url: server.url,
    maxResponseBytes: 10,
  })
  expect(response).toMatchObject({ status: 200, headers: { 'content-length': '5000' } })
})

test('gives up on headers that do not come', async () => {
  const server = await startServer(() => {})
  const error = await failureOf(startOutbound({ allow: [server.authority] }), {
    url: `${server.url}/?key=hunter2`,
    timeoutMs: 50,
  })
  expect(error).toMatchObject({ kind: 'timeout', host: server.authority })
  expect(error.message).not.toContain('hunter2')
})

test('gives up on a body that drips', async () => {
  const server = await startServer((response) => {
    const timer = setInterval(() => response.write('.'), 5)
    response.on('close', () => clearInterval(timer))
  })
  expect(
    await failureOf(startOutbound({ allow: [server.authority] }), {
      url: server.url,
      timeoutMs: 100,
    }),
  ).toMatchObject({ kind: 'timeout' })
})

test('counts all redirects into one time', async () => {
  const server = await startServer((response) => {
    setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 30)
  })
  expect(
    await failureOf(startOutbound({ allow: [server.authority] }), {
      url: server.url,
      timeoutMs: 150,
      maxRedirects: 1000,
    }),
  ).toMatchObject({ kind: 'timeout' })
})

test('gives up on a look-up that does not answer', async () => {
  const outbound = startOutbound({ allow: [], resolve: () => {} })
  expect(await failureOf(outbound, { url: 'http://slow.example/', timeoutMs: 50 })).toMatchObject({
    kind: 'timeout',
  })
})

test('gives up on a TLS handshake that does not answer', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    silent.close()
  })
  const authority = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  const outbound = startOutbound({ allow: [authority], connectTimeoutMs: 50 })
  const error = await failureOf(outbound, { url: `https://${authority}/` })
  expect(error).toMatchObject({ kind: 'timeout', host: authority })
  expect(error.message).toContain('no connection')
})

test('reports a port where nobody listens', async () => {
  const outbound = startOutbound({ allow: ['127.0.0.1:1'] })
  const error = await failureOf(outbound, { url: 'http://127.0.0.1:1/?key=hunter2' })
  expect(error).toMatchObject({ kind: 'network', host: '127.0.0.1:1' })
  expect(error.message).toContain('ECONNREFUSED')
  expect(error.message).not.toContain('hunter2')
})

test('reports an answer that ends too soon', async () => {
  const server = await startServer((response) => {
    response.writeHead(200, { 'content-length': 100 }).write('only this')
    setTimeout(() => response.destroy(), 10)
  })
  expect(
    await failureOf(startOutbound({ allow: [server.authority] }), { url: server.url }),
  ).toMatchObject({ kind: 'network' })
})

test('gives up a server of which no byte came for too long, from the beginning on and in the middle', async () => {
  verifies('outbound.idle')
  const server = await startServer((response, request) => {
    if (request.path === '/middle') response.writeHead(200).write('a beginning')
  })
  const outbound = startOutbound({ allow: [server.authority] })
  for (const path of ['/beginning', '/middle']) {
    const error = await failureOf(outbound, { url: `${server.url}${path}`, idleTimeoutMs: 50 })
    expect(error).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('no data received for 50 ms'),
    })
  }
})
