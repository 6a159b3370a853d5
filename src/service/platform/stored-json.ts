import { z } from 'zod'

/**
 * A stored text does not match its column's schema. The message contains no value, because it may
 * be secret.
 */
class StoredJsonError extends Error {
  override readonly name = 'StoredJsonError'

  constructor(column: string, id: string, problem: string) {
    super(`${column} of ${id} cannot be read: ${problem}`)
  }
}

/**
 * Parses the JSON of one column and validates it with a schema, so that a damaged row is reported
 * where it is read instead of where a missing field is used.
 *
 * The value is returned as it was stored: the schema only validates.
 *
 * @example
 * const readTags = storedJson('tools.tags', z.array(z.string()))
 * const tags = readTags(row.tags, row.slug)
 */
export const storedJson = <Value>(column: Column, schema: z.ZodType<Value>) => {
  const check = storedValue(column, schema)
  return (text: string, id: string): Value => check(parse(text), id)
}

type Column = `${string}.${string}`

/** For JSON that is parsed elsewhere, such as in a thread. */
export const storedValue = <Value>(column: Column, schema: z.ZodType<Value>) => {
  const matches = (value: unknown): value is Value => schema.safeParse(value).success

  return (value: unknown, id: string): Value => {
    if (matches(value)) return value
    const paths = schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []
    const problem = value === undefined ? 'it is no JSON' : `not as expected at ${paths.join(', ')}`
    throw new StoredJsonError(column, id, problem)
  }
}

/**
 * The schema of a large object that is read often: its outer fields are validated, and the type
 * asserts what is inside them.
 */
export const outline = <Value extends object>(
  fields: Partial<Record<keyof Value, z.ZodType>>,
  // Removing undeclared fields costs less than copying them: the result is not used.
): z.ZodType<Value> => z.object(fields as z.ZodRawShape) as unknown as z.ZodType<Value>

/** Any object. */
export const anyObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
