/**
 * Returns the value at a path such as `data.items.0`, or undefined; an empty path is the whole
 * value.
 */
export const selectPath = (value: unknown, path: string): unknown =>
  path === '' ? value : select(value, path.split('.'))

/** A name may have dots itself, such as `@odata.nextLink`. */
const select = (value: unknown, steps: readonly string[]): unknown => {
  if (steps.length === 0) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (let count = 1; count <= steps.length; count += 1) {
    const name = steps.slice(0, count).join('.')
    if (Object.hasOwn(value, name))
      return select((value as Record<string, unknown>)[name], steps.slice(count))
  }
  return undefined
}
