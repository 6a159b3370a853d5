import type { Server } from '@modelcontextprotocol/server'
import type { DescribeError } from './engine/create-tool-server.ts'
import type { Engine } from './engine/create-engine.ts'
import type { ServerContext } from './engine/exchange.ts'
import type { ToolSource } from './tool-source.ts'

/** What makes servers for the clients of a source. */
export type ServeTools = (source: ToolSource) => Promise<(context: ServerContext) => Server>

const progressEveryMs = 5000

/** The protocol's library is large: it is loaded when the first client comes. */
export const loadEngine = (parts: { describeError: DescribeError; onError: (error: unknown) => void }) => {
  let engine: Promise<Engine> | undefined
  return {
    engine: (): Promise<Engine> => (engine ??= import('./engine/create-engine.ts').then(({ createEngine }) => createEngine(parts))),
    serveTools: (async (source) => {
      const { createToolServer } = await import('./engine/create-tool-server.ts')
      return (context) => createToolServer({ source, describeError: parts.describeError, progressEveryMs }, context)
    }) satisfies ServeTools,
  }
}
