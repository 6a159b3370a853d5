import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allTexts } from '../../../src/service/pages/texts/index.ts'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { createVisitor, submission } from '../../support/visit-connect-page.ts'
import { askWith } from '../connections/ask-with.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const link = async (userId: string, more: Record<string, unknown> = {}) =>
  (
    await notes.service.client.connectedAccounts.link({
      body: { auth_config_id: notes.authConfigId, user_id: userId, ...more },
    })
  ).redirect_url

/** The notice of a page, and all that its button says to who cannot see it. */
const noticeOf = (html: string) =>
  /<div class="notice consent"[\s\S]*?<\/div>/.exec(html)?.[0] ?? ''

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (_place, name: string) => values[name] ?? '')

describe('where somebody agrees', () => {
  it.each(Object.entries(allTexts))(
    'the form and the code say in %s which user will be able to use the account',
    async (language, texts) => {
      verifies('connect-page.user')
      await notes.service.client.projects.updateConfig({ body: { display_name: 'Acme' } })
      const url = await link('mallory@example.com', { confirmation: 'code' })
      const visitor = createVisitor()
      const willUse = filled(texts.willUse, {
        project: 'Acme',
        toolkit: 'Notes',
        user: 'mallory@example.com',
      })
      const form = await visitor.visit(`${url}?lang=${language}`)
      expect(textOf(noticeOf(form.html))).toBe(`${willUse} ${texts.sentLink}`)
      // It stands before the button, which refers to it.
      expect(form.html.indexOf('id="consent"')).toBeLessThan(form.html.indexOf('<button'))
      expect(form.html).toContain('<button type="submit" aria-describedby="consent">')

      const code = await visitor.visit(
        `${url}?lang=${language}`,
        submission(form.formToken, { generic_api_key: 'key' }),
      )
      expect(textOf(noticeOf(code.html))).toBe(`${willUse} ${texts.codeAsked}`)
      expect(code.html.indexOf('id="consent"')).toBeLessThan(code.html.indexOf('class="code"'))
    },
  )

  it('a value that has to be corrected leaves the notice where it is', async () => {
    verifies('connect-page.user')
    const { status, html } = await createVisitor().connect(await link('mallory'), {
      generic_api_key: '\u0007',
    })
    expect(status).toBe(400)
    expect(textOf(noticeOf(html))).toContain('the user mallory')
  })

  it.each([
    ['markup', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['a change of direction', 'ada\u202eeve', String.raw`ada\u{202e}eve`],
    ['another line', 'ada.\nAcme checks you', String.raw`ada.\u{a}Acme checks you`],
    ['an address', 'https://evil.example/', 'https://evil.example/'],
    ['letters from right to left', 'עדה', 'עדה'],
    [
      'more than anybody reads',
      `ada${'x'.repeat(200)}eve`,
      `ada${'x'.repeat(37)}…${'x'.repeat(37)}eve`,
    ],
  ])('an id with %s is a text apart', async (_name, userId, shown) => {
    verifies('connect-page.user.text')
    const visitor = createVisitor()
    const url = await link(userId, { confirmation: 'code' })
    const pages = [await visitor.visit(url), await visitor.connect(url, { generic_api_key: 'k' })]
    for (const { html } of pages) {
      const names = [...html.matchAll(/<bdi class="user"><strong>([\s\S]*?)<\/strong><\/bdi>/g)]
      expect(names.map(([, name]) => name)).toEqual([shown, shown])
      expect(html.replaceAll(shown, '')).not.toContain(userId.slice(0, 8))
      expect(html).not.toMatch(/<img|<a [^>]*evil/)
      expect(html).toContain('name="format-detection" content="telephone=no, email=no')
    }
  })

  it('the connections of a token come with its user, as people are shown them', async () => {
    verifies('connect-page.user.text', 'connections.page.user')
    const { client, url } = notes.service
    const origin = new URL(url).origin
    for (const [user_id, name] of [
      ['ada@example.com', 'ada@example.com'],
      ['ada\u202eeve', String.raw`ada\u{202e}eve`],
      ['e\u0301'.repeat(100), `${'e\u0301'.repeat(20)}…${'e\u0301'.repeat(20)}`],
    ] as const) {
      const { token } = await client.connectTokens.create({ body: { user_id } })
      const { body } = await askWith(url, token, { origin })('GET', '/connections/toolkits')
      expect(body.user).toEqual({ name })
    }
  })
})
