import type { ModelMessage, ModelRequest } from './model-request.ts'
import { textSimilarity } from './text-similarity.ts'
import { toCanonicalJson } from './to-canonical.ts'

/**
 * Returns the recorded request that is most similar to this one: first by the texts and calls of
 * its messages, then by their number, tools, model and settings.
 *
 * Of many recordings only those whose tools and number of messages are closest are compared by
 * text.
 */
export const findNearest = <Recorded extends { request: ModelRequest }>(
  asked: ModelRequest,
  recorded: readonly Recorded[],
): Recorded | undefined => {
  const frame = compareFrames(asked)
  const likeAsked = textSimilarity(textOf(asked.messages))
  const candidates = recorded
    .map((entry) => ({ entry, points: frame(entry.request) }))
    .toSorted((one, other) => other.points - one.points)
    .slice(0, mostCompared)

  let nearest: Recorded | undefined
  let best = -Infinity
  for (const { entry, points } of candidates) {
    const score = points + contentWeight * likeAsked(textOf(entry.request.messages))
    if (score > best) [nearest, best] = [entry, score]
  }
  return nearest
}

const mostCompared = 500

/** Outweighs everything else about a request: that is at most 6 points. */
const contentWeight = 16

/** Compares what does not require reading the messages: their number, tools, model and settings. */
const compareFrames = (asked: ModelRequest): ((request: ModelRequest) => number) => {
  const tools = new Map(asked.tools.map((tool) => [tool.name, toCanonicalJson(tool)]))
  const settings = toCanonicalJson(asked.settings)
  const count = asked.messages.length

  return (request) => {
    const named = request.tools.filter(({ name }) => tools.has(name))
    const same = named.filter((tool) => tools.get(tool.name) === toCanonicalJson(tool))
    const others = Math.max(request.tools.length, tools.size, 1)
    const apart = Math.abs(request.messages.length - count)
    return (
      3 * (named.length / others) +
      same.length / others -
      apart / Math.max(request.messages.length, count, 1) +
      Number(request.model === asked.model) +
      Number(toCanonicalJson(request.settings) === settings)
    )
  }
}

/** Ids of calls differ between conversations, so they are left out. */
const textOf = (messages: readonly ModelMessage[]): string =>
  messages
    .map(({ role, content, calls = [] }) =>
      [
        role,
        content,
        ...calls.map(({ tool, arguments: given }) => `${tool} ${toCanonicalJson(given)}`),
      ].join(' '),
    )
    .join('\n')
