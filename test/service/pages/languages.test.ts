import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allTexts, type Texts } from '../../../src/service/pages/texts/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const link = async (authConfigId = notes.authConfigId) =>
  (
    await notes.service.client.connectedAccounts.link({
      body: { auth_config_id: authConfigId, user_id: 'ada' },
    })
  ).redirect_url

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('the pages for users', () => {
  it.each(Object.entries(allTexts))(
    'have every text in %s, with the same places',
    (_language, texts) => {
      verifies('connect-page.languages')
      const places = (text: string) =>
        [...new Set(text.match(/\{\w+\}/g) ?? [])]
          .filter((place) => place !== '{project}')
          .toSorted()
      for (const key of Object.keys(allTexts.en) as (keyof Texts)[]) {
        expect(places(texts[key]), key).toEqual(places(allTexts.en[key]))
        expect(texts[key].trim()).not.toBe('')
      }
    },
  )

  it.each<[string, string, string]>([
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Notes verbinden'],
    ['en;q=0.1, fr-CA', 'fr', 'Connecter Notes'],
    ['nl, es;q=0.5', 'es', 'Conectar Notes'],
    ['ja', 'ja', 'Notesを接続'],
    ['pt-BR', 'pt', 'Ligar Notes'],
    ['nl', 'en', 'Connect Notes'],
    ['de;q=0, *', 'en', 'Connect Notes'],
    [`${'x,'.repeat(2000)}de`, 'en', 'Connect Notes'],
  ])('are in the language that the browser prefers: $#', async (accepted, language, title) => {
    verifies('connect-page.languages')
    const { html } = await createVisitor().visit(await link(), {
      headers: { 'accept-language': accepted },
    })
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`<h1>${title}</h1>`)
  })

  it('are in the language that the address says, also where a later address does not', async () => {
    verifies('connect-page.languages')
    const url = await link()
    const headers = { 'accept-language': 'fr' }
    const page = await fetch(`${url}?lang=de`, { headers })
    expect(await page.text()).toContain('Notes verbinden')
    const cookie = page.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const later = await fetch(url, { headers: { ...headers, cookie } })
    expect(await later.text()).toContain('Notes verbinden')
    const other = await fetch(`${url}?lang=xx`, { headers })
    expect(await other.text()).toContain('Connecter Notes')
  })

  it('call a project that was given no name "the application"', async () => {
    verifies('connect-page.project')
    const url = await link()
    const shown = async (language: string) =>
      textOf((await createVisitor().visit(`${url}?lang=${language}`)).html)
    expect(await shown('en')).toContain('The application asks to use Notes for the user ada .')
    expect(await shown('en')).toContain('trust the application.')
    expect(await shown('de')).toContain('Die Anwendung möchte Notes')
    for (const language of Object.keys(allTexts))
      expect(await shown(language)).not.toMatch(/default/i)
  })

  it('ask in each language whether a call may be made', async () => {
    verifies('connect-page.languages', 'connect-page.project')
    const { sessions } = notes.service.client
    await notes.connect('ada')
    const { session_id } = await sessions.create({
      body: { user_id: 'ada', approvals: { tools: ['NOTES_CREATE_NOTE'] } },
    })
    const params = { session_id }
    await sessions.execute({
      params,
      body: { tool_slug: 'NOTES_CREATE_NOTE', arguments: { text: '<b>' } },
    })
    const [approval] = (await sessions.approvals({ params })).items
    for (const [language, { approve, deny, withArguments }] of Object.entries(allTexts)) {
      const { html } = await createVisitor().visit(
        `${String(approval?.approval_url)}?lang=${language}`,
      )
      for (const text of [approve, deny, withArguments, '&lt;b&gt;']) expect(html).toContain(text)
      expect(textOf(html)).not.toMatch(/default/i)
    }
  })

  it('say what the provider will be asked to allow', async () => {
    verifies('connect-page.scopes')
    await importToolkit(notes.service, {
      slug: 'drive',
      name: 'Drive',
      source: { openapi: openNotesApi(notes.upstream.url) },
      auth: {
        scheme: 'OAUTH2',
        oauth: {
          authorization_url: `${notes.upstream.url}/auth`,
          token_url: `${notes.upstream.url}/token`,
          scopes: { 'files.read': 'Read your files <b>', 'files.write': '' },
        },
      },
    })
    const { auth_config } = await notes.service.client.authConfigs.create({
      body: {
        toolkit: { slug: 'drive' },
        auth_config: {
          type: 'use_custom_auth',
          credentials: {
            client_id: 'application',
            client_secret: 'application-secret',
            scopes: ['files.read', 'files.write'],
          },
        },
      },
    })
    const { html } = await createVisitor().visit(await link(auth_config.id))
    expect(textOf(html)).toContain('Access that it asks for: Read your files')
    expect(html).not.toContain('<li>Read your files <b>')
    expect(html).toContain('<li><code>files.write</code></li>')
    expect((await createVisitor().visit(await link())).html).not.toContain(
      'Access that it asks for',
    )
  })

  it('call a project by the name that it was given', async () => {
    verifies('connect-page.project')
    await notes.service.client.projects.updateConfig({ body: { display_name: '<i>Acme' } })
    expect((await createVisitor().visit(await link())).html).toContain('&lt;i&gt;Acme asks to use')
  })
})
