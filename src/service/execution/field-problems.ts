import { matchesPattern, type AccountValues, type FieldDescriptor } from '../auth-schemes/index.ts'

/**
 * Validates the value of a field. The scheme's own checks are left to the scheme: a key may have
 * several names.
 */
export const fieldProblems = (
  { name, isSecret, required, default: fallback, pattern, oneOf, startsWith }: FieldDescriptor,
  values: AccountValues,
): string[] => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined)
    return required && fallback === null && !isSecret && name !== 'username'
      ? [`${name} is required`]
      : []
  const text = typeof value === 'string' ? value : ''
  return [
    ...(pattern === undefined || matchesPattern(pattern, text)
      ? []
      : [`${name} must look like "${pattern}"`]),
    ...(oneOf === undefined || oneOf.includes(text)
      ? []
      : [`${name} must be one of ${oneOf.join(', ')}`]),
    ...(startsWith === undefined || startsWith.some((start) => text.startsWith(start))
      ? []
      : [`${name} must begin with ${startsWith.map((start) => `"${start}"`).join(' or ')}`]),
  ]
}
