import type { SearchableTool, SearchParameter } from './engine/index.ts'

/**
 * How deep a result is searched for properties: a page, its list of things, and the things'
 * properties.
 */
const deepestOutput = 5
const mostOutputs = 60

type Definition = {
  slug: string
  name: string
  description: string
  tags: string[]
  inputParameters: unknown
  outputParameters?: unknown
}

/**
 * The searchable text of a stored tool. Checked by hand, so that an indexing thread loads no zod.
 */
export const readSearchable = (
  document: string,
  toolkit: { slug: string; name: string },
): SearchableTool => {
  const definition: unknown = JSON.parse(document)
  if (!isDefinition(definition)) throw new Error(`A tool document of ${toolkit.slug} is damaged`)
  return toSearchable(definition, toolkit)
}

const isDefinition = (value: unknown): value is Definition => {
  const { slug, name, description, tags } = toObject(value)
  return [slug, name, description].every((text) => typeof text === 'string') && Array.isArray(tags)
}

/**
 * The searchable part of a tool's definition. Only the fields read here are trusted to be present:
 * schemas come from third parties.
 */
export const toSearchable = (
  definition: Definition,
  toolkit: { slug: string; name: string },
): SearchableTool => ({
  slug: definition.slug,
  name: definition.name,
  toolkit: toolkit.slug,
  toolkitName: toolkit.name,
  description: definition.description,
  parameters: toParameters(definition.inputParameters),
  tags: definition.tags,
  outputs: toOutputs(definition.outputParameters),
})

const toParameters = (schema: unknown): SearchParameter[] => {
  const { properties, required } = toObject(schema)
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(toObject(properties)).map(([name, property]) => {
    const { description } = toObject(property)
    return {
      name,
      required: needed.has(name),
      ...(typeof description === 'string' && { description }),
    }
  })
}

const toOutputs = (schema: unknown): string[] => {
  const names = new Set<string>()
  const visit = (value: unknown, depth: number): void => {
    if (depth > deepestOutput || names.size >= mostOutputs) return
    const { properties, items, ...rest } = toObject(value)
    for (const [name, property] of Object.entries(toObject(properties))) {
      names.add(name)
      visit(property, depth + 1)
    }
    visit(items, depth + 1)
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const branch of toList(rest[keyword])) visit(branch, depth + 1)
  }
  visit(schema, 0)
  return [...names].slice(0, mostOutputs)
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
