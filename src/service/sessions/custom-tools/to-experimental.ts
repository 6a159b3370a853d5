import type { Experimental } from '../../../contract/session-custom-tools.ts'
import { toObjectSchema } from '../../../schema/to-object-schema.ts'
import type { OpenSession } from '../session.ts'
import type { CustomTool } from './custom-tool.ts'
import { toAssistivePrompt } from './to-assistive-prompt.ts'

/** `experimental` in the responses to creation and attachment (spec 2.10). */
export const toExperimental = (
  { config, extras }: OpenSession,
  metaTools: ReadonlySet<string>,
  now: Date,
): Experimental => ({
  assistive_prompt: toAssistivePrompt({ config, extras }, metaTools, now),
  ...(extras.customToolkits && {
    custom_toolkits: extras.customToolkits.map((toolkit) => ({
      ...toolkit,
      tools: toolkit.tools.map(toRecord),
    })),
  }),
  ...(extras.customTools && {
    custom_tools: extras.customTools.map((tool) => ({
      ...toRecord(tool),
      ...(tool.extendsToolkit && tool.toolkit !== null && { extends_toolkit: tool.toolkit }),
    })),
  }),
})

const toRecord = (tool: CustomTool) => ({
  slug: tool.slug,
  original_slug: tool.originalSlug,
  name: tool.name,
  description: tool.description,
  input_schema: toObjectSchema(tool.inputSchema),
  ...(tool.outputSchema && { output_schema: toObjectSchema(tool.outputSchema) }),
})
