import { isObject } from '../../../schema/json-schema.ts'
import type { RecipeTool } from '../../../contract/recipe/tools.ts'
import type { JsonSchema, ToolDefinition, ToolHint } from '../definitions.ts'
import type { Unmatched } from './apply-requests.ts'
import { encodeArgument } from './encode-argument.ts'

const hintNames: readonly ToolHint[] = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
]

/** A tool as the recipe describes it. `at`: where that stands in the recipe. */
export const applyTool = (
  described: ToolDefinition,
  given: RecipeTool,
  at: string,
): { tool: ToolDefinition; unmatched: Unmatched[] } => {
  const encoded = given.encode && encodeArgument(described, given.encode)
  const tool = encoded ?? described
  const properties = isObject(tool.inputParameters['properties'])
    ? tool.inputParameters['properties']
    : {}
  const named = Object.keys({ ...given.arguments, ...given.examples })
  return {
    tool: {
      ...tool,
      ...(given.name !== undefined && { name: given.name }),
      ...(given.description !== undefined && { description: given.description }),
      ...(given.scopes && { scopes: given.scopes }),
      ...(given.featured && { featured: true }),
      ...(given.use_cases.length > 0 && { useCases: given.use_cases }),
      inputParameters: withNotes(tool.inputParameters, properties, given),
      tags: tagsOf(tool, given),
    },
    unmatched: [
      ...named
        .filter((name) => !Object.hasOwn(properties, name))
        .map((name) => ({ at: `${at}.arguments.${name}`, what: `argument "${name}"` })),
      ...(given.encode && !encoded
        ? [{ at: `${at}.encode.into`, what: `argument "${given.encode.into}"` }]
        : []),
    ],
  }
}

const withNotes = (
  schema: JsonSchema,
  properties: Record<string, unknown>,
  { arguments: notes, examples = {} }: RecipeTool,
): JsonSchema => {
  const changed = Object.entries(properties).map(([name, property]): [string, unknown] => {
    const note = Object.hasOwn(notes, name) ? notes[name] : undefined
    const shown = Object.hasOwn(examples, name) ? examples[name] : undefined
    if (note === undefined && shown === undefined) return [name, property]
    return [
      name,
      {
        ...(isObject(property) ? property : {}),
        ...(note !== undefined && { description: note }),
        ...(shown && { examples: shown }),
      },
    ]
  })
  return { ...schema, properties: Object.fromEntries(changed) }
}

/** Hints first, each as the recipe says, else as it was derived. */
const tagsOf = ({ tags }: ToolDefinition, { hints = {}, tags: more }: RecipeTool): string[] => {
  const isHint = (tag: string): boolean => hintNames.some((hint) => hint === tag)
  return [
    ...hintNames.filter((hint) => hints[hint] ?? tags.includes(hint)),
    ...new Set([
      ...tags.filter((tag) => !isHint(tag)),
      ...more.map((tag) => tag.toLowerCase()).filter((tag) => !isHint(tag)),
    ]),
  ]
}
