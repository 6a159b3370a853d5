import type { Client } from '../../client/index.ts'
import type { Session as SessionRecord } from '../../contract/index.ts'

/** The state of a session, shared by its object and the calls that run in it. */
export type SessionCore = {
  readonly client: Client
  readonly id: string
  /** The record that the service returned when the session was opened or last updated. */
  record: SessionRecord
}
