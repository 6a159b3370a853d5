import type { Tool } from '@modelcontextprotocol/server'
import { toObjectSchema } from '../../../schema/to-object-schema.ts'
import {
  readParameterHeaders,
  withoutParameterHeaders,
  type CatalogTool,
  type Toolkit,
} from '../../catalog/index.ts'
import { toToolOfSession, type MetaTool } from '../../sessions/index.ts'
import { toOutputSchema } from './to-output-schema.ts'

type Declaration = {
  name: string
  title: string
  description: string
  input: Record<string, unknown>
  output: Record<string, unknown>
  tags: readonly string[]
  logo?: string | undefined
}

/**
 * Versions of tools are immutable, so each is converted once for as long as the catalog caches it.
 */
const catalogTools = new WeakMap<CatalogTool, Tool>()
const metaTools = new WeakMap<MetaTool, Tool>()

/** A third-party tool, with its argument schema unchanged. */
export const toMcpTool = (toolkit: Toolkit, tool: CatalogTool): Tool => {
  const known = catalogTools.get(tool)
  if (known) return known
  const { slug, name, description, inputParameters, outputParameters, tags } = tool.definition
  const made = declare({
    name: slug,
    title: name,
    description,
    input: inputParameters,
    output: outputParameters,
    tags,
    logo: toolkit.definition.logo,
  })
  catalogTools.set(tool, made)
  return made
}

/** A meta tool of a session. */
export const toMcpMetaTool = (tool: MetaTool): Tool => {
  const known = metaTools.get(tool)
  if (known) return known
  const {
    slug,
    name,
    description,
    input_parameters: input,
    output_parameters: output,
    tags,
  } = toToolOfSession(tool)
  const made = declare({ name: slug, title: name, description, input, output, tags })
  metaTools.set(tool, made)
  return made
}

const declare = ({ name, title, description, input, output, tags, logo }: Declaration): Tool => ({
  name,
  title,
  description,
  // Clients ignore a tool with invalid header declarations.
  inputSchema: toObjectSchema(
    'problem' in readParameterHeaders(input) ? withoutParameterHeaders(input) : input,
  ) as Tool['inputSchema'],
  outputSchema: toOutputSchema(output),
  // All four are declared, because clients assume the worst for a missing one.
  annotations: {
    title,
    readOnlyHint: tags.includes('readOnlyHint'),
    destructiveHint: tags.includes('destructiveHint'),
    idempotentHint: tags.includes('idempotentHint'),
    openWorldHint: tags.includes('openWorldHint'),
  },
  ...(logo !== undefined && /^(https?:|data:image\/)/.test(logo) && { icons: [{ src: logo }] }),
})
