import type { ToolDefinition } from '../definitions.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { charactersOf } from './definition-set.ts'
import { indexDefinitions } from './index-definitions.ts'
import { referencesIn } from './references-in.ts'

/** What models read of these tools, estimated at four characters a token. */
export const countTokens = async (tools: readonly ToolDefinition[]): Promise<number> => {
  const yieldIfDue = createYielder()
  let characters = 0
  for (const { slug, description, inputParameters, shared } of tools) {
    const text = JSON.stringify([slug, description, inputParameters])
    characters += text.length
    const references = shared?.input === undefined ? [] : referencesIn(text)
    if (shared?.input && references.length > 0)
      characters += charactersOf((await indexDefinitions(shared.input)).set, references)
    await yieldIfDue()
  }
  return Math.ceil(characters / 4)
}
