import { selectPath } from './select-path.ts'

/** The values of placeholders, by their first name. */
export type TemplateValues = Record<string, unknown>

const placeholder = /\{([a-z_]+(?:\.[^{}.\s]+)*)\}/g

/**
 * A text with its placeholders replaced by their values; undefined if one of them has no value.
 */
export const fillText = (
  text: string,
  values: TemplateValues,
  write: (value: unknown) => string = plainText,
): string | undefined => {
  const found = [...text.matchAll(placeholder)].map(([, path = '']) => selectPath(values, path))
  if (found.some((value) => value === undefined || value === null)) return undefined
  let index = 0
  return text.replaceAll(placeholder, () => write(found[index++]))
}

/**
 * A body with its placeholders replaced: a text that is a single placeholder becomes the value
 * itself, and a placeholder without a value is left out.
 */
export const fillBody = (template: unknown, values: TemplateValues): unknown => {
  if (typeof template === 'string')
    return isOnePlaceholder(template)
      ? (selectPath(values, template.slice(1, -1)) ?? undefined)
      : fillText(template, values)
  if (Array.isArray(template)) return fillList(template, values)
  if (typeof template !== 'object' || template === null) return template
  const entries = Object.entries(template).map(([name, value]): [string, unknown] => [
    name,
    fillBody(value, values),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** A list that becomes empty is left out: an API would read it as "none of these". */
const fillList = (template: unknown[], values: TemplateValues): unknown[] | undefined => {
  const filled = template
    .map((each) => fillBody(each, values))
    .filter((value) => value !== undefined)
  return filled.length === 0 && template.length > 0 ? undefined : filled
}

/** The first placeholder of a text that has no value. */
export const missingPlaceholder = (text: string, values: TemplateValues): string | undefined =>
  [...text.matchAll(placeholder)]
    .map(([, path = '']) => path)
    .find((path) => (selectPath(values, path) ?? undefined) === undefined)

const isOnePlaceholder = (text: string): boolean =>
  [...text.matchAll(placeholder)].some(([whole]) => whole === text)

const plainText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(plainText).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
