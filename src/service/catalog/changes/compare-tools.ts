import type { ToolForm, ToolkitChange } from '../../../contract/toolkit-changes.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { ToolDefinition, ToolHint } from '../definitions.ts'

/** A server's definition of a tool, with its declared hints. */
export const toForm = (definition: ToolDefinition): ToolForm => ({
  name: definition.name,
  description: definition.description,
  input_parameters: definition.inputParameters,
  output_parameters: definition.outputParameters,
  hints:
    definition.declaredHints ??
    definition.tags.filter((tag): tag is ToolHint => tag.endsWith('Hint')),
})

/** In which fields two definitions of a tool differ. */
export const compareTools = (
  before: ToolDefinition | undefined,
  after: ToolDefinition,
): ToolkitChange['fields'] => {
  const form = toForm(after)
  const fields = ['name', 'description', 'input_parameters', 'output_parameters', 'hints'] as const
  if (!before) return [...fields]
  const former = toForm(before)
  return fields.filter((field) => canonicalJson(former[field]) !== canonicalJson(form[field]))
}
