import {
  CLIENT_CAPABILITIES_META_KEY,
  UrlElicitationRequiredError,
  inputRequired,
  type InputRequiredResult,
  type ServerContext as RequestContext,
} from '@modelcontextprotocol/server'
import { isObject } from '../../../../schema/json-schema.ts'
import type { PageToOpen } from '../tool-source.ts'
import type { ServerContext } from './exchange.ts'

/** Whether the client opens pages for its user; one without a handshake says so in each request. */
export const opensPages = (
  { envelope }: RequestContext['mcpReq'],
  context: ServerContext,
): boolean =>
  envelope
    ? showsPages(
        Object.entries(envelope).find(([key]) => key === CLIENT_CAPABILITIES_META_KEY)?.[1],
      )
    : context.opensPages

/**
 * Whether these capabilities of a client say that it opens pages for its user (URL elicitation).
 */
export const showsPages = (capabilities: unknown): boolean =>
  isObject(capabilities) &&
  isObject(capabilities['elicitation']) &&
  isObject(capabilities['elicitation']['url'])

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
