/** Lists the first values and the number of the others, for messages: `a, b and 4,990 more`. */
export const listSome = (values: readonly string[], most = 20): string => {
  const rest = values.length - most
  return `${values.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`
}
