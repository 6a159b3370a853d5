import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { createVisitor, submission } from '../../support/visit-connect-page.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const link = (body: Record<string, unknown> = {}) =>
  notes.service.client.connectedAccounts.link({
    body: { auth_config_id: notes.authConfigId, user_id: 'ada', ...body },
  })

const statusOf = async (nanoid: string) =>
  (await notes.service.client.connectedAccounts.get({ params: { nanoid } })).status

describe('the page of a link', () => {
  it('asks for the fields of the scheme and connects the account', async () => {
    verifies('connect-page.form', 'connect-page.return')
    const { redirect_url, connected_account_id } = await link({
      callback_url: 'https://app.example/done',
    })
    const user = createVisitor()
    const page = await user.visit(redirect_url)
    expect(page.status).toBe(200)
    expect(page.html).toMatch(/<label for="field-generic_api_key">API key/)
    expect(page.html).toContain('<strong>ada</strong>')
    const done = await user.connect(redirect_url, { generic_api_key: 'canary-key' })
    expect(done.status).toBe(200)
    expect(done.leadsTo).toBe(
      `https://app.example/done?status=success&connected_account_id=${connected_account_id}`,
    )
    expect(done.html).not.toContain('canary-key')
    expect(await statusOf(connected_account_id)).toBe('ACTIVE')
  })

  it('names each value that cannot be used, and shows no secret again', async () => {
    verifies('connect-page.problems')
    const { redirect_url, connected_account_id } = await link()
    const user = createVisitor()
    const refused = await user.connect(redirect_url, { generic_api_key: 'canary\u0007' })
    expect(refused.status).toBe(400)
    expect(refused.html).toMatch(/id="field-generic_api_key-problem">[^<]*one line of text/)
    expect(refused.html).not.toContain('canary')
    expect((await user.connect(redirect_url)).status).toBe(400)
    expect(await statusOf(connected_account_id)).toBe('INITIATED')
    expect((await user.connect(redirect_url, { generic_api_key: 'right' })).status).toBe(200)
  })

  it('takes nothing away when it is only read, and then belongs to one browser', async () => {
    verifies('connect-page.preview', 'connect-page.one-browser')
    const { redirect_url } = await link()
    for (let reading = 0; reading < 3; reading += 1)
      expect((await createVisitor().visit(redirect_url)).status).toBe(200)
    expect((await fetch(redirect_url, { method: 'HEAD' })).status).toBe(200)
    const [user, other] = [createVisitor(), createVisitor()]
    const { formToken } = await other.visit(redirect_url)
    expect((await user.connect(redirect_url, { generic_api_key: '\u0007' })).status).toBe(400)
    expect((await other.visit(redirect_url)).html).toContain('This link is in use')
    expect(
      (await other.visit(redirect_url, submission(formToken, { generic_api_key: 'theirs' })))
        .status,
    ).toBe(403)
    expect((await user.connect(redirect_url, { generic_api_key: 'mine' })).html).toContain(
      'Notes is connected',
    )
    expect((await user.visit(redirect_url)).html).toContain('This link was already used')
  })

  it('refuses a form that did not come from it', async () => {
    verifies('connect-page.foreign-form')
    const { redirect_url, connected_account_id } = await link()
    const user = createVisitor()
    const { formToken } = await user.visit(redirect_url)
    const values = { generic_api_key: 'k' }
    const cases: [string, Promise<{ status: number }>][] = [
      [
        'another site',
        user.visit(
          redirect_url,
          submission(formToken, values, {
            'sec-fetch-site': 'cross-site',
            origin: 'https://evil.example',
          }),
        ),
      ],
      [
        'a sibling site',
        user.visit(redirect_url, submission(formToken, values, { 'sec-fetch-site': 'same-site' })),
      ],
      [
        'another origin',
        user.visit(redirect_url, submission(formToken, values, { origin: 'https://evil.example' })),
      ],
      ['no form token', user.visit(redirect_url, submission('', values))],
      ['no cookie', createVisitor().visit(redirect_url, submission(formToken, values))],
      [
        'another content type',
        user.visit(redirect_url, {
          method: 'POST',
          headers: { 'content-type': 'text/plain' },
          body: `form_token=${formToken}&value.generic_api_key=k`,
        }),
      ],
    ]
    for (const [name, answer] of cases) expect([name, (await answer).status]).toEqual([name, 403])
    expect(await statusOf(connected_account_id)).toBe('INITIATED')
    expect(
      (
        await user.visit(
          redirect_url,
          submission(formToken, { generic_api_key: 'x'.repeat(300_000) }),
        )
      ).status,
    ).toBe(413)
  })

  it('is shown under a strict policy', async () => {
    verifies('connect-page.headers')
    const { redirect_url } = await link()
    const user = createVisitor()
    const pages = [
      await user.visit(redirect_url),
      await user.connect(redirect_url),
      await user.visit(`${notes.service.url}/connect/lk_unknown`),
      await user.visit(`${notes.service.url}/oauth/callback?state=unknown`),
    ]
    for (const { headers, html } of pages) {
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/script-src|unsafe/)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(html).not.toMatch(/<script|style=| on[a-z]+=/i)
    }
    const styles = await fetch(`${notes.service.url}/connect/styles.css`)
    expect([styles.status, styles.headers.get('content-type')]).toEqual([
      200,
      'text/css; charset=utf-8',
    ])
    const [cookie] = (await fetch((await link()).redirect_url)).headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
  })

  it('says what is wrong with a link that leads nowhere', async () => {
    verifies('connect-page.dead-links')
    const user = createVisitor()
    const unknown = await user.visit(`${notes.service.url}/connect/lk_0123456789abcdefghijkl`)
    expect([unknown.status, unknown.html.includes('There is no such link')]).toEqual([404, true])
    const { redirect_url, connected_account_id } = await link()
    await notes.service.client.connectedAccounts.delete({
      params: { nanoid: connected_account_id },
    })
    expect((await user.visit(redirect_url)).status).toBe(404)
    const answer = await user.visit(
      `${notes.service.url}/oauth/callback?state=${'x'.repeat(40)}&code=1`,
    )
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.html).toContain('<h1>')
  })

  it('shows foreign texts as text', async () => {
    verifies('connect-page.escaping')
    const bad = `<img src=x onerror=alert(1)>"'&`
    await importToolkit(notes.service, {
      slug: 'bad',
      name: bad,
      source: { openapi: notesApi(notes.upstream.url) },
    })
    const { auth_config } = await notes.service.client.authConfigs.create({
      body: { toolkit: { slug: 'bad' } },
    })
    const { redirect_url } = await link({ auth_config_id: auth_config.id, user_id: bad })
    const { html } = await createVisitor().visit(redirect_url)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(html).not.toContain('<img src=x')
  })
})
