import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { decideOnPage, decisionForm } from '../../support/decide-on-page.ts'
import { createProject } from '../../support/fill-project.ts'
import { notesApi } from '../../support/notes-api.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { startService } from '../../support/start-service.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

/** A session whose call of a tool waits, and what may be done with it. */
const startPending = async (
  given: Record<string, unknown> = { id: crypto.randomUUID() },
  { tool = 'OPEN_DELETE_NOTE', user = 'ada' } = {},
) => {
  const { sessions } = notes.service.client
  const { session_id } = await sessions.create({
    body: { user_id: user, approvals: { tools: [tool] } },
  })
  const params = { session_id }
  const call = () => sessions.execute({ params, body: { tool_slug: tool, arguments: given } })
  const first = await call()
  const list = async () => (await sessions.approvals({ params })).items
  const [approval] = await list()
  return {
    params,
    call,
    first,
    url: String(approval?.approval_url),
    id: String(approval?.approval_id),
    status: async () => (await list())[0]?.status,
    list,
  }
}

const sent = () => notes.upstream.received.filter(({ method }) => method !== 'GET').length

describe('the page of an approval', () => {
  it('shows the whole call and has its user decide, once', async () => {
    verifies('approve-page.question', 'approve-page.once', 'sessions.approvals.links')
    const account = await notes.connect('bob')
    const { url, call, status, list } = await startPending(
      { id: 'n-1' },
      { tool: 'NOTES_DELETE_NOTE', user: 'bob' },
    )
    expect(url).toMatch(/\/approve\/al_\w{27,}$/)
    const user = createVisitor()
    const page = await user.visit(url)
    expect(page.status).toBe(200)
    for (const shown of [
      'NOTES_DELETE_NOTE',
      'Delete a note',
      '<strong>bob</strong>',
      account,
      '<dt>id</dt>',
      '<pre>n-1</pre>',
      'value="approve"',
      'value="deny"',
    ])
      expect(page.html).toContain(shown)

    const before = sent()
    expect((await decideOnPage(url, 'approve', user)).html).toContain('This call was approved')
    for (const visitor of [user, createVisitor()]) {
      const again = await visitor.visit(url)
      expect([
        again.status,
        again.html.includes('This call was approved'),
        again.html.includes('n-1'),
      ]).toEqual([200, true, false])
    }
    // The form that is still open somewhere changes nothing any more.
    expect((await user.visit(url, decisionForm(page.formToken, 'deny'))).html).toContain(
      'This call was approved',
    )
    expect([await status(), (await list())[0]?.approval_url]).toEqual(['approved', null])
    expect((await call()).error).toBeNull()
    expect(sent()).toBe(before + 1)
    expect((await user.visit(url)).html).toContain('This call was approved and made')
  })

  it('denies, and says so', async () => {
    verifies('approve-page.question', 'approve-page.once')
    const { url, call, status } = await startPending()
    expect((await decideOnPage(url, 'deny')).html).toContain('This call was denied')
    expect(await status()).toBe('denied')
    expect((await call()).data).toMatchObject({ status: 'denied' })
    expect((await createVisitor().visit(url)).html).toContain('This call was denied')
  })

  it('gives way to a key that decided first, and of two at a time one decides', async () => {
    verifies('approve-page.once')
    const first = await startPending()
    const user = createVisitor()
    const { formToken } = await user.visit(first.url)
    await notes.service.client.sessions.decide({
      params: { ...first.params, approval_id: first.id },
      body: { decision: 'deny' },
    })
    expect((await user.visit(first.url, decisionForm(formToken, 'approve'))).html).toContain(
      'This call was denied',
    )
    expect(await first.status()).toBe('denied')

    const raced = await startPending()
    const answers = await Promise.all([
      decideOnPage(raced.url, 'approve'),
      decideOnPage(raced.url, 'deny'),
    ])
    const [one, two] = answers.map(({ html }) => /<h1>([^<]*)/.exec(html)?.[1])
    expect(one).toBe(two)
  })

  it('decides nothing when it is only read', async () => {
    verifies('approve-page.reading')
    const { url, status } = await startPending()
    for (const path of [url, `${url}?decision=approve`, `${url}?form_token=x&decision=approve`])
      expect((await createVisitor().visit(path)).status).toBe(200)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await fetch(url, { method })).status).toBeGreaterThanOrEqual(404)
    expect(await status()).toBe('pending')
  })

  it('takes its form from the browser that it was shown to, alone', async () => {
    verifies('approve-page.browser')
    const { url, status } = await startPending()
    const user = createVisitor()
    const { formToken } = await user.visit(url)
    const other = createVisitor()
    const otherToken = (await other.visit(url)).formToken
    const elsewhere = (await user.visit((await startPending()).url)).formToken
    const own = { 'sec-fetch-site': 'same-origin' }
    const cases: [string, Promise<{ status: number }>][] = [
      ['another browser', other.visit(url, decisionForm(formToken, 'approve'))],
      ["another browser's token", user.visit(url, decisionForm(otherToken, 'approve'))],
      ['the token of another approval', user.visit(url, decisionForm(elsewhere, 'approve'))],
      ['no token', user.visit(url, decisionForm('', 'approve'))],
      ['no cookie', createVisitor().visit(url, decisionForm(formToken, 'approve'))],
      [
        'another site',
        user.visit(
          url,
          decisionForm(formToken, 'approve', {
            'sec-fetch-site': 'cross-site',
            origin: 'https://evil.example',
          }),
        ),
      ],
      [
        'a sibling site',
        user.visit(url, decisionForm(formToken, 'approve', { 'sec-fetch-site': 'same-site' })),
      ],
      [
        'another origin',
        user.visit(
          url,
          decisionForm(formToken, 'approve', { ...own, origin: 'https://evil.example' }),
        ),
      ],
      [
        'nothing that says it is a browser',
        user.visit(url, decisionForm(formToken, 'approve', {})),
      ],
      [
        'JSON',
        user.visit(url, {
          method: 'POST',
          headers: { ...own, 'content-type': 'application/json' },
          body: JSON.stringify({ form_token: formToken, decision: 'approve' }),
        }),
      ],
      ['no decision', user.visit(url, decisionForm(formToken, ''))],
      ['another decision', user.visit(url, decisionForm(formToken, 'used'))],
      ['far too much', user.visit(url, decisionForm(formToken, 'x'.repeat(300_000)))],
    ]
    for (const [name, answer] of cases) expect([name, (await answer).status]).toEqual([name, 403])
    expect(await status()).toBe('pending')
    expect((await user.visit(url, decisionForm(formToken, 'approve'))).status).toBe(200)
  })

  it('says that there is nothing to decide for an address that is unknown, or whose session or project is gone', async () => {
    verifies('approve-page.dead')
    const { url, params, id } = await startPending()
    const user = createVisitor()
    const { formToken } = await user.visit(url)
    await notes.service.client.sessions.delete({ params })
    const stranger = await createProject(notes.service, 'To be deleted')
    await importToolkit(
      { client: stranger.client },
      {
        slug: 'gone',
        source: { openapi: notesApi(notes.upstream.url) },
        auth: { scheme: 'NO_AUTH' },
      },
    )
    const session = await stranger.client.sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['GONE_DELETE_NOTE'] } },
    })
    await stranger.client.sessions.execute({
      params: { session_id: session.session_id },
      body: { tool_slug: 'GONE_DELETE_NOTE', arguments: { id: '1' } },
    })
    const [theirs] = (
      await stranger.client.sessions.approvals({ params: { session_id: session.session_id } })
    ).items
    expect((await createVisitor().visit(String(theirs?.approval_url))).status).toBe(200)
    await notes.service.client.projects.delete({ params: { nano_id: stranger.id } })
    await expect
      .poll(async () => (await createVisitor().visit(String(theirs?.approval_url))).status)
      .toBe(404)

    for (const path of [
      url,
      `${notes.service.url}/approve/al_0123456789abcdefghijklmnopq`,
      `${notes.service.url}/approve/${id}`,
      `${notes.service.url}/approve/${'x'.repeat(5000)}`,
    ]) {
      const page = await user.visit(path)
      expect([page.status, page.html.includes('There is nothing to decide here')]).toEqual([
        404,
        true,
      ])
    }
    expect((await user.visit(url, decisionForm(formToken, 'approve'))).status).toBe(404)
  })

  it('has expired when nobody decided in time', async () => {
    verifies('approve-page.dead', 'sessions.approvals.expiry')
    let now = Date.parse('2026-11-21T12:00:00Z')
    const service = await startService({
      egressAllow: [notes.upstream.host],
      clock: { now: () => new Date(now) },
    })
    await importToolkit(service, {
      slug: 'brief',
      source: { openapi: notesApi(notes.upstream.url) },
      auth: { scheme: 'NO_AUTH' },
    })
    const { session_id } = await service.client.sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['BRIEF_DELETE_NOTE'] } },
    })
    await service.client.sessions.execute({
      params: { session_id },
      body: { tool_slug: 'BRIEF_DELETE_NOTE', arguments: { id: '1' } },
    })
    const [approval] = (await service.client.sessions.approvals({ params: { session_id } })).items
    const user = createVisitor()
    const { formToken } = await user.visit(String(approval?.approval_url))
    now += 15 * 60_000
    for (const answer of [
      user.visit(String(approval?.approval_url)),
      user.visit(String(approval?.approval_url), decisionForm(formToken, 'approve')),
    ]) {
      const { status, html } = await answer
      expect([status, html.includes('This request has expired')]).toEqual([410, true])
    }
    expect(
      (await service.client.sessions.approvals({ params: { session_id } })).items[0],
    ).toMatchObject({ status: 'expired', approval_url: null })
  })

  it('shows foreign texts as text, and secrets not at all', async () => {
    verifies('approve-page.visible', 'approve-page.secrets', 'approve-page.whole')
    const bad = `<img src=x onerror=alert(1)>"'&`
    const properties = {
      text: { type: 'string' },
      password: { type: 'string' },
      code: { type: 'string', format: 'password' },
      nested: { type: 'object' },
    }
    const signUp = {
      post: {
        operationId: 'signUp',
        summary: `Sign up ${bad}`,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties } } },
        },
        responses: { 201: { description: 'made' } },
      },
    }
    const { tools } = await importToolkit(notes.service, {
      slug: 'users',
      name: bad,
      source: { openapi: notesApi(notes.upstream.url, { '/users': signUp }) },
      auth: { scheme: 'NO_AUTH' },
    })
    const given = {
      text: `${bad}\u202egnp.exe${'y'.repeat(9000)}END`,
      password: 'canary-secret',
      code: 'canary-secret',
      nested: {
        api_key: 'canary-secret',
        list: [{ token: 'canary-secret', name: 'kept' }],
        [bad]: 1,
      },
    }
    const { url } = await startPending(given, {
      tool: tools.find((slug) => slug.includes('SIGN')) ?? '',
      user: bad,
    })
    const { html } = await createVisitor().visit(url)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\\u{202e}gnp.exe')
    expect(html).not.toMatch(/<img src=x|canary-secret|END|\u202e/)
    expect(html).toContain('&quot;name&quot;: &quot;kept&quot;')
    expect(html).toMatch(/Cut here: \d+ more characters are not shown/)
    expect(html).toContain('Not everything is shown here')
  })

  it('is shown under a strict policy', async () => {
    verifies('approve-page.headers')
    const { url } = await startPending()
    const user = createVisitor()
    for (const { headers, html } of [
      await user.visit(url),
      await user.visit(url, decisionForm('', 'approve')),
      await decideOnPage(url, 'deny', user),
      await user.visit(`${notes.service.url}/approve/al_unknown`),
    ]) {
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
      )
      expect([
        headers.get('cache-control'),
        headers.get('referrer-policy'),
        headers.get('x-content-type-options'),
      ]).toEqual(['no-store', 'no-referrer', 'nosniff'])
      expect(html).not.toMatch(/<script|style=| on[a-z]+=/i)
    }
  })
})

it('the address of the page is in no answer to a call, no log entry and no line of the log', async () => {
  verifies('sessions.approvals.links.kept')
  const lines: string[] = []
  const service = await startService({
    egressAllow: [notes.upstream.host],
    logLevel: 'debug',
    writeLog: { write: (line) => void lines.push(line) },
  })
  await importToolkit(service, {
    slug: 'kept',
    source: { openapi: notesApi(notes.upstream.url) },
    auth: { scheme: 'NO_AUTH' },
  })
  const { session_id } = await service.client.sessions.create({
    body: { user_id: 'ada', approvals: { tools: ['KEPT_DELETE_NOTE'] } },
  })
  const params = { session_id }
  const call = { tool_slug: 'KEPT_DELETE_NOTE', arguments: { id: '1' } }
  const answers = [
    await service.client.sessions.execute({ params, body: call }),
    await service.client.sessions.executeMeta({
      params,
      body: { slug: 'SVC_MULTI_EXECUTE_TOOL', arguments: { tools: [call] } },
    }),
  ]
  const [approval] = (await service.client.sessions.approvals({ params })).items
  const token = String(approval?.approval_url).split('/').at(-1) ?? ''
  expect(token).toMatch(/^al_/)
  await decideOnPage(String(approval?.approval_url), 'approve')
  await fetch(`${service.url}/approve/${token}`, { method: 'DELETE' })
  const entries = await Promise.all(
    (await service.client.logs.list({})).items.map(({ id }) =>
      service.client.logs.get({ params: { id } }),
    ),
  )
  expect(entries.length).toBeGreaterThan(0)
  for (const text of [JSON.stringify(answers), JSON.stringify(entries), lines.join('\n')])
    expect(text).not.toContain(token)
  expect(lines.join('\n')).toContain('sessions.execute')
})
