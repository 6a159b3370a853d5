import type { CallToolResult, Tool } from '@modelcontextprotocol/server'

/** A page that the user opens in a browser before a call can succeed. */
export type PageToOpen = { id: string; url: string; message: string }

export type ToolAnswer = {
  result: CallToolResult
  /** What the user must open first; only where nothing was done yet, since the client then makes the call again. */
  pages: PageToOpen[]
}

/** The tools behind one endpoint, as one caller may see and use them. */
export type ToolSource = {
  instructions?: string | undefined
  /** One page, always in the same order. Throws for a cursor that no page gave. */
  list(cursor: string | undefined): Promise<{ tools: Tool[]; nextCursor?: string }>
  /** `undefined`: the caller has no such tool. What a model can mend is a result, not an exception. */
  call(name: string, given: Record<string, unknown>, signal: AbortSignal): Promise<ToolAnswer | undefined>
}
