import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Environment } from '../endpoint/index.ts'
import { findPackaged } from '../platform/find-packaged.ts'

/**
 * Serves `GET /docs`: the API reference, rendered by Swagger UI from the service's OpenAPI
 * document.
 *
 * The Content-Security-Policy forbids other origins, inline scripts and framing.
 */
export const mountReference = (app: Hono<Environment>): void => {
  app.get('/docs', (context) =>
    context.html(page, 200, {
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    }),
  )
  app.get('/docs/start.js', (context) =>
    context.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  for (const [name, contentType] of Object.entries(assets)) {
    app.get(`/docs/${name}`, (context) =>
      context.body(Readable.toWeb(createReadStream(assetPath(name))) as ReadableStream, 200, {
        'content-type': contentType,
        'cache-control': 'public, max-age=86400',
      }),
    )
  }
}

const assets = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Plugboard: API reference</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="reference"></main>
    <noscript>The reference needs JavaScript. The description itself is at <a href="/api/v3/openapi.json">/api/v3/openapi.json</a>.</noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>`

/** As bright as the reader's system wants it, which Swagger UI takes from a class. */
const start = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
follow()
dark.addEventListener('change', follow)
SwaggerUIBundle({ url: '/api/v3/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', validatorUrl: null, syntaxHighlight: false })
`

/** The build copies Swagger UI next to the code; a checkout has it in `node_modules`. */
const assetPath = (name: string): string =>
  findPackaged(import.meta.url, `assets/${name}`) ??
  createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
