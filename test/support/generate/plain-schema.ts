export type Schema = Record<string, unknown>

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The schema with its reference followed and its `allOf` merged in, so that only alternatives are
 * left in it.
 */
export const toPlainSchema = (schema: Schema, root: Schema, depth = 0): Schema => {
  const { $ref, allOf, ...own } = schema
  if (depth > 20) return own
  const target = typeof $ref === 'string' ? [lookUp($ref, root)] : []
  const members = [...target, ...(Array.isArray(allOf) ? allOf : [])]
    .filter(isSchema)
    .map((member) => toPlainSchema(member, root, depth + 1))
  return members.length === 0 ? own : [...members, own].reduce(mergeSchemas)
}

/** What both demand, as far as a generator cares. */
export const mergeSchemas = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  ...merged(one, other, 'properties', (first, second) => ({
    ...(first as Schema),
    ...(second as Schema),
  })),
  ...merged(one, other, 'required', (first, second) => [
    ...new Set([...(first as string[]), ...(second as string[])]),
  ]),
})

const merged = (
  one: Schema,
  other: Schema,
  keyword: string,
  merge: (first: unknown, second: unknown) => unknown,
): Schema =>
  one[keyword] === undefined || other[keyword] === undefined
    ? {}
    : { [keyword]: merge(one[keyword], other[keyword]) }

const lookUp = (reference: string, root: Schema): unknown =>
  reference
    .replace(/^#\/?/, '')
    .split('/')
    .reduce<unknown>(
      (node, key) =>
        isSchema(node) ? node[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined,
      root,
    )
