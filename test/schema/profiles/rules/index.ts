import { breakAnthropicRules } from './anthropic.ts'
import { breakGeminiRules } from './gemini.ts'
import { breakOpenaiRules } from './openai.ts'
import { breakOpenaiStrictRules } from './openai-strict.ts'
import type { Schema } from './visit-schemas.ts'

export const families = ['openai-strict', 'openai', 'anthropic', 'gemini'] as const
type FamilyName = (typeof families)[number]

/**
 * The published rules of a family that a profiled schema breaks. Written from the families' pages,
 * not from our transformer.
 */
export const breakRules = (
  family: FamilyName,
  { schema, strict }: { schema: Schema; strict: boolean },
): string[] => {
  if (family === 'openai-strict')
    return strict ? breakOpenaiStrictRules(schema) : breakOpenaiRules(schema)
  return { openai: breakOpenaiRules, anthropic: breakAnthropicRules, gemini: breakGeminiRules }[
    family
  ](schema)
}
