import type { JsonSchema } from '../definitions.ts'

const keyword = 'x-mcp-header'
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const primitives = new Set(['string', 'integer', 'boolean'])

/** What is wrong with the arguments that a tool wants repeated in headers (protocol revision 2026-07-28): a client must not offer such a tool. */
export const parameterHeaderProblem = (schema: JsonSchema): string | undefined => {
  const declared = declarations(schema)
  const written = JSON.stringify(schema).split(`"${keyword}":`).length - 1
  if (written !== declared.length) return `its input schema has ${keyword} where no argument is`
  const names = declared.map(({ name }) => String(name).toLowerCase())
  if (new Set(names).size !== names.length) return `its input schema names a header twice in ${keyword}`
  const isSound = declared.every(({ name, type }) => typeof name === 'string' && token.test(name) && typeof type === 'string' && primitives.has(type))
  return isSound ? undefined : `its input schema has an ${keyword} that is no header name, or stands at an argument that is no text, whole number or truth value`
}

/** Those that are reached through properties alone. */
const declarations = (schema: unknown): { name: unknown; type: unknown }[] => {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null) return []
  return Object.values(schema.properties as Record<string, unknown>).flatMap((property) => {
    if (typeof property !== 'object' || property === null) return []
    const own = Object.hasOwn(property, keyword) ? [{ name: (property as JsonSchema)[keyword], type: (property as JsonSchema)['type'] }] : []
    return [...own, ...declarations(property)]
  })
}
