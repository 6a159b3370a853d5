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

/** Versions of tools never change, so each is translated once as long as the catalog keeps it. */
const catalogTools = new WeakMap<CatalogTool, Tool>()
const metaTools = new WeakMap<MetaTool, Tool>()

/** A tool of a third party, its argument schema as it is. */
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

/** A tool of a session itself. */
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
  // A client leaves out a tool whose declarations of headers are not sound.
  inputSchema: toObjectSchema(
    'problem' in readParameterHeaders(input) ? withoutParameterHeaders(input) : input,
  ) as Tool['inputSchema'],
  outputSchema: toOutputSchema(output),
  // All four are declared, since clients assume the worst for a missing one.
  annotations: {
    title,
    readOnlyHint: tags.includes('readOnlyHint'),
    destructiveHint: tags.includes('destructiveHint'),
    idempotentHint: tags.includes('idempotentHint'),
    openWorldHint: tags.includes('openWorldHint'),
  },
  ...(logo !== undefined && /^(https?:|data:image\/)/.test(logo) && { icons: [{ src: logo }] }),
})
