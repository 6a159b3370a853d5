import tls from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { ca, startServer } from './start-server.ts'
import { failureOf, startOutbound, textOf } from './start-outbound.ts'

test('sends method, path, headers and body as given', async () => {
  const server = await startServer((response) => {
    response.writeHead(201, { 'X-Reply': 'yes' }).end('made')
  })
  const outbound = startOutbound({ allow: [server.authority], userAgent: 'tester/1' })

  const response = await outbound.send({
    method: 'post',
    url: `${server.url}/items?q=%C3%A9&x=a%2Fb`,
    headers: { 'Content-Type': 'application/json', 'X-One': '1' },
    body: '{"name":"é"}',
  })

  expect(response).toMatchObject({
    status: 201,
    headers: { 'x-reply': 'yes' },
    url: `${server.url}/items?q=%C3%A9&x=a%2Fb`,
  })
  expect(textOf(response)).toBe('made')
  expect(server.requests).toMatchObject([
    {
      method: 'POST',
      path: '/items?q=%C3%A9&x=a%2Fb',
      headers: {
        'content-type': 'application/json',
        'x-one': '1',
        'user-agent': 'tester/1',
        'content-length': '13',
        host: server.authority,
      },
      body: '{"name":"é"}',
    },
  ])
})

test('sends a body of bytes', async () => {
  const server = await startServer()
  await startOutbound({ allow: [server.authority] }).send({
    method: 'PUT',
    url: server.url,
    body: new TextEncoder().encode('bytes'),
  })
  expect(server.requests[0]?.body).toBe('bytes')
})

test('computes the headers of the connection itself', async () => {
  const server = await startServer()
  const headers = {
    Host: 'other.example',
    'Content-Length': '1',
    Connection: 'close',
    'Transfer-Encoding': 'chunked',
    Expect: '100-continue',
    Upgrade: 'h2c',
  }
  await startOutbound({ allow: [server.authority] }).send({
    method: 'POST',
    url: server.url,
    headers,
    body: 'whole body',
  })
  expect(server.requests[0]).toMatchObject({
    body: 'whole body',
    headers: { host: server.authority, connection: 'keep-alive' },
  })
})

test("the caller's headers win over our own, whatever the letter case", async () => {
  const server = await startServer()
  await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
    headers: { 'USER-AGENT': 'mine', Accept: 'text/csv' },
  })
  expect(server.requests[0]?.headers).toMatchObject({ 'user-agent': 'mine', accept: 'text/csv' })
})

test('joins repeated headers', async () => {
  const server = await startServer((response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']).end()
  })
  const { headers } = await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
  })
  expect(headers['set-cookie']).toBe('a=1, b=2')
})

test('an error status is an answer', async () => {
  const server = await startServer((response) => {
    response.writeHead(500).end('broken')
  })
  const response = await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
  })
  expect(response.status).toBe(500)
  expect(textOf(response)).toBe('broken')
})

test('waits for the answer behind an informational one', async () => {
  const server = await startServer((response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' }, () =>
      response.writeHead(200).end('final'),
    )
  })
  const response = await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
  })
  expect(response.status).toBe(200)
  expect(response.headers).not.toHaveProperty('link')
})

test('calls one after the other share connections', async () => {
  const server = await startServer()
  const outbound = startOutbound({ allow: [server.authority] })
  for (let call = 0; call < 20; call++) await outbound.send({ method: 'GET', url: server.url })
  // The second call may start before the pool has taken the first connection back.
  expect(server.connections()).toBeLessThanOrEqual(2)
})

test('opens no more connections to an origin than it may', async () => {
  const server = await startServer()
  const outbound = startOutbound({ allow: [server.authority], maxConnectionsPerOrigin: 2 })
  await Promise.all(
    Array.from({ length: 10 }, () => outbound.send({ method: 'GET', url: server.url })),
  )
  expect(server.requests).toHaveLength(10)
  expect(server.connections()).toBe(2)
})

test.each([
  [{ authorization: 'Bearer hunter2\r\nx-injected: 1' }, 'authorization'],
  [{ 'x-name': 'hunter2\u0000' }, 'x-name'],
  [{ 'bad name': 'hunter2' }, 'header'],
])('does not send headers that would break the request', async (headers, named) => {
  const server = await startServer()
  const error = await failureOf(startOutbound({ allow: [server.authority] }), {
    url: server.url,
    headers,
  })
  expect(error).toMatchObject({ kind: 'invalid_url' })
  expect(error.message).toContain(named)
  expect(error.message).not.toContain('hunter2')
  expect(server.requests).toEqual([])
})

test.each(['CONNECT', 'trace', 'GET /other HTTP/1.1'])(
  'does not send the method %s',
  async (method) => {
    const server = await startServer()
    expect(
      await failureOf(startOutbound({ allow: [server.authority] }), { url: server.url, method }),
    ).toMatchObject({ kind: 'invalid_url' })
    expect(server.requests).toEqual([])
  },
)

test('speaks https with the usual authorities and the one it was given', async () => {
  const server = await startServer(undefined, { secure: true })
  const named = `https://localhost:${server.port}/`
  const allow = ['127.0.0.0/8', '::1/128']

  expect(textOf(await startOutbound({ allow, ca }).send({ method: 'GET', url: named }))).toBe('ok')
  expect(await failureOf(startOutbound({ allow }), { url: named })).toMatchObject({
    kind: 'network',
  })
})

test('an authority of its own does not replace the usual ones', async () => {
  const server = await startServer(undefined, { secure: true })
  const usual = tls.getCACertificates('default')
  onTestFinished(() => {
    tls.setDefaultCACertificates(usual)
  })
  tls.setDefaultCACertificates([ca])
  const outbound = startOutbound({ allow: [server.authority], ca: tls.rootCertificates[0] })
  expect(textOf(await outbound.send({ method: 'GET', url: server.url }))).toBe('ok')
})

test('checks the certificate against the name in the URL', async () => {
  const server = await startServer(undefined, { secure: true })
  const outbound = startOutbound({
    allow: ['127.0.0.1/32'],
    ca,
    resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const error = await failureOf(outbound, {
    url: `https://other.example:${server.port}/`,
    headers: { host: 'localhost' },
  })
  expect(error).toMatchObject({ kind: 'network' })
  expect(error.message).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
})
