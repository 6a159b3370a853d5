import {
  CLIENT_CAPABILITIES_META_KEY,
  type ServerContext as RequestContext,
} from '@modelcontextprotocol/server'
import type { ServerContext } from './exchange.ts'
import { showsPages } from './shows-pages.ts'

/** Whether the client opens pages for its user: one without handshake says so with each request. */
export const opensPages = (
  { envelope }: RequestContext['mcpReq'],
  context: ServerContext,
): boolean =>
  envelope
    ? showsPages(
        Object.entries(envelope).find(([key]) => key === CLIENT_CAPABILITIES_META_KEY)?.[1],
      )
    : context.opensPages
