import { selectPath } from './select-path.ts'

/** What placeholders stand for, by their first name. */
export type TemplateValues = Record<string, unknown>

const placeholder = /\{([a-z_]+(?:\.[^{}.\s]+)*)\}/g

/**
 * A text with its placeholders filled by `write`; undefined when one of them stands for nothing.
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
 * A body with its placeholders filled: a text that is one placeholder becomes the value itself, and
 * what stands for nothing is left out.
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

/** A list of which nothing is left is left out: an API takes an empty one as "none of these". */
const fillList = (template: unknown[], values: TemplateValues): unknown[] | undefined => {
  const filled = template
    .map((each) => fillBody(each, values))
    .filter((value) => value !== undefined)
  return filled.length === 0 && template.length > 0 ? undefined : filled
}

/** The first placeholder of a text that stands for nothing. */
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
