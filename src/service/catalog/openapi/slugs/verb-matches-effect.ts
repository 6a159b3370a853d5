import type { ParsedSource } from './slug-source.ts'
import { destructiveVerbs, readingVerbs, verbs } from './verbs.ts'

/**
 * Whether the verb of a name agrees with what the operation does, as its hints say: nothing that
 * implies a loss is called "create" or "list".
 */
export const verbMatchesEffect = (
  words: readonly string[],
  { isDestructive }: ParsedSource,
): boolean => {
  if (!isDestructive || words.some((word) => destructiveVerbs.has(word))) return true
  const verb = words.find((word) => verbs.has(word)) ?? ''
  return !readingVerbs.has(verb) && !constructive.has(verb)
}

const constructive = new Set(
  'activate add allow append apply attach create enable generate grant insert install join link make post publish register send set start subscribe update upsert'.split(
    ' ',
  ),
)
