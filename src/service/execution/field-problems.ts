import type { AccountValues, FieldDescriptor } from '../auth-schemes/index.ts'

/**
 * Validates the value of a field. The scheme's own checks are left to the scheme: a key may have
 * several names.
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
 * A pattern is as untrusted as the value, so it is not run as a regular expression, which could
 * take hours.
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
