import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { TraceContext } from '../../platform/trace-context.ts'
import { ServiceError } from '../../service-error.ts'

/** A page that the user must open in a browser before a call can succeed. */
export type PageToOpen = { id: string; url: string; message: string }

export type ToolResponse = {
  result: CallToolResult
  /**
   * The pages that the user must open first; only if no call was made yet, because the client then
   * makes the call again.
   */
  pages: PageToOpen[]
}

export type CallContext = {
  signal: AbortSignal
  trace: TraceContext | undefined
  /** Whether the client declared that it opens pages for its user. */
  opensPages: boolean
}

export type SourceTool = {
  /** The listed tool; absent for a tool that can be called but is not listed. */
  inputSchema?: Tool['inputSchema']
  /** Errors that a model can correct are results, not exceptions. */
  run(given: Record<string, unknown>, context: CallContext): Promise<ToolResponse>
}

/** The tools of one endpoint, as one caller can see and use them. */
export type ToolSource = {
  instructions?: string | undefined
  /** Returns one page, in a stable order. Throws for a cursor that no page returned. */
  list(cursor: string | undefined): Promise<{ tools: Tool[]; nextCursor?: string }>
  /** `undefined`: the caller has no such tool. */
  find(name: string): Promise<SourceTool | undefined>
  /** The stamp of the list: it changes when the list does. */
  stamp(): Promise<string>
}

export const toCursorError = () =>
  new ServiceError('invalid_request', 'The cursor does not come from a page of this list', {
    suggestedFix: 'List the tools from the beginning',
  })
