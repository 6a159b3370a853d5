import type { JsonSchema } from '../json-schema.ts'
import { createNameCode } from '../name-code.ts'
import { toToolName } from '../tool-names.ts'
import { applyProfile } from './apply-profile.ts'
import { cutText } from './cut-text.ts'
import { limits } from './limits.ts'
import type { ProfiledSchema, ProfileName } from './profiled-schema.ts'

export type ProfiledTool = ProfiledSchema & { name: string; description: string }

/**
 * Converts a tool for a model family: its name, its description within the limit, and its schema by
 * `applyProfile`.
 *
 * @example
 * const { name, description, schema, strict, restore } = profileTool({ slug: 'repos/create', description: 'Creates a repository', inputSchema: { type: 'object' } }, 'gemini')
 */
export const profileTool = (
  tool: { slug: string; description: string; inputSchema: JsonSchema },
  profile: ProfileName,
): ProfiledTool => {
  const { slug, description, inputSchema } = tool
  const profiled = applyProfile(inputSchema, profile)
  if (profile === 'original') return { name: toToolName(slug), description, ...profiled }
  const { toolName, descriptionLength = Number.POSITIVE_INFINITY } = limits[profile]
  const cut = cutText(description, descriptionLength)
  if (cut !== description)
    profiled.changes.push({
      path: [],
      change: 'cut',
      effect: 'same',
      detail: `The description of the tool has ${description.length} characters; it was cut at ${descriptionLength}`,
    })
  return { name: createNameCode(toolName).encode(slug), description: cut, ...profiled }
}
