import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basePath } from '../../../src/contract/endpoint.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { askWith } from './ask-with.ts'

const origin = 'https://app.example'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const mint = async (user: string, more: Record<string, unknown> = {}) =>
  (
    await notes.service.client.connectTokens.create({
      body: { user_id: user, allowed_origins: [origin], ...more },
    })
  ).token

/** Sends a request as it is written: `fetch` would make the path canonical. */
const sendRaw = (
  method: string,
  path: string,
  headers: Record<string, string | string[]>,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(notes.service.url)
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject).end()
  })

describe('somebody with the connect token of a user', () => {
  it.each([
    ['GET', '/connections/../connected_accounts'],
    ['GET', '/connections/%2e%2e/connected_accounts'],
    ['GET', '/connections/..%2fconnected_accounts'],
    ['GET', '/connections/.%2e/connected_accounts?limit=1'],
    ['GET', '/connections//../../v3/connected_accounts'],
    ['GET', '/connections/x/..%5c..%5cconnected_accounts'],
    ['GET', '/connections;/../connected_accounts'],
    ['POST', '/connections/../connect_tokens'],
    ['POST', '/connections/%2e%2e/connect_tokens'],
    ['DELETE', '/connections/../connect_tokens?user_id=eve'],
    ['GET', '/Connections'],
  ])('reaches nothing else by %s %s', async (method, path) => {
    verifies('connections.only')
    await notes.connect('eve')
    const { status, text } = await sendRaw(method, basePath + path, {
      'x-connect-token': await mint('ada'),
      origin,
    })
    expect([400, 401, 404, 405]).toContain(status)
    expect(text).not.toContain('"items"')
  })

  it('cannot send it in another place, nor override the method', async () => {
    verifies('connections.only', 'connections.origin')
    const account = await notes.connect('ada')
    const token = await mint('ada')
    const path = `${basePath}/connections`
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: `x-connect-token=${token}` },
    ] as Record<string, string>[])
      expect((await sendRaw('GET', path, { ...headers, origin })).status).toBe(401)
    for (const query of [`?x-connect-token=${token}`, `?token=${token}`, `?ticket=${token}`])
      expect((await sendRaw('GET', path + query, { origin })).status).toBe(401)
    const overridden = await sendRaw('GET', `${path}/${account}`, {
      'x-connect-token': token,
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
      origin,
    })
    expect(overridden.status).toBe(200)
    expect(
      (
        await sendRaw('GET', `${path}/${account}?_method=DELETE`, {
          'x-connect-token': token,
          origin,
        })
      ).status,
    ).not.toBe(500)
    expect(
      await notes.service.client.connectedAccounts.get({ params: { nanoid: account } }),
    ).toMatchObject({ status: 'ACTIVE' })
  })

  it('cannot pass an origin off as another one', async () => {
    verifies('connections.origin')
    const token = await mint('ada')
    const path = `${basePath}/connections`
    for (const claimed of [
      [origin, 'https://evil.example'],
      ['https://evil.example', origin],
      `${origin}, https://evil.example`,
      `https://evil.example#${origin}`,
      'https://app.example@evil.example',
      'https://evil.app.example',
      'https://app.example.',
      'https://app.exampl\u0065%2eevil.example',
      `${origin}/`,
      `${origin}:443`,
      'file://',
      'about:srcdoc',
    ]) {
      const { status } = await sendRaw('GET', path, { 'x-connect-token': token, origin: claimed })
      expect([claimed, status]).toEqual([claimed, 403])
    }
    // What a proxy or a page adds says nothing about the origin.
    for (const headers of [
      { referer: `${origin}/page` },
      { 'x-forwarded-host': 'app.example', 'x-forwarded-origin': origin },
      { host: 'app.example' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      expect((await sendRaw('GET', path, { 'x-connect-token': token, ...headers })).status).toBe(
        403,
      )
  })

  it('acts for nobody else by what a body or a header names', async () => {
    verifies('connections.own')
    const eves = await notes.connect('eve')
    const ask = askWith(notes.service.url, await mint('ada'), { origin })
    const link = await ask('POST', '/connections/link', { toolkit: 'notes', user_id: 'eve' })
    if (link.status === 201) {
      const made = await notes.service.client.connectedAccounts.get({
        params: { nanoid: link.body.connection_id },
      })
      expect(made.user_id).toBe('ada')
    } else expect(link.status).toBe(400)
    for (const path of ['/connections?user_id=eve', '/connections?user_ids=eve']) {
      const { body } = await ask('GET', path)
      expect(JSON.stringify(body)).not.toContain(eves)
    }
    for (const id of ['__proto__', 'constructor', `${eves}%00`, `${eves}/.`, '%2e%2e', '*'])
      expect([400, 404]).toContain((await ask('GET', `/connections/${id}`)).status)
    const other = await createProject(notes.service, 'Another project')
    const elsewhere = askWith(notes.service.url, await mint('eve'), {
      origin,
      'x-plugboard-project': other.id,
      'x-api-key': other.key,
    })
    expect(JSON.stringify((await elsewhere('GET', '/connections')).body)).toContain(eves)
    const foreign = await other.client.connectTokens.create({
      body: { user_id: 'eve', allowed_origins: [origin] },
    })
    const stranger = askWith(notes.service.url, foreign.token, { origin })
    expect((await stranger('GET', '/connections')).body.items).toEqual([])
    for (const [method, path, body] of [
      ['GET', `/connections/${eves}`],
      ['DELETE', `/connections/${eves}`],
      ['POST', '/connections/link', { connection_id: eves }],
    ] as const)
      expect((await stranger(method, path, body)).status).toBe(404)
  })

  it('has nothing once the user is erased', async () => {
    verifies('connections.end')
    await notes.connect('leaving')
    const ask = askWith(notes.service.url, await mint('leaving'), { origin })
    expect((await ask('GET', '/connections')).status).toBe(200)
    await notes.service.client.users.erase({ params: { user_id: 'leaving' } })
    await expect.poll(async () => (await ask('GET', '/connections')).status).toBe(401)
  })
})
