import { expect, test } from 'vitest'
import { ca, startServer } from './start-server.ts'
import { failureOf, startOutbound, textOf } from './start-outbound.ts'

const redirectTo =
  (status: number, location: () => string) =>
  (response: { writeHead(status: number, headers: Record<string, string>): { end(): void } }) => {
    response.writeHead(status, { location: location() }).end()
  }

const secrets = {
  authorization: 'Bearer hunter2',
  Cookie: 'session=hunter2',
  'Proxy-Authorization': 'Basic hunter2',
  'X-Api-Key': 'hunter2',
}

test.each([
  ['POST', 301, 'GET', ''],
  ['POST', 302, 'GET', ''],
  ['PUT', 302, 'PUT', 'body'],
  ['POST', 303, 'GET', ''],
  ['DELETE', 303, 'GET', ''],
  ['POST', 307, 'POST', 'body'],
  ['PATCH', 308, 'PATCH', 'body'],
])(
  'a %s answered with %i goes on as %s with the body "%s"',
  async (method, status, nextMethod, nextBody) => {
    const server = await startServer((response, { path }) => {
      if (path === '/start') response.writeHead(status, { location: 'next?page=2' }).end()
      else response.end('arrived')
    })
    const outbound = startOutbound({ allow: [server.authority] })

    const response = await outbound.send({
      method,
      url: `${server.url}/start`,
      headers: { 'content-type': 'text/plain' },
      body: 'body',
    })

    expect(textOf(response)).toBe('arrived')
    expect(response.url).toBe(`${server.url}/next?page=2`)
    expect(server.requests[1]).toMatchObject({
      method: nextMethod,
      path: '/next?page=2',
      body: nextBody,
    })
    expect(server.requests[1]?.headers['content-type']).toBe(
      nextBody === '' ? undefined : 'text/plain',
    )
  },
)

test('a HEAD stays a HEAD', async () => {
  const server = await startServer((response, { path }) => {
    if (path === '/') response.writeHead(303, { location: '/next' }).end()
    else response.end()
  })
  await startOutbound({ allow: [server.authority] }).send({ method: 'HEAD', url: server.url })
  expect(server.requests.map(({ method }) => method)).toEqual(['HEAD', 'HEAD'])
})

test('credentials stay with the origin they were sent to', async () => {
  const other = await startServer()
  const server = await startServer((response, { path }) => {
    response.writeHead(302, { location: path === '/' ? '/same' : `${other.url}/` }).end()
  })
  const outbound = startOutbound({ allow: [server.authority, other.authority] })

  await outbound.send({
    method: 'GET',
    url: server.url,
    headers: { ...secrets, accept: 'text/plain' },
    sensitiveHeaders: ['x-API-key'],
  })

  const names = Object.keys(secrets).map((name) => name.toLowerCase())
  expect(
    server.requests.map(({ headers }) => names.filter((name) => headers[name] !== undefined)),
  ).toEqual([names, names])
  expect(names.filter((name) => other.requests[0]?.headers[name] !== undefined)).toEqual([])
  expect(other.requests[0]?.headers.accept).toBe('text/plain')
})

test('credentials that were dropped do not come back with the origin', async () => {
  const server = await startServer((response, { path }) => {
    if (path === '/') response.writeHead(302, { location: other.url }).end()
    else response.end()
  })
  const other = await startServer((response) => {
    response.writeHead(302, { location: `${server.url}/back` }).end()
  })
  const outbound = startOutbound({ allow: [server.authority, other.authority] })

  await outbound.send({
    method: 'GET',
    url: server.url,
    headers: { authorization: 'Bearer hunter2' },
  })

  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer hunter2',
    undefined,
  ])
})

test.each([
  'http://10.0.0.1/?key=hunter2',
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:7f00:1]/',
  'http://2130706433:1/',
  '//127.1/',
  'http://internal.example/',
])('does not follow a redirect to %s', async (location) => {
  const server = await startServer(redirectTo(302, () => location))
  const outbound = startOutbound({
    allow: [server.authority],
    resolve: (_name, _options, done) => done(null, [{ address: '10.0.0.1', family: 4 }]),
  })
  const error = await failureOf(outbound, { url: server.url })
  expect(error).toMatchObject({ kind: 'blocked' })
  expect(error.message).not.toContain('hunter2')
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'http://ada:hunter2@127.0.0.1/',
  'http://[::1',
  'javascript:alert(1)',
])('does not follow a redirect to %s', async (location) => {
  const server = await startServer(redirectTo(302, () => location))
  const error = await failureOf(startOutbound({ allow: [server.authority] }), { url: server.url })
  expect(error).toMatchObject({ kind: 'redirects', host: server.authority })
  expect(error.message).not.toContain('hunter2')
})

test('follows as many redirects as it was told', async () => {
  const server = await startServer((response, { path }) => {
    const step = Number(path.slice(1))
    if (step < 3) response.writeHead(302, { location: `/${step + 1}` }).end()
    else response.end('arrived')
  })
  const outbound = startOutbound({ allow: [server.authority] })

  expect(
    textOf(await outbound.send({ method: 'GET', url: `${server.url}/0`, maxRedirects: 3 })),
  ).toBe('arrived')
  expect(await failureOf(outbound, { url: `${server.url}/0`, maxRedirects: 2 })).toMatchObject({
    kind: 'redirects',
  })
})

test('stops a circle after five redirects', async () => {
  const server = await startServer(redirectTo(302, () => '/again'))
  expect(
    await failureOf(startOutbound({ allow: [server.authority] }), { url: server.url }),
  ).toMatchObject({ kind: 'redirects' })
  expect(server.requests).toHaveLength(6)
})

test('hands back the 3xx when it may not follow', async () => {
  const server = await startServer(redirectTo(302, () => 'http://10.0.0.1/'))
  const response = await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
    maxRedirects: 0,
  })
  expect(response).toMatchObject({ status: 302, headers: { location: 'http://10.0.0.1/' } })
})

test.each([
  [304, '/next'],
  [300, '/next'],
  [302, undefined],
])('hands back a %i with the location %s', async (status, location) => {
  const server = await startServer((response) => {
    response.writeHead(status, location === undefined ? {} : { location }).end()
  })
  expect(
    await startOutbound({ allow: [server.authority] }).send({ method: 'GET', url: server.url }),
  ).toMatchObject({ status })
})

test('does not go from https to http with credentials or a body', async () => {
  const plain = await startServer()
  const secure = await startServer(
    redirectTo(307, () => plain.url),
    { secure: true },
  )
  const outbound = startOutbound({ allow: [plain.authority, secure.authority], ca })

  expect(
    await failureOf(outbound, { url: secure.url, headers: { authorization: 'Bearer hunter2' } }),
  ).toMatchObject({ kind: 'redirects' })
  expect(
    await failureOf(outbound, {
      url: secure.url,
      headers: { 'x-key': 'hunter2' },
      sensitiveHeaders: ['X-Key'],
    }),
  ).toMatchObject({ kind: 'redirects' })
  expect(
    await failureOf(outbound, { url: secure.url, method: 'POST', body: 'client_secret=hunter2' }),
  ).toMatchObject({ kind: 'redirects' })
  expect(plain.requests).toEqual([])
  expect(await outbound.send({ method: 'GET', url: secure.url })).toMatchObject({
    status: 200,
    url: `${plain.url}/`,
  })
})
