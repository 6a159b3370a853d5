import { hashToken } from '../../platform/secrets/index.ts'
import type { Connecting } from '../connecting.ts'
import { completeAuthorization } from './complete-authorization.ts'
import type { ConnectingParts } from './connecting-parts.ts'
import { toView } from './connect-view.ts'
import { findLink, whyDead } from './open-link.ts'
import { submitForm } from './submit-form.ts'

/** The rules behind the connect page. */
export const createConnecting = (parts: ConnectingParts): Connecting => ({
  open: async (token, browser) => {
    const found = await findLink(parts, token)
    if (!found) return { dead: 'unknown' }
    const why = whyDead(
      found,
      browser === undefined ? undefined : hashToken(browser),
      parts.clock.now(),
    )
    return why ? { dead: why } : { view: toView(found) }
  },
  submit: (token, browser, values) => submitForm(parts, token, browser, values),
  complete: (back) => completeAuthorization(parts, back),
})
