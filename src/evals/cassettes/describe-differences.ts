import { findDifferences, type Difference } from '../find-differences.ts'
import type { ModelRequest } from './model-request.ts'
import { toCanonicalJson } from './to-canonical.ts'

const shown = 8
const valueLength = 120

/** Lists where a request differs from a recorded one: tools by name, messages by number. */
export const describeDifferences = (recorded: ModelRequest, asked: ModelRequest): string[] => {
  const lines = findDifferences(byName(recorded), byName(asked)).map(describeChange)
  return lines.length <= shown
    ? lines
    : [...lines.slice(0, shown), `and ${lines.length - shown} more`]
}

const byName = ({ tools, ...request }: ModelRequest) => ({
  ...request,
  tools: Object.fromEntries(tools.map(({ name, ...tool }) => [name, tool])),
})

const describeChange = ({ path, one: recorded, other: asked }: Difference): string => {
  const place = path.join('.')
  if (recorded === undefined) return `${place}: not recorded, now ${show(asked)}`
  return asked === undefined
    ? `${place}: recorded ${show(recorded)}, now absent`
    : `${place}: recorded ${show(recorded)}, now ${show(asked)}`
}

const show = (value: unknown): string => {
  const text = toCanonicalJson(value)
  return text.length <= valueLength ? text : `${text.slice(0, valueLength)}…`
}
