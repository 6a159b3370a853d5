import { hashToken } from '../../platform/secrets/index.ts'
import type { Connecting } from '../connecting.ts'
import { findChoice, takeChoice, toChoiceView } from './choice.ts'
import { completeAuthorization } from './complete-authorization.ts'
import type { ConnectingParts } from './connecting-parts.ts'
import { toView } from './connect-view.ts'
import { findLink, whyDead } from './open-link.ts'
import { submitForm } from './submit-form.ts'

/** The rules behind the connect page. */
export const createConnecting = (parts: ConnectingParts): Connecting => ({
  open: async (token, browser) => {
    const choice = await findChoice(parts, token)
    if (choice)
      return browser === undefined || hashToken(browser) !== choice.row.browser_hash
        ? { dead: 'elsewhere' }
        : { choice: toChoiceView(choice) }
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
  choose: async (token, browser, answer) => {
    const choice = await findChoice(parts, token)
    return choice
      ? takeChoice(parts, choice, { token, browser, answer })
      : { kind: 'waiting', token }
  },
  complete: (back) => completeAuthorization(parts, back),
})
