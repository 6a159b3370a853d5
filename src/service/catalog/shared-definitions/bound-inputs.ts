import { outlineSchema } from '../../../schema/outline-schema.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { listSome } from '../../platform/list-some.ts'
import type { ToolDefinition } from '../definitions.ts'
import { charactersOf } from './definition-set.ts'
import { indexDefinitions } from './index-definitions.ts'
import { referencesIn } from './references-in.ts'

/** What is shown of a tool's arguments at most, in characters; the longest known have 1.3 million. */
export const longestInput = 1024 * 1024

/** The characters of a tool's arguments: of its own schema, and with all that it leads to. */
export const measureInput = async ({
  inputParameters,
  shared,
}: Pick<ToolDefinition, 'inputParameters' | 'shared'>): Promise<{ own: number; all: number }> => {
  const text = JSON.stringify(inputParameters)
  const references = shared?.input === undefined ? [] : referencesIn(text)
  const referred =
    shared?.input && references.length > 0
      ? charactersOf((await indexDefinitions(shared.input)).set, references)
      : 0
  return { own: text.length, all: text.length + referred }
}

/**
 * Bounds the schemas of arguments that tools have themselves, and notes all that are too long:
 * definitions are left out when a tool is opened, since other tools share them.
 */
export const boundInputs = async (
  tools: ToolDefinition[],
): Promise<{ tools: ToolDefinition[]; notes: string[] }> => {
  const yieldIfDue = createYielder()
  const bounded: ToolDefinition[] = []
  const tooLong: string[] = []
  for (const tool of tools) {
    const { own, all } = await measureInput(tool)
    if (all > longestInput) tooLong.push(tool.slug)
    bounded.push(own > longestInput ? outlineInput(tool) : tool)
    await yieldIfDue()
  }
  return { tools: bounded, notes: tooLong.length === 0 ? [] : [noteOn(tooLong)] }
}

const outlineInput = (tool: ToolDefinition): ToolDefinition => {
  const { input, ...shared } = tool.shared ?? {}
  return {
    ...tool,
    inputParameters: outlineSchema(tool.inputParameters, {
      maximumCharacters: longestInput,
      ...(input && {
        definitions: {
          get: (name) => input.get(name),
          typeOf: (name) => input.get(name)?.['type'],
        },
      }),
    }),
    ...(tool.shared && { shared }),
  }
}

const noteOn = (slugs: string[]): string =>
  `The arguments of ${slugs.length} ${slugs.length === 1 ? 'tool' : 'tools'} are described with more than ${longestInput.toLocaleString('en')} characters, which is the maximum: what is deepest in them is described by its type alone: ${listSome(slugs)}`
