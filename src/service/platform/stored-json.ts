import { z } from 'zod'

/** A stored text is not what its column holds. Its message names no value: it may be secret. */
export class StoredJsonError extends Error {
  override readonly name = 'StoredJsonError'

  constructor(column: string, id: string, problem: string) {
    super(`${column} of ${id} cannot be read: ${problem}`)
  }
}

/**
 * Reads the JSON of one column, checked against a schema, so that a damaged row is named where it
 * is read and not where a missing field is used.
 *
 * The value comes back as it was stored: a schema checks here and transforms nothing.
 *
 * @example
 * const readTags = storedJson('tools.tags', z.array(z.string()))
 * const tags = readTags(row.tags, row.slug)
 */
export const storedJson = <Value>(column: `${string}.${string}`, schema: z.ZodType<Value>) => {
  const matches = (value: unknown): value is Value => schema.safeParse(value).success

  return (text: string, id: string): Value => {
    const value = parse(text)
    if (matches(value)) return value
    const paths = schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []
    const problem = value === undefined ? 'it is no JSON' : `not as expected at ${paths.join(', ')}`
    throw new StoredJsonError(column, id, problem)
  }
}

/**
 * The schema of a large object that is read often: its outer fields are checked, and the type
 * vouches for what is inside them.
 */
export const outline = <Value extends object>(
  fields: Partial<Record<keyof Value, z.ZodType>>,
  // Drops what it does not name, which costs less than copying it: the result is not used.
): z.ZodType<Value> => z.object(fields as z.ZodRawShape) as unknown as z.ZodType<Value>

/** An object of which only that it is one is known. */
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
