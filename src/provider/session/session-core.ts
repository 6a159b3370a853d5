import type { Client } from '../../client/index.ts'
import type { Session as SessionRecord } from '../../contract/index.ts'
import type { SessionTools } from '../../contract/session-tools.ts'
import type { ToolCaching } from './tool-cache.ts'

/** The state of a session, shared by its object and the calls that run in it. */
export type SessionCore = {
  readonly client: Client
  readonly id: string
  /** Undefined: nothing is cached. */
  readonly caching: ToolCaching | undefined
  /** The record that the service returned when the session was opened or last updated. */
  record: SessionRecord
  tools: KnownTools
}

/** What is known of the tools of a session. */
export type KnownTools = {
  /** As the service last answered it; undefined if it has none. */
  etag: string | undefined
  /** When the request of that answer was sent. */
  askedAt: number
  /** What came with the session. */
  given?: SessionTools | undefined
  /** The agent binds the tools that it finds, so their definitions come with what finds them. */
  bindsFound?: boolean | undefined
}
