import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { TraceContext } from '../../platform/trace-context.ts'
import { ServiceError } from '../../service-error.ts'

/** A page that the user must open in a browser before a call can succeed. */
export type PageToOpen = { id: string; url: string; message: string }

export type ToolAnswer = {
  result: CallToolResult
  /**
   * What the user must open first; only where nothing was done yet, since the client then makes the
   * call again.
   */
  pages: PageToOpen[]
}

export type CallContext = {
  signal: AbortSignal
  trace: TraceContext | undefined
  /** Whether the client said that it shows its user pages. */
  opensPages: boolean
}

export type SourceTool = {
  /** As the list shows it; absent for a tool that can be called and is not listed. */
  inputSchema?: Tool['inputSchema']
  /** Errors that a model can correct are results, not exceptions. */
  run(given: Record<string, unknown>, context: CallContext): Promise<ToolAnswer>
}

/** The tools behind one endpoint, as one caller may see and use them. */
export type ToolSource = {
  instructions?: string | undefined
  /** One page, always in the same order. Throws for a cursor that no page gave. */
  list(cursor: string | undefined): Promise<{ tools: Tool[]; nextCursor?: string }>
  /** `undefined`: the caller has no such tool. */
  find(name: string): Promise<SourceTool | undefined>
  /** What the list depends on: another stamp, another list. */
  stamp(): Promise<string>
}

export const refuseCursor = () =>
  new ServiceError('invalid_request', 'The cursor is not one that a page of this list gave', {
    suggestedFix: 'List the tools from the beginning',
  })
