import type { Client } from '../client/index.ts'
import type { RunTool } from './agent-tool.ts'

/** What making the tools of a session takes. */
export type ToolSource = {
  client: Client
  sessionId: string
  /** Slugs of the meta tools in force. */
  metaSlugs: readonly string[]
  run: RunTool
}
