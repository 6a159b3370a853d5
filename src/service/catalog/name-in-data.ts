/**
 * Where the `data` of a result, which is always an object, holds an answer of another JSON type; an
 * answer of null leaves it empty.
 */
export const nameInData = (type: string): string | undefined => {
  if (type === 'null') return undefined
  return type === 'array' ? 'items' : 'value'
}
