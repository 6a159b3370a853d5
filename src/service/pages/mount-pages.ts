import type { Hono } from 'hono'
import type { Environment } from '../endpoint/index.ts'
import type { Logos } from '../logos/logos.ts'
import { mountLogos } from '../logos/mount-logos.ts'
import { mountApprove } from './approve/approve.ts'
import { mountConnect } from './connect/connect.ts'
import { refuseOtherSpellings } from './hosted/refuse-other-spellings.ts'
import { mountReference } from './reference.ts'

type Parts = Parameters<typeof mountConnect>[1] &
  Parameters<typeof mountApprove>[1] & { logos: Logos }

/**
 * Mounts what people see in a browser: where they connect accounts and decide on calls, with the
 * logos there, and the reference of the interface.
 */
export const mountPages = (app: Hono<Environment>, parts: Parts): void => {
  for (const path of ['/connect/*', '/approve/*']) app.use(path, refuseOtherSpellings)
  mountConnect(app, parts)
  mountApprove(app, parts)
  mountLogos(app, parts)
  mountReference(app)
}
