/**
 * Returns whether a value has the form of a field's pattern, in which `*` stands for letters,
 * digits, `-` and `_`.
 *
 * A pattern is as untrusted as the value, so it is not run as a regular expression, which could
 * take hours.
 */
export const matchesPattern = (pattern: string, value: string): boolean => {
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
