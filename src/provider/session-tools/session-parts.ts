import type { CallOptions, Client } from '../../client/index.ts'
import type { SessionConfig } from '../../contract/index.ts'
import type { LocalTools } from '../custom-tools/local-tool.ts'
import type { Hooks } from '../session/hooks.ts'
import type { Session } from '../session/session.ts'

/** What running calls in a session takes. */
export type SessionParts = {
  client: Client
  session: Session
  config: SessionConfig
  metaSlugs: readonly string[]
  localTools: LocalTools
  /** The outer ones first. */
  hooks: readonly Hooks[]
}

/** One call of a tool in a session. */
export type SessionCall = {
  slug: string
  arguments: Record<string, unknown>
  account?: string | undefined
  approved?: boolean | undefined
  options: CallOptions
}
