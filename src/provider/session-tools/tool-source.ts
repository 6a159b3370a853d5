import type { RunTool } from '../tools/agent-tool.ts'
import type { SessionParts } from './session-parts.ts'
import type { ShownResult, ShowOptions } from '../tools/show-result.ts'
import type { ToolResult } from '../tools/tool-result.ts'

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
