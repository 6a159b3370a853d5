import type { ToolkitDefinition } from '../definitions.ts'
import { absoluteServers } from '../toolkit-servers.ts'

/**
 * Copies the tools' servers into the definition, for readers that load the toolkit without its
 * tools.
 */
export const withServers = ({ tools, graphQlTypes, ...definition }: ToolkitDefinition) => ({
  ...definition,
  ...(graphQlTypes && { graphQlTypes: { hash: graphQlTypes.hash } }),
  servers: absoluteServers(tools),
  ...featuredOf(tools),
})

const featuredOf = (tools: ToolkitDefinition['tools']): { featured?: string[] } => {
  const featured = tools.flatMap((tool) => (tool.featured ? [tool.slug] : []))
  return featured.length === 0 ? {} : { featured }
}
