import { hasHiddenCharacters, htmlToText, plainText } from '../../platform/untrusted-text/index.ts'
import { createLinkRemover } from '../../third-party/index.ts'

/** Turns third parties' texts into plain text that looks the same to a person and a model. */
export type TextCleaner = {
  /** A description, of at most 4,000 characters. */
  text(given: string): string
  /** One line of at most 200 characters. */
  name(given: string): string
  /** The number of texts that contained characters visible only to a model. */
  hiddenTexts(): number
}

const longestText = 4000
const longestName = 200

export const createTextCleaner = (publicUrl: string): TextCleaner => {
  const withoutOwnLinks = createLinkRemover(publicUrl)
  let hidden = 0
  const clean = (given: string, maximum: number): string => {
    const shown = htmlToText(given.slice(0, maximum * 4))
    if (hasHiddenCharacters(shown)) hidden += 1
    const visible = withoutOwnLinks(plainText(shown, maximum))
    return visible.length > maximum ? plainText(visible, maximum) : visible
  }
  return {
    text: (given) => clean(given, longestText),
    name: (given) => clean(given, longestName).replaceAll(/\s+/g, ' '),
    hiddenTexts: () => hidden,
  }
}
