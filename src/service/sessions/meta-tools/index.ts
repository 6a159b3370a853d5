import type { ExecuteInSession } from '../execute-in-session.ts'
import type { SearchSession } from '../search-session.ts'
import type { Sessions } from '../session.ts'
import { getToolSchemas } from './get-tool-schemas.ts'
import type { MetaTool } from './meta-tool.ts'
import { multiExecuteTool } from './multi-execute-tool.ts'
import { searchTools } from './search-tools.ts'

/** The meta tools, in the order in which a model should meet them. */
export const createMetaTools = (parts: { sessions: Sessions; searchSession: SearchSession; executeTool: ExecuteInSession }): ReadonlyMap<string, MetaTool> =>
  new Map([searchTools(parts), getToolSchemas(parts), multiExecuteTool(parts)].map((tool) => [tool.slug, tool]))

export { toToolOfSession, type MetaTool } from './meta-tool.ts'
