import { cutText } from './cut-text.ts'

/**
 * A description with what a family can't say by keywords, in words that every model reads:
 * `(minLength: 3; default: "x")`.
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
