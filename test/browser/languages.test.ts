import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openConnections,
  signInAtProvider,
  type ConnectionsService,
} from '../connections-element/support/open-connections.ts'
import { views } from '../console/support/open-console.ts'
import { verifies } from '../requirements.ts'
import { chromiumPath, findViolations, takeScreenshot } from '../support/open-browser.ts'

describe.skipIf(!chromiumPath)(
  'the pages for users in their languages, in Chromium',
  { timeout: 300_000 },
  () => {
    let all: ConnectionsService
    beforeAll(async () => {
      all = await openConnections()
    })
    afterAll(() => all?.close())

    it.each([
      ['de', 'Calendar verbinden', 'Weiter zu Calendar', 'Calendar ist verbunden', 'desk dark'],
      [
        'fr',
        'Connecter Calendar',
        'Continuer vers Calendar',
        'Calendar est connecté',
        'phone light',
      ],
      ['es', 'Conectar Calendar', 'Continuar a Calendar', 'Calendar está conectado', 'phone dark'],
      ['ja', 'Calendarを接続', 'Calendarへ進む', 'Calendarを接続しました', 'phone light'],
      ['pt', 'Ligar Calendar', 'Continuar para Calendar', 'Calendar: ligação feita', 'phone dark'],
    ])('connect in %s, before and after the provider', async (lang, title, button, done, name) => {
      verifies('connect-page.languages', 'connect-page.scopes')
      const { token } = await all.mint(`in ${lang}`)
      const context = await all.browser.newContext(views[name])
      const page = await context.newPage()
      await page.goto(
        all.site.put(`<plugboard-connections token="${token}"></plugboard-connections>`, lang),
      )
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.locator('plugboard-connections li').first().getByRole('button').click(),
      ])
      await popup.getByRole('heading', { name: title, level: 1 }).waitFor()
      await takeScreenshot(popup, `connect page ${lang}`)
      expect(await findViolations(popup)).toEqual([])
      await popup.getByRole('button', { name: button }).click()
      await signInAtProvider(popup)
      await popup.getByRole('heading', { name: done }).waitFor()
      await takeScreenshot(popup, `connect page ${lang} done`)
      expect(await findViolations(popup)).toEqual([])
      await context.close()
    })
  },
)
