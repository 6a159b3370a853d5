import {
  UrlElicitationRequiredError,
  inputRequired,
  type InputRequiredResult,
  type ServerContext as RequestContext,
} from '@modelcontextprotocol/server'
import type { PageToOpen } from '../tool-source.ts'

/**
 * Has a client that opens pages do so for its user; then it makes the call again.
 *
 * Asked once: when the client comes back and the page has not done its work, it gets the result of
 * the call.
 */
export const askForPages = (
  pages: PageToOpen[],
  { envelope, inputResponses }: RequestContext['mcpReq'],
): InputRequiredResult | undefined => {
  if (pages.length === 0) return undefined
  if (!envelope)
    throw new UrlElicitationRequiredError(
      pages.map(({ id, url, message }) => ({ mode: 'url', elicitationId: id, url, message })),
    )
  if (inputResponses !== undefined) return undefined
  return inputRequired({
    inputRequests: Object.fromEntries(
      pages.map(({ id, url, message }) => [id, inputRequired.elicitUrl({ url, message })]),
    ),
  })
}
