import type { JsonSchema } from '../../../catalog/index.ts'
import type { PagedTool } from './page.ts'

/** `page[cursor]`, `page_cursor` and `pageCursor` are the same name. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const known = new WeakMap<JsonSchema, ReadonlyMap<string, string>>()

/** The tool's own argument with one of these plain names, the first that it has. */
export const findArgument = (
  tool: PagedTool,
  plainNames: readonly string[],
): string | undefined => {
  const names = known.get(tool.inputParameters) ?? readNames(tool)
  known.set(tool.inputParameters, names)
  for (const name of plainNames) {
    const argument = names.get(name)
    if (argument !== undefined) return argument
  }
  return undefined
}

/** An argument may be called otherwise than what it is sent as, where two had the same name. */
const readNames = ({ inputParameters, request }: PagedTool): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  const add = (name: string, argument: string) => {
    if (!names.has(plainName(name))) names.set(plainName(name), argument)
  }
  const own = Object.keys(propertiesOf(inputParameters))
  for (const argument of own) add(argument, argument)
  if (request.kind === undefined)
    for (const { name, argument } of request.parameters)
      if (own.includes(argument)) add(name, argument)
  return names
}

/** The schema of one argument; undefined where it has none that can be read at once. */
export const schemaOf = (
  { inputParameters }: PagedTool,
  argument: string,
): Record<string, unknown> | undefined => {
  const properties = propertiesOf(inputParameters)
  const schema = Object.hasOwn(properties, argument) ? properties[argument] : undefined
  return typeof schema === 'object' && schema !== null
    ? (schema as Record<string, unknown>)
    : undefined
}

const propertiesOf = ({ properties }: JsonSchema): Record<string, unknown> =>
  typeof properties === 'object' && properties !== null
    ? (properties as Record<string, unknown>)
    : {}

const longestCursor = 8192

/**
 * A value that an answer gave as the tool's argument takes it: APIs write numbers as texts, and the
 * other way round. Undefined for what cannot be a cursor.
 */
export const toArgumentValue = (
  tool: PagedTool,
  argument: string,
  value: unknown,
): string | number | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  if (String(value).length > longestCursor || String(value).trim() === '') return undefined
  const { type } = schemaOf(tool, argument) ?? {}
  const types = new Set<unknown>([type].flat())
  const takesNumber = types.has('integer') || types.has('number')
  const takesText = types.has('string')
  if (typeof value === 'string')
    return takesNumber && !takesText && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  return takesText && !takesNumber ? String(value) : value
}

/** What an argument of a number is, given or by default. */
export const numberOf = (
  tool: PagedTool,
  argument: string | undefined,
  given: Readonly<Record<string, unknown>>,
): number | undefined => {
  if (argument === undefined) return undefined
  const value = Object.hasOwn(given, argument)
    ? given[argument]
    : schemaOf(tool, argument)?.['default']
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
