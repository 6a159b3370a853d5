import type { LocalTools } from '../custom-tools/local-tool.ts'
import type { Hooks } from '../session/hooks.ts'
import type { SessionCore } from '../session/session-core.ts'
import type { Session } from '../session/session.ts'
import type { AgentToolSource } from '../tools/agent-tool.ts'

/** What a call in a session needs. */
export type SessionParts = {
  core: SessionCore
  /** Passed to hooks and custom tools. */
  session: Session
  localTools: LocalTools
  /** Outermost first. */
  hooks: readonly Hooks[]
}

/** What is needed to make the tools of a session. */
export type ToolSource = SessionParts & AgentToolSource
