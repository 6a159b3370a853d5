import type { ToolDefinition } from '../definitions.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { longestInput, measureInput } from './bound-inputs.ts'

/** What models read of these tools, estimated at four characters a token. */
export const countTokens = async (tools: readonly ToolDefinition[]): Promise<number> => {
  const yieldIfDue = createYielder()
  let characters = 0
  for (const tool of tools) {
    characters += JSON.stringify([tool.slug, tool.description]).length
    characters += Math.min((await measureInput(tool)).all, longestInput)
    await yieldIfDue()
  }
  return Math.ceil(characters / 4)
}
