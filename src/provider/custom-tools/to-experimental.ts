import { PlugboardError } from '../../client/index.ts'
import type { ExperimentalRequest } from '../../contract/index.ts'
import { fromZod } from '../../schema/from-zod.ts'
import { toObjectSchema } from '../../schema/to-object-schema.ts'
import type { JsonSchema } from '../tools/agent-tool.ts'
import type { CustomTool, CustomToolkit, CustomToolSchema } from './custom-tool.ts'

/** Describes custom tools to the service: everything except their implementation. */
export const toExperimental = (
  tools: readonly CustomTool[],
  toolkits: readonly CustomToolkit[],
): ExperimentalRequest => ({
  custom_tools: tools.map((tool) => ({
    ...describe(tool),
    ...(tool.extendsToolkit !== undefined && { extends_toolkit: tool.extendsToolkit }),
  })),
  custom_toolkits: toolkits.map(({ slug, name, description, tools }) => ({
    slug,
    name,
    description,
    tools: tools.map(describe),
  })),
})

type RequestedTool = NonNullable<ExperimentalRequest['custom_tools']>[number]

const describe = ({
  slug,
  name,
  description,
  input,
  output,
}: Omit<CustomTool, 'extendsToolkit'>): RequestedTool => ({
  slug,
  name: name ?? toName(slug),
  description,
  input_schema: toInputSchema(slug, input),
  ...(output !== undefined && { output_schema: toSchema(slug, 'output', output) }),
})

const toName = (slug: string): string => {
  const words = slug.replaceAll(/[_-]+/g, ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const toInputSchema = (slug: string, input: CustomToolSchema): RequestedTool['input_schema'] => {
  const schema = toSchema(slug, 'input', input)
  if (schema['type'] !== 'object') throw unfit(slug, 'input', 'it does not describe an object')
  return toObjectSchema(schema)
}

/** Removes `$schema`, which libraries add and models do not need. */
const toSchema = (slug: string, field: string, given: CustomToolSchema): JsonSchema => {
  const converted = convert(slug, field, given)
  const { $schema: _, ...schema } = converted
  return isOfLibrary(given) ? schema : converted
}

const convert = (slug: string, field: string, given: CustomToolSchema): JsonSchema => {
  try {
    const schema = fromZod(given)
    if (typeof schema !== 'boolean') return schema
  } catch (error) {
    throw unfit(slug, field, error instanceof Error ? error.message : String(error), error)
  }
  throw unfit(slug, field, 'it does not describe an object')
}

const isOfLibrary = (schema: CustomToolSchema): boolean =>
  ['_zod', '_def', '~standard'].some((mark) => mark in schema)

const unfit = (slug: string, field: string, why: string, cause?: unknown): PlugboardError =>
  new PlugboardError(
    'misconfigured',
    `The ${field} of the custom tool "${slug}" cannot be used: ${why}`,
    {
      suggestedFix:
        'Pass z.object({ … }) of zod 4 or 3, an object schema of a library with Standard Schema, or a JSON Schema with "type": "object"',
      cause,
    },
  )
