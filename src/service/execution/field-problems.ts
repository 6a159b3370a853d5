import type { AccountValues, FieldDescriptor } from '../auth-schemes/index.ts'

/**
 * What is wrong with the value of a field. What the scheme itself checks is left to it: a key may
 * come under several names.
 */
export const fieldProblems = (
  { name, isSecret, required, default: fallback, pattern }: FieldDescriptor,
  values: AccountValues,
): string[] => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined)
    return required && fallback === null && !isSecret && name !== 'username'
      ? [`${name} is required`]
      : []
  if (pattern === undefined) return []
  return typeof value === 'string' && matches(pattern, value)
    ? []
    : [`${name} must look like "${pattern}"`]
}

/**
 * A pattern is as foreign as the value, so it is no regular expression: those can be made to run
 * for hours.
 */
const matches = (pattern: string, value: string): boolean => {
  const expression = pattern
    .split('*')
    .map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`))
    .join('[0-9A-Za-z_-]+')
  return (
    value.length <= 255 &&
    pattern.split('*').length <= 9 &&
    new RegExp(`^${expression}$`).test(value)
  )
}
