import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../requirements.ts'
import { chromiumPath } from '../support/open-browser.ts'
import { openConnections, type ConnectionsService } from './support/open-connections.ts'

const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))

/**
 * A page that renders the component again each time `show(properties)` is called. The renderer is
 * Preact's, with the interface of React, whose own is not installed here.
 */
const buildPage = async (): Promise<string> => {
  const bundle = await rolldown({
    input: 'page',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? fileURLToPath(new URL(id, import.meta.url)) : null),
        load: (id) =>
          id === fileURLToPath(new URL('page', import.meta.url))
            ? `import { createElement, render } from 'react'
               import { PlugboardConnections } from ${JSON.stringify(source('connections-element/react.ts'))}
               window.show = (properties) => render(
                 properties && createElement(PlugboardConnections, properties),
                 document.querySelector('main'),
               )`
            : null,
      },
    ],
    resolve: { alias: { react: 'preact/compat' } },
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'iife' })
  return output[0].code
}

describe.skipIf(!chromiumPath)('the component for React, in Chromium', { timeout: 300_000 }, () => {
  let all: ConnectionsService
  beforeAll(async () => {
    all = await openConnections()
  })
  afterAll(() => all?.close())

  it('shows the element, takes another token, and calls what was rendered last', async () => {
    verifies('connections.element', 'connections.element.end')
    await all.connectNotes('reacting')
    const context = await all.browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    // The element is to come with the component.
    await page.route('**/connections/element.js', (route) => route.abort())
    await page.goto(all.site.put(''))
    await page.addScriptTag({ content: await buildPage() })
    const show = (token: string, name: string) =>
      page.evaluate(
        ([token, service, name]) => {
          const heard = (window as unknown as { heard?: string[] }).heard ?? []
          Object.assign(window, { heard })
          const say = (event: string) => heard.push(`${name} ${event}`)
          ;(window as unknown as { show(properties: object): void }).show({
            token,
            service,
            lang: 'fr',
            theme: 'dark',
            className: 'mine',
            onDisconnected: ({ toolkit }: { toolkit: string }) => say(`disconnected ${toolkit}`),
            onTokenExpired: () => say('expired'),
          })
        },
        [token, all.service.url, name] as const,
      )
    await show((await all.mint('reacting')).token, 'first')
    await page.getByRole('button', { name: 'Renommer Notes' }).waitFor()
    await page.locator('plugboard-connections.mine[theme=dark]').waitFor()
    await all.service.client.connectTokens.revoke({ query: { user_id: 'reacting' } })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByText('Votre session a pris fin ici').waitFor()
    await show((await all.mint('reacting')).token, 'second')
    await page.getByRole('button', { name: 'Déconnecter Notes' }).click()
    await page.getByRole('button', { name: 'Déconnecter', exact: true }).click()
    await page.getByText('Notes est déconnecté.').waitFor()
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
      'first expired',
      'second disconnected notes',
    ])
    await context.close()
  })
})
