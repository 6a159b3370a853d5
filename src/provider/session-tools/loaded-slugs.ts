import { toToolName } from '../../schema/tool-names.ts'
import { foundSlugs } from './found-slugs.ts'

/**
 * A mention of a tool in a conversation: a call of it and, in `output`, what the model was shown of
 * the result, as text or parsed.
 */
export type ToolMention = { toolName: string; output?: unknown }

/**
 * Returns the slugs of the tools that a conversation has loaded, in the order in which they were
 * found, so that the list only grows at its end and providers can cache what came before.
 *
 * Beyond `maximum`, those that were neither found nor called for the longest time are dropped; one
 * that is found again comes last. The order depends on the conversation alone.
 */
export const loadedSlugs = (mentions: readonly ToolMention[], maximum: number): string[] => {
  // The value is when the tool was last mentioned; the order of a map is that of insertion.
  const lastMentions = new Map<string, number>()
  const slugOf = new Map<string, string>()
  let time = 0
  for (const { toolName, output } of mentions) {
    const called = slugOf.get(toolName)
    const slugs =
      output !== undefined
        ? foundSlugs(toolName, output).slice(0, maximum)
        : called !== undefined && lastMentions.has(called)
          ? [called]
          : []
    time += slugs.length
    for (const [place, slug] of slugs.entries()) {
      // The best match of a search counts as its latest.
      lastMentions.set(slug, time - place)
      slugOf.set(toToolName(slug), slug)
    }
    for (const slug of oldest(lastMentions, lastMentions.size - maximum)) lastMentions.delete(slug)
  }
  return [...lastMentions.keys()]
}

const oldest = (lastMentions: ReadonlyMap<string, number>, count: number): string[] =>
  count <= 0
    ? []
    : [...lastMentions]
        .toSorted(([, first], [, second]) => first - second)
        .slice(0, count)
        .map(([slug]) => slug)
