import type { ModelRequest } from './model-request.ts'
import { toCanonicalJson } from './to-canonical.ts'

const shown = 8
const valueLength = 120

/** Lists where a request differs from a recorded one: tools by name, messages by number. */
export const describeDifferences = (recorded: ModelRequest, asked: ModelRequest): string[] => {
  const lines = differencesOf('', byName(recorded), byName(asked))
  return lines.length <= shown
    ? lines
    : [...lines.slice(0, shown), `and ${lines.length - shown} more`]
}

const byName = ({ tools, ...request }: ModelRequest) => ({
  ...request,
  tools: Object.fromEntries(tools.map(({ name, ...tool }) => [name, tool])),
})

const differencesOf = (place: string, recorded: unknown, asked: unknown): string[] => {
  if (toCanonicalJson(recorded) === toCanonicalJson(asked)) return []
  if (
    !isContainer(recorded) ||
    !isContainer(asked) ||
    Array.isArray(recorded) !== Array.isArray(asked)
  )
    return [`${place}: ${describeChange(recorded, asked)}`]
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(asked)])]
  return names.flatMap((name) =>
    differencesOf(place === '' ? name : `${place}.${name}`, recorded[name], asked[name]),
  )
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const describeChange = (recorded: unknown, asked: unknown): string => {
  if (recorded === undefined) return `not recorded, now ${show(asked)}`
  return asked === undefined
    ? `recorded ${show(recorded)}, now absent`
    : `recorded ${show(recorded)}, now ${show(asked)}`
}

const show = (value: unknown): string => {
  const text = toCanonicalJson(value)
  return text.length <= valueLength ? text : `${text.slice(0, valueLength)}…`
}
