import { cutText } from './cut-text.ts'

/**
 * Adds the keywords that a family does not support to the description, in a form that every model
 * understands: `(minLength: 3; default: "x")`.
 */
export const describeKeywords = (
  description: unknown,
  keywords: readonly (readonly [keyword: string, value: unknown])[],
): string | undefined => {
  const facts = keywords.map(
    ([keyword, value]) => `${keyword}: ${cutText(JSON.stringify(value) ?? String(value), 300)}`,
  )
  const parts = [
    typeof description === 'string' ? description : '',
    facts.length > 0 ? `(${facts.join('; ')})` : '',
  ]
  return parts.filter((part) => part !== '').join(' ') || undefined
}
