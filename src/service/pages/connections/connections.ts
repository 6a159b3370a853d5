import { hash } from 'node:crypto'
import type { Hono } from 'hono'
import { sendFile, type Environment } from '../../endpoint/index.ts'
import { createBrowserFiles } from '../../platform/browser-files.ts'
import { lookOf } from '../hosted/look.ts'
import { chooseLanguage } from '../texts/language.ts'
import { connectionsPage } from './page.ts'
import { stylesOf } from './styles.ts'

const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Pages of other sites load the element, and check it by its hash. */
const forEverybody = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-cache',
}

/**
 * Serves `/connections`, on which a user manages their own connections, and the element that it and
 * pages of other sites show. The page knows no user: its script has the token of its address.
 */
export const mountConnections = (app: Hono<Environment>): void => {
  const files = createBrowserFiles({
    packaged: 'assets/connections',
    build: 'connections-element/build.ts',
  })

  app.get('/connections', (context) =>
    context.html(connectionsPage(chooseLanguage(context)), 200, pageHeaders),
  )
  app.get('/connections/page.css', (context) =>
    context.body(stylesOf(lookOf(context.req.query())), 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  app.get('/connections/page.js', async (context) => {
    const file = await files.current('page.js')
    return file ? sendFile(context, file, { 'cache-control': 'no-cache' }) : context.notFound()
  })
  app.get('/connections/element.js', async (context) => {
    const file = await files.current('element.js')
    return file ? sendFile(context, file, forEverybody) : context.notFound()
  })
  app.get('/connections/element.json', async (context) => {
    const file = await files.current('element.js')
    if (!file) return context.notFound()
    return context.json(
      { integrity: `sha384-${hash('sha384', file.body, 'base64')}` },
      200,
      forEverybody,
    )
  })
}
