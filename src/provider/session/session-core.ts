import type { Client } from '../../client/index.ts'
import type { Session as SessionRecord } from '../../contract/index.ts'

/** What a session is in the service, shared by its object and the calls that run in it. */
export type SessionCore = {
  readonly client: Client
  readonly id: string
  /** As the service understood it when the session was opened or last updated. */
  record: SessionRecord
}
