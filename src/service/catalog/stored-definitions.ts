import { z } from 'zod'
import { anyObject, outline, storedJson } from '../platform/stored-json.ts'
import type { ToolDefinition, ToolkitDefinition } from './definitions.ts'

const tool = outline<ToolDefinition>({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  inputParameters: anyObject,
  tags: z.array(z.string()),
  request: anyObject,
})

export const readToolDocument = storedJson('tool_documents.document', tool)

export const readChangedTool = storedJson('toolkit_changes.definition', tool)

/** A version of a toolkit; its tools are rows of their own. */
export const readToolkitDefinition = storedJson(
  'toolkit_contents.definition',
  outline<Omit<ToolkitDefinition, 'tools'>>({
    slug: z.string(),
    name: z.string(),
    authSchemes: z.array(anyObject),
    triggers: z.array(anyObject),
  }),
)

/** Tags or scopes of a tool. */
export const readTexts = storedJson('tools.tags or scopes', z.array(z.string()))
