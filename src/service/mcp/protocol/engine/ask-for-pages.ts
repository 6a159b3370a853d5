import { CLIENT_CAPABILITIES_META_KEY, UrlElicitationRequiredError, inputRequired, type InputRequiredResult, type ServerContext as RequestContext } from '@modelcontextprotocol/server'
import type { PageToOpen } from '../tool-source.ts'
import type { ServerContext } from './exchange.ts'
import { showsPages } from './shows-pages.ts'

/**
 * Has the client open pages for its user, where it said that it can; then it makes the call again.
 *
 * Asked once: when the client comes back and the page has not done its work, the answer names the link as for any other client.
 */
export const askForPages = (pages: PageToOpen[], { envelope, inputResponses }: RequestContext['mcpReq'], { opensPages }: ServerContext): InputRequiredResult | undefined => {
  if (pages.length === 0) return undefined
  if (!envelope) {
    if (opensPages) throw new UrlElicitationRequiredError(pages.map(({ id, url, message }) => ({ mode: 'url', elicitationId: id, url, message })))
    return undefined
  }
  if (inputResponses !== undefined || !showsPages(Object.entries(envelope).find(([key]) => key === CLIENT_CAPABILITIES_META_KEY)?.[1])) return undefined
  return inputRequired({ inputRequests: Object.fromEntries(pages.map(({ id, url, message }) => [id, inputRequired.elicitUrl({ url, message })])) })
}
