import type { Tool } from '@modelcontextprotocol/server'
import { isSoundSchema } from './is-sound-schema.ts'

type Schema = Record<string, unknown>

/** Longer ones cost every client time that no model profits from. */
const maximumCharacters = 16_000

const anyObject = { type: 'object' } as const

/**
 * What a tool answers, in words that an answer of a third party never breaks.
 *
 * Clients refuse a result that does not fit the schema they were given, and some refuse a whole
 * list for one schema that their validator does not understand. Third parties answer what they did
 * not declare: so the declaration is one of two possibilities, and one that is too long, or hard to
 * understand, is left out.
 */
export const toOutputSchema = ({
  $schema: _dialect,
  ...declared
}: Schema): NonNullable<Tool['outputSchema']> => {
  const { $defs, definitions, ...schema } = declared
  if (
    !saysAnything(schema) ||
    JSON.stringify(declared).length > maximumCharacters ||
    !isSoundSchema(declared)
  )
    return anyObject
  // Definitions stay at the root, where references look for them.
  return {
    type: 'object',
    anyOf: [schema, {}],
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}

const saysAnything = (schema: Schema): boolean =>
  Object.entries(schema).some(
    ([keyword, value]) =>
      keyword !== 'type' && (keyword !== 'properties' || JSON.stringify(value) !== '{}'),
  )
