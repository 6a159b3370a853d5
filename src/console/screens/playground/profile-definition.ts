import { profileTool } from '../../../schema/profiles/profile-tool.ts'
import type { ProfileName, SchemaChange } from '../../../schema/profiles/profiled-schema.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** The profiles of `plugboard/schema`, in the words of people. */
export const profiles: Record<ProfileName, string> = {
  original: 'As its author wrote it',
  openai: 'OpenAI',
  'openai-strict': 'OpenAI, strict',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
}

export type ModelView = {
  profile: ProfileName
  /** What is sent to the model. */
  definition: { name: string; description: string; parameters: unknown }
  tokens: number
  isStrict: boolean
  changes: SchemaChange[]
}

type Tool = { slug: string; description: string; inputSchema: Record<string, unknown> }

/** A tool as each family of models gets it. Loaded on demand: the converter is a third of the console. */
export const profileDefinition = (tool: Tool): ModelView[] =>
  (Object.keys(profiles) as ProfileName[]).map((profile) => {
    const { name, description, schema, strict, changes } = profileTool(tool, profile)
    const definition = { name, description, parameters: schema }
    return {
      profile,
      definition,
      tokens: estimateTokens(JSON.stringify(definition)),
      isStrict: strict,
      changes,
    }
  })
