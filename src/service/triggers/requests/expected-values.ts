import { fillBody, fillText, type TemplateValues } from './fill-template.ts'

/**
 * The values that a condition compares with; `anything` when one of them refers to a value that is
 * not set. A placeholder of a list stands for each of its values. Those that are no texts are
 * integers of a configuration that lost digits when it was parsed.
 */
export const expectedValues = (
  equals: string | string[] | undefined,
  values: TemplateValues,
): (string | number)[] | undefined | 'anything' => {
  if (equals === undefined) return undefined
  const filled = [equals].flat().flatMap((text) => {
    const value = fillBody(text, values)
    if (isRounded(value)) return [value]
    if (!Array.isArray(value)) return [fillText(text, values)]
    return value.length === 0
      ? [undefined]
      : value.map((each) => (isRounded(each) ? each : String(each)))
  })
  return filled.some((text) => text === undefined)
    ? 'anything'
    : filled.filter((text) => text !== undefined)
}

const isRounded = (value: unknown): value is number =>
  Number.isInteger(value) && !Number.isSafeInteger(value)
