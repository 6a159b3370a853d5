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

/**
 * Whether the client opens pages for its user; a client without a handshake declares it in each
 * request.
 */
export const opensPages = (
  { envelope }: RequestContext['mcpReq'],
  context: ServerContext,
): boolean =>
  envelope
    ? supportsUrlElicitation(
        Object.entries(envelope).find(([key]) => key === CLIENT_CAPABILITIES_META_KEY)?.[1],
      )
    : context.opensPages

/**
 * Whether these capabilities of a client declare that it opens pages for its user (URL
 * elicitation).
 */
export const supportsUrlElicitation = (capabilities: unknown): boolean =>
  isObject(capabilities) &&
  isObject(capabilities['elicitation']) &&
  isObject(capabilities['elicitation']['url'])

/**
 * Asks a client that opens pages to do so for its user; the client then makes the call again.
 *
 * Asks only once: if the page did not resolve it, the client receives the result of the call.
 */
export const elicitUrls = (
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
