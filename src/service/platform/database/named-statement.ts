import { CompiledQuery } from 'kysely'

/** The names of statements by their text, since Kysely passes on nothing else. */
const names = new Map<string, string>()

/**
 * A statement that is sent so often that PostgreSQL should parse and plan it once per connection.
 *
 * Made once, where its store is: it stays prepared for as long as a connection is open.
 */
export const namedStatement = (
  name: string,
  text: string,
): ((parameters: unknown[]) => CompiledQuery) => {
  names.set(text, name)
  return (parameters) => CompiledQuery.raw(text, parameters)
}

export const nameOfStatement = (text: string): string | undefined => names.get(text)
