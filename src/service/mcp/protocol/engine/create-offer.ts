import type { ToolSource } from '../tool-source.ts'
import { createToolServer, identity } from './create-tool-server.ts'
import type { Offer } from './exchange.ts'
import { guarded, type DescribeError } from './guarded.ts'

type Parts = { describeError: DescribeError; progressEveryMs: number }

/** The tools of a source, for one request. */
export const createOffer = (parts: Parts, given: ToolSource): Offer => {
  const source = findOnce(given)
  return {
    createServer: (context) => createToolServer({ ...parts, source }, context),
    direct: {
      identity,
      call: (name, toolArguments, { requestId, ...context }) =>
        guarded({ ...parts, requestId }, async () => {
          const tool = await source.find(name)
          return tool && (await tool.run(toolArguments, context)).result
        }),
    },
    inputSchemaOf: async (tool) => (await source.find(tool))?.inputSchema,
    stamps: async () => ({ tools: await source.stamp() }),
  }
}

/** A call reads its tool twice: to check its headers and to run it. */
const findOnce = (source: ToolSource): ToolSource => {
  const found = new Map<string, ReturnType<ToolSource['find']>>()
  return {
    ...source,
    find: (name) => {
      const known = found.get(name) ?? source.find(name)
      found.set(name, known)
      return known
    },
  }
}
