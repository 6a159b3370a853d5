/**
 * Scopes as an operator gives them, a list or a text, in the form that the provider wants;
 * undefined where there are none.
 */
export const scopeText = (scopes: unknown, separator = ' '): string | undefined => {
  const list = Array.isArray(scopes)
    ? scopes.filter((scope) => typeof scope === 'string')
    : typeof scopes === 'string'
      ? scopes.split(/[\s,]+/)
      : []
  const text = [...new Set(list.filter((scope) => scope !== ''))].join(separator)
  return text === '' ? undefined : text
}
