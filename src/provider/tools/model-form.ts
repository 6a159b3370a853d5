import type { JsonObject } from '../../schema/json-schema.ts'
import { profileTool, type ProfiledTool } from '../../schema/profiles/profile-tool.ts'
import type { ProfileName } from '../../schema/profiles/profiled-schema.ts'
import { toToolName } from '../../schema/tool-names.ts'

type Tool = { slug: string; description: string; inputSchema: JsonObject }

/**
 * Returns how models of a family see a tool, and how their arguments are converted back.
 *
 * The original form copies nothing, so creating a thousand tools is cheap. The caller copies the
 * schema before it exposes it.
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
