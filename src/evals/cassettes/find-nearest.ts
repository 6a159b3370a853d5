import type { ModelRequest } from './model-request.ts'
import { toCanonicalJson } from './to-canonical.ts'

/**
 * Returns the recorded request that is most similar to this one: first by messages from the start,
 * then by tools, model and settings.
 */
export const findNearest = <Recorded extends { request: ModelRequest }>(
  asked: ModelRequest,
  recorded: readonly Recorded[],
): Recorded | undefined => {
  const messages = asked.messages.map(toCanonicalJson)
  const tools = new Map(asked.tools.map((tool) => [tool.name, toCanonicalJson(tool)]))
  const settings = toCanonicalJson(asked.settings)

  const score = ({ request }: Recorded): number => {
    const differing = messages.findIndex(
      (message, index) => message !== toCanonicalJson(request.messages[index]),
    )
    const shared = differing === -1 ? messages.length : differing
    const apart = Math.abs(request.messages.length - messages.length)
    const named = request.tools.filter(({ name }) => tools.has(name))
    const same = named.filter((tool) => tools.get(tool.name) === toCanonicalJson(tool))
    const others = Math.max(request.tools.length, tools.size, 1)
    return (
      8 * (shared / messages.length) -
      apart / messages.length +
      3 * (named.length / others) +
      same.length / others +
      Number(request.model === asked.model) +
      Number(toCanonicalJson(request.settings) === settings)
    )
  }

  let nearest: Recorded | undefined
  let best = -Infinity
  for (const candidate of recorded) {
    const points = score(candidate)
    if (points > best) [nearest, best] = [candidate, points]
  }
  return nearest
}
