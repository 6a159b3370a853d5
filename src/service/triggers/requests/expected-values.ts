import { fillBody, fillText, type TemplateValues } from './fill-template.ts'

/**
 * The values that a condition compares with; `anything` when one of them refers to a value that is
 * not set. A placeholder of a list stands for each of its values.
 */
export const expectedValues = (
  equals: string | string[] | undefined,
  values: TemplateValues,
): string[] | undefined | 'anything' => {
  if (equals === undefined) return undefined
  const filled = [equals].flat().flatMap((text) => {
    const value = fillBody(text, values)
    if (!Array.isArray(value)) return [fillText(text, values)]
    return value.length === 0 ? [undefined] : value.map(String)
  })
  return filled.some((text) => text === undefined)
    ? 'anything'
    : filled.filter((text) => text !== undefined)
}
