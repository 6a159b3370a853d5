import type { JsonObject } from '../../schema/json-schema.ts'
import { profileTool, type ProfiledTool } from '../../schema/profiles/profile-tool.ts'
import type { ProfileName } from '../../schema/profiles/profiled-schema.ts'
import { toToolName } from '../../schema/tool-names.ts'

type Tool = { slug: string; description: string; inputSchema: JsonObject }

/**
 * How models of a family see a tool, and how their arguments become those of the tool again.
 *
 * In its original form nothing is copied, so a thousand tools cost little: whoever hands the schema
 * out makes the copy.
 */
export const toModelForm = (tool: Tool, profile: ProfileName): ProfiledTool =>
  profile === 'original'
    ? {
        name: toToolName(tool.slug),
        description: tool.description,
        schema: tool.inputSchema,
        changes: [],
        strict: false,
        restore: (given) => given,
      }
    : profileTool(tool, profile)
