import { PlugboardError } from '../../client/index.ts'
import type { ToolSchema } from '../../contract/index.ts'
import { toObjectSchema } from '../../schema/to-object-schema.ts'
import { needsLocalApproval } from '../custom-tools/local-tool.ts'
import { hookOf, type ModifySchema } from '../session/hooks.ts'
import type { SessionParts } from './session-parts.ts'

/**
 * Returns the schema that a model sees: with the hints of a custom tool, and after `modifySchema`.
 */
export const adaptSchema = (parts: SessionParts, schema: ToolSchema): ToolSchema =>
  parts.hooks.reduce(
    (adapted, hook) => {
      const modifySchema = hookOf<ModifySchema>(hook.modifySchema, schema.tool_slug)
      return modifySchema ? modify(adapted, modifySchema) : adapted
    },
    withHints(parts, schema),
  )

const withHints = (parts: SessionParts, schema: ToolSchema): ToolSchema => {
  const local = parts.localTools.get(schema.tool_slug)
  if (!local) return schema
  const { title: _, ...hints } = local.tool.annotations ?? {}
  const tags = Object.entries(hints)
    .filter(([, holds]) => holds)
    .map(([hint]) => hint)
  return {
    ...schema,
    tags,
    approval: needsLocalApproval(parts.core.record.config, local) ? 'required' : 'never',
  }
}

const modify = (schema: ToolSchema, modifySchema: ModifySchema): ToolSchema => {
  // Only a reference. The hook runs when the schema is fetched.
  if (!schema.input_schema) return schema
  try {
    const change = modifySchema({
      slug: schema.tool_slug,
      inputSchema: structuredClone(schema.input_schema),
      description: schema.description ?? '',
    })
    return {
      ...schema,
      input_schema: change?.inputSchema ? toObjectSchema(change.inputSchema) : schema.input_schema,
      description: change?.description ?? schema.description,
    }
  } catch (error) {
    throw new PlugboardError(
      'misconfigured',
      `The hook modifySchema failed for ${schema.tool_slug}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}
