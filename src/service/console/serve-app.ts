import type { Hono } from 'hono'
import { sendFile, type Environment } from '../endpoint/index.ts'
import type { BrowserFiles } from '../platform/browser-files.ts'

const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

/** The names of assets contain a hash of their content. */
const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }

/**
 * Serves the application: its files, and its page at every other address below `/console`, since
 * the application has an address for each of its states.
 */
export const serveApp = (app: Hono<Environment>, files: BrowserFiles): void => {
  app.get('/console/assets/:name', async (context) => {
    const file = await files.loaded(`assets/${context.req.param('name')}`)
    return file ? sendFile(context, file, assetHeaders) : context.notFound()
  })
  app.get('/console/*', async (context) => {
    const file = await files.current('index.html')
    return file ? sendFile(context, file, pageHeaders) : context.notFound()
  })
}
