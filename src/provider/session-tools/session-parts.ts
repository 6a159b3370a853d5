import type { LocalTools } from '../custom-tools/local-tool.ts'
import type { Hooks } from '../session/hooks.ts'
import type { SessionCore } from '../session/session-core.ts'
import type { Session } from '../session/session.ts'
import type { AgentToolSource } from '../tools/agent-tool.ts'

/** What running calls in a session takes. */
export type SessionParts = {
  core: SessionCore
  /** What hooks and custom tools get. */
  session: Session
  localTools: LocalTools
  /** The outer ones first. */
  hooks: readonly Hooks[]
}

/** What making the tools of a session takes. */
export type ToolSource = SessionParts & AgentToolSource
