import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../../src/service/platform/clock.ts'
import { basePath } from '../../../src/contract/endpoint.ts'
import { operations } from '../../contract/operations.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { signIn, signInBy } from '../../support/sign-in-to-console.ts'
import { startService, type TestService } from '../../support/start-service.ts'

const firstProject = async (service: TestService): Promise<string> =>
  (await service.client.projects.list()).data[0]?.id ?? ''

const clockAt = (start: number) => {
  let now = start
  return { clock: { now: () => new Date(now) }, pass: (ms: number) => (now += ms) }
}

describe('signing in to the console', () => {
  it('takes a link once, and opening its address changes nothing', async () => {
    verifies('console.link')
    const service = await startService()
    const link = await service.createConsoleLink()
    expect(link).toMatch(new RegExp(`^${service.url}/console#cl_\\w{20,}$`))

    expect((await signInBy(service, link, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await signInBy(service, link, { origin: 'https://evil.example' })).status).toBe(403)
    const first = await signInBy(service, link)
    expect(first).toMatchObject({ status: 200, body: { person: { role: 'owner' } } })
    expect(first.headers.get('set-cookie')).toMatch(
      /^plugboard_console_\d+=cs_\w+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(first.headers.get('cache-control')).toBe('no-store')
    const second = await signInBy(service, link)
    expect(second.status).toBe(401)
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(second.body.error.suggested_fix).toContain('plugboard admin link')
  })

  it('refuses a link that has expired', async () => {
    verifies('console.link')
    const { clock, pass } = clockAt(Date.parse('2026-11-24T08:00:00Z'))
    const service = await startService({ clock })
    const link = await service.createConsoleLink()
    pass(12 * hourMs)
    expect((await signInBy(service, link)).status).toBe(401)
  })

  it('over https binds the cookie to the host and to secure connections', async () => {
    verifies('console.session')
    const service = await startService({ publicUrl: 'https://tools.example.com' })
    const { headers } = await signInBy(service, await service.createConsoleLink())
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-plugboard_console=cs_\w+; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })
})

describe('a session of the console', () => {
  it('calls the interface for the projects of its organization', async () => {
    verifies('console.session')
    const service = await startService()
    const other = await createProject(service, 'Other project')
    const session = await signIn(service)
    const of = (id: string) => ({ ...session, 'x-plugboard-project': id })
    const list = await service.request('GET', '/api/v3/org/owner/project/list', {
      headers: session,
    })
    expect(list.body.total_items).toBe(2)
    for (const { id } of list.body.data)
      expect((await service.request('GET', '/api/v3/toolkits', { headers: of(id) })).status).toBe(
        200,
      )
    const created = await service.request('POST', '/api/v3/tool_router/session', {
      headers: of(other.id),
      body: { user_id: 'ada' },
    })
    expect(created.status).toBe(201)
    const { session_id } = created.body
    expect(await other.client.sessions.get({ params: { session_id } })).toMatchObject({
      session_id,
    })
    expect((await service.request('GET', '/api/v3/toolkits', { headers: session })).status).toBe(
      401,
    )
    const unknown = of('pr_unknown')
    expect((await service.request('GET', '/api/v3/toolkits', { headers: unknown })).status).toBe(
      401,
    )
    // A key acts on its own project, whatever else the request names.
    const path = `/api/v3/tool_router/session/${session_id}`
    const byKey = { 'x-api-key': service.apiKey, 'x-plugboard-project': other.id }
    expect((await service.request('GET', path, { headers: byKey })).status).toBe(404)
    expect((await service.request('GET', path, { headers: of(other.id) })).status).toBe(200)
  })

  it('is refused where a page of the console did not send the request', async () => {
    verifies('console.session')
    const service = await startService()
    const session = await signIn(service)
    const project = { 'x-plugboard-project': await firstProject(service) }
    const changes: Record<string, string>[] = [
      { 'x-plugboard-csrf': '' },
      { 'x-plugboard-csrf': 'A'.repeat(22) },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { cookie: '' },
      { cookie: session.cookie.replace(/.{5}$/, '00000') },
    ]
    for (const changed of changes) {
      const headers = { ...session, ...project, ...changed }
      for (const [method, path] of [
        ['GET', '/api/v3/toolkits'],
        ['DELETE', '/console/session'],
        ['POST', '/console/session/renew'],
      ] as const)
        expect((await service.request(method, path, { headers })).status).toBe(401)
    }
    const headers = { ...session, ...project }
    expect((await service.request('GET', '/api/v3/toolkits', { headers })).status).toBe(200)
  })

  it('sees nothing of another organization', async () => {
    verifies('console.session')
    const shared = await createSharedDatabase()
    const service = await startService({ database: shared.database })
    const { id } = await createProject(service, 'Of somebody else')
    const session = { ...(await signIn(service)), 'x-plugboard-project': id }
    const paths = ['/api/v3/toolkits', `/api/v3/org/owner/project/${id}`]
    const statuses = () =>
      Promise.all(
        paths.map(
          async (path) => (await service.request('GET', path, { headers: session })).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200])
    const database = await openServiceDatabase(shared.database)
    const db = database.handle.withTables<{
      projects: { id: string; organization_id: string }
      organizations: { id: string; name: string; created_at: string }
    }>()
    const other = { id: 'org_other', name: 'Somebody else', created_at: '2030-01-01T00:00:00.000Z' }
    await db.insertInto('organizations').values(other).execute()
    await db
      .updateTable('projects')
      .set({ organization_id: 'org_other' })
      .where('id', '=', id)
      .execute()
    // A node remembers a project for half a second.
    await expect.poll(statuses).toEqual([401, 404])
    const list = await service.request('GET', '/api/v3/org/owner/project/list', {
      headers: session,
    })
    expect(list.body.data.map((project: { name: string }) => project.name)).toEqual(['default'])
    let asked = 0
    for (const { endpoint } of operations) {
      if (endpoint.auth !== 'project') continue
      const path = basePath + endpoint.path.replaceAll(/\{\w+\}/g, 'x')
      const answer = await service.request(endpoint.method, path, { headers: session })
      expect([path, answer.status]).toEqual([path, 401])
      asked += 1
    }
    expect(asked).toBeGreaterThan(100)
  })

  it('ends when its person signs out', async () => {
    verifies('console.limits')
    const service = await startService()
    const headers = await signIn(service)
    const out = await service.request('DELETE', '/console/session', { headers })
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    const after = await service.request('GET', '/console/session', { headers })
    expect(after.body).toMatchObject({ person: null })
    const list = await service.request('GET', '/api/v3/org/owner/project/list', { headers })
    expect(list.status).toBe(401)
  })

  it('ends when nobody used it for 8 hours, and after 7 days', async () => {
    verifies('console.limits')
    const { clock, pass } = clockAt(Date.parse('2026-11-24T08:00:00Z'))
    const service = await startService({ clock })
    const isAlive = async (headers: Record<string, string>) =>
      (await service.request('GET', '/api/v3/org/owner/project/list', { headers })).status === 200
    const renew = (headers: Record<string, string>) =>
      service.request('POST', '/console/session/renew', { headers })

    const idle = await signIn(service)
    const used = await signIn(service)
    for (let passed = 0; passed < 7 * dayMs - 7 * hourMs; passed += 7 * hourMs) {
      expect(await isAlive(used)).toBe(true)
      // Requests alone do not count as use.
      expect(await isAlive(idle)).toBe(passed < 8 * hourMs)
      expect((await renew(used)).status).toBe(204)
      pass(7 * hourMs)
    }
    expect((await renew(idle)).status).toBe(401)
    pass(7 * hourMs)
    expect(await isAlive(used)).toBe(false)
  })
})

describe('the address of the service', () => {
  it('leads people to the console, and answers programs with the envelope', async () => {
    verifies('console.link')
    const service = await startService()
    const accept = (text: string) =>
      fetch(service.url, { headers: { accept: text }, redirect: 'manual' })
    const page = await accept('text/html,application/xhtml+xml')
    expect([page.status, page.headers.get('location')]).toEqual([302, '/console'])
    expect((await accept('application/json')).status).toBe(404)
  })
})
