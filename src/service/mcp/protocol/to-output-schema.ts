import type { Tool } from '@modelcontextprotocol/server'
import { isPortableSchema } from './is-portable-schema.ts'

type Schema = Record<string, unknown>

/** Longer schemas cost every client time without helping any model. */
const maximumCharacters = 16_000

const anyObject = { type: 'object' } as const

/**
 * The output schema of a tool, such that no answer of a third party violates it.
 *
 * Clients reject a result that does not match the declared schema, and some reject a whole list
 * because of one schema that their validator does not support. Third parties return undeclared
 * things: so the declared schema is one of two alternatives, and one that is too long, or not
 * widely supported, is omitted.
 */
export const toOutputSchema = ({
  $schema: _dialect,
  ...declared
}: Schema): NonNullable<Tool['outputSchema']> => {
  const { $defs, definitions, ...schema } = declared
  if (
    !saysAnything(schema) ||
    JSON.stringify(declared).length > maximumCharacters ||
    !isPortableSchema(declared)
  )
    return anyObject
  // Definitions stay at the root, where references look them up.
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
