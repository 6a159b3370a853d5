import type { Hono } from 'hono'
import type { Environment } from '../endpoint/index.ts'
import { logoPath } from './logo-path.ts'
import type { Logos } from './logos.ts'

const headers = {
  // The path contains the hash, so the content never changes.
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** `GET /logos/{hash}`: images from third parties, for pages and for clients that show toolkits. */
export const mountLogos = (
  app: Hono<Environment>,
  { logos }: { logos: Pick<Logos, 'find'> },
): void => {
  app.get(logoPath(':hash'), async (context) => {
    context.set('operation', 'logos.get')
    const logo = await logos.find(context.req.param('hash') ?? '')
    if (!logo) return context.notFound()
    return context.body(logo.content, 200, {
      ...headers,
      'content-type': logo.contentType,
      'content-length': String(logo.content.byteLength),
    })
  })
}
