import type { SearchableTool, SearchParameter } from './engine/index.ts'

/**
 * How deep a result is searched for properties: a page, its list of things, and the things'
 * properties.
 */
const deepestOutput = 5
const mostOutputs = 60

/** The names of a toolkit by which its tools are found, at most what an index takes of them. */
export const searchableName = ({
  name,
  aliases = [],
}: {
  name: string
  aliases?: string[]
}): string => [name, ...aliases].join(' ').slice(0, 200)

/** What of a toolkit its tools are found by. */
export type SearchableToolkit = {
  slug: string
  name: string
  /** Its names: the usual one, then others. */
  names: string[]
  /** Its summary and categories. */
  about: string
}

/** The searchable part of a toolkit's definition. */
export const toSearchableToolkit = ({
  slug,
  name,
  aliases = [],
  description,
  categories,
}: {
  slug: string
  name: string
  aliases?: string[] | undefined
  description: string
  categories: { name: string }[]
}): SearchableToolkit => ({
  slug,
  name: searchableName({ name, aliases }),
  names: [name, ...aliases],
  about: [description, ...categories.map((category) => category.name)].join('\n'),
})

type Definition = {
  featured?: boolean
  useCases?: readonly string[] | undefined
  slug: string
  name: string
  description: string
  tags: string[]
  isDeprecated?: boolean
  inputParameters: unknown
  outputParameters?: unknown
}

/**
 * The searchable text of a stored tool, and the use cases written for it beside those of its recipe.
 * Checked by hand, so that an indexing thread loads no zod.
 */
export const readSearchable = (
  document: string,
  toolkit: SearchableToolkit,
  useCases: readonly string[] = [],
): SearchableTool => {
  const definition: unknown = JSON.parse(document)
  if (!isDefinition(definition)) throw new Error(`A tool document of ${toolkit.slug} is damaged`)
  const tool = toSearchable(definition, toolkit)
  return useCases.length === 0 ? tool : { ...tool, useCases }
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
  toolkit: SearchableToolkit,
): SearchableTool => ({
  slug: definition.slug,
  name: definition.name,
  toolkit: toolkit.slug,
  toolkitName: toolkit.name,
  toolkitNames: toolkit.names,
  toolkitAbout: toolkit.about,
  isFeatured: definition.featured === true,
  isDeprecated: definition.isDeprecated === true,
  description: definition.description,
  parameters: toParameters(definition.inputParameters, definition.featured === true),
  tags: definition.tags,
  chosenUseCases: definition.useCases ?? [],
  outputs: toOutputs(definition.outputParameters),
})

/** Examples are words of the task where a recipe gives them; those of descriptions seldom are. */
const toParameters = (schema: unknown, withExamples: boolean): SearchParameter[] => {
  const { properties, required } = toObject(schema)
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(toObject(properties)).map(([name, property]) => {
    const { description, examples } = toObject(property)
    const texts = [description, ...(withExamples ? toList(examples) : [])]
      .filter((text) => typeof text === 'string')
      .join(' ')
    return {
      name,
      required: needed.has(name),
      ...(texts !== '' && { description: texts }),
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
