import type { RunTool } from './agent-tool.ts'
import type { SessionParts } from './running/session-parts.ts'
import type { ShownResult, ShowOptions } from './show-result.ts'
import type { ToolResult } from './tool-result.ts'

/** What making the tools of a session takes. */
export type ToolSource = SessionParts & {
  run: RunTool
  needsApproval: (
    slug: string,
    toolArguments: unknown,
    options: { signal?: AbortSignal | undefined },
  ) => Promise<boolean>
  show: (slug: string, result: ToolResult, options: ShowOptions) => Promise<ShownResult>
}
