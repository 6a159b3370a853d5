import { isObject } from '../../../../src/schema/json-schema.ts'

const reference = /^\$(\d+)\.(.+)$/

/** Arguments with the parts of earlier results that they refer to. */
export const resolveArguments = (
  given: Record<string, unknown>,
  results: readonly unknown[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const [, at, path] = (typeof value === 'string' && reference.exec(value)) || []
      return [name, path === undefined ? value : valueAt(results[Number(at)], path)]
    }),
  )

/** The arguments as code that has the results in `r`. */
export const toCode = (given: Record<string, unknown>): string =>
  JSON.stringify(given).replaceAll(/"\$(\d+)\.([^"]+)"/g, 'r[$1].$2')

const valueAt = (value: unknown, path: string): unknown => {
  const found = path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>(
      (at, step) => (Array.isArray(at) ? at[Number(step)] : isObject(at) ? at[step] : undefined),
      value,
    )
  if (found === undefined) throw new Error(`A result has no ${path}: ${JSON.stringify(value)}`)
  return found
}
