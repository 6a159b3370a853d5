import type {
  Definitions,
  JsonSchema,
  ToolDefinition,
} from '../../src/service/catalog/definitions.ts'
import { referencesIn } from '../../src/service/catalog/shared-definitions/references-in.ts'

/** A tool as it is opened: its schemas hold the definitions that they lead to. */
export const withDefinitions = <Tool extends ToolDefinition<unknown>>({
  shared,
  ...tool
}: Tool): Omit<Tool, 'shared'> => ({
  ...tool,
  inputParameters: close(tool.inputParameters, shared?.input),
  outputParameters: close(tool.outputParameters, shared?.output),
})

const close = (schema: JsonSchema, definitions: Definitions = new Map()): JsonSchema => {
  const reached = new Map<string, JsonSchema>()
  const waiting = new Set(referencesIn(JSON.stringify(schema)))
  for (const name of waiting) {
    const definition = definitions.get(name)
    if (!definition) continue
    reached.set(name, definition)
    for (const further of referencesIn(JSON.stringify(definition))) waiting.add(further)
  }
  return reached.size === 0
    ? schema
    : { ...schema, $defs: Object.fromEntries([...reached].toSorted()) }
}
