import type { DescribeError } from './engine/create-tool-server.ts'
import type { Engine, EngineParts } from './engine/create-engine.ts'
import type { Offer } from './engine/exchange.ts'
import type { SourceTool, ToolSource } from './tool-source.ts'

/** Creates the server of an endpoint from a source, for one request. */
export type ServeTools = (source: ToolSource) => Promise<Offer>

const progressEveryMs = 5000
const lookEveryMs = 1000

/** The protocol's library is large, so it is loaded for the first client. */
export const loadEngine = (
  parts: { describeError: DescribeError } & Pick<EngineParts, 'onError' | 'closing'>,
) => {
  let engine: Promise<Engine> | undefined
  let toolServers: Promise<typeof import('./engine/create-tool-server.ts')> | undefined
  return {
    engine: (): Promise<Engine> =>
      (engine ??= import('./engine/create-engine.ts').then(({ createEngine }) =>
        createEngine({ ...parts, lookEveryMs }),
      )),
    serveTools: (async (source) => {
      const { createToolServer } = await (toolServers ??= import('./engine/create-tool-server.ts'))
      const found = findOnce(source)
      return {
        createServer: (context) =>
          createToolServer(
            { source: found, describeError: parts.describeError, progressEveryMs },
            context,
          ),
        inputSchemaOf: async (tool) => (await found.find(tool))?.inputSchema,
        stamps: async () => ({ tools: await source.stamp() }),
      }
    }) satisfies ServeTools,
  }
}

/** A call reads its tool twice: to check its headers and to run it. */
const findOnce = (source: ToolSource): ToolSource => {
  const found = new Map<string, Promise<SourceTool | undefined>>()
  return {
    ...source,
    find: (name) => {
      const known = found.get(name) ?? source.find(name)
      found.set(name, known)
      return known
    },
  }
}
