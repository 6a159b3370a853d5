import { fillText, type TemplateValues } from './fill-template.ts'

/**
 * The values that a condition compares with; anything, when they name a value that was not given.
 */
export const fillWanted = (
  equals: string | string[] | undefined,
  values: TemplateValues,
): string[] | undefined | 'anything' => {
  if (equals === undefined) return undefined
  const filled = [equals].flat().map((text) => fillText(text, values))
  return filled.some((text) => text === undefined)
    ? 'anything'
    : filled.filter((text) => text !== undefined)
}
