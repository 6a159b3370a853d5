import type { Hono } from 'hono'
import type { Environment } from '../endpoint/index.ts'
import { mountApprove } from './approve/approve.ts'
import { mountConnect } from './connect/connect.ts'
import { mountConnections } from './connections/connections.ts'
import { rememberLanguage } from './texts/language.ts'
import { rejectNonCanonicalPath } from './hosted/reject-non-canonical-path.ts'
import { mountReference } from './reference.ts'

type Parts = Parameters<typeof mountConnect>[1] & Parameters<typeof mountApprove>[1]

/**
 * Mounts the pages for people: connecting accounts, deciding on approvals, a user's connections, and the API reference.
 */
export const mountPages = (app: Hono<Environment>, parts: Parts): void => {
  for (const path of ['/connect/*', '/approve/*', '/connections/*'])
    app.use(path, rememberLanguage, rejectNonCanonicalPath)
  mountConnect(app, parts)
  mountApprove(app, parts)
  mountConnections(app)
  mountReference(app)
}
