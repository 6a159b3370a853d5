/**
 * Returns whether an id has a random part, so that no two conversations share the id.
 *
 * Conservative: it needs a UUID, the id of a provider that is random throughout, or 16 letters and
 * digits in a row (17 if they are digits only) that are neither words and numbers nor padded with
 * one character. Occurrences of the tool's name do not count, since some providers number the calls
 * of each tool.
 */
export const hasRandomPart = (id: string, toolName: string): boolean =>
  uuid.test(id) ||
  bedrock.test(id) ||
  without(id, toolName)
    .split(/[^A-Za-z0-9]+/)
    .some(isRandom)

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
/** Base64url, whose `-` and `_` leave no long part in a quarter of these ids. */
const bedrock = /^tooluse_[\w-]{22}$/

const without = (id: string, name: string): string => {
  const at = name === '' ? -1 : id.toLowerCase().indexOf(name.toLowerCase())
  return at < 0 ? id : without(`${id.slice(0, at)} ${id.slice(at + name.length)}`, name)
}

const isRandom = (text: string): boolean =>
  text.length >= (digits.test(text) ? 17 : 16) &&
  !oneWord.test(text) &&
  !padding.test(text) &&
  !hasOnlyWords(text)

const digits = /^\d+$/
/** Also one that nobody could pronounce, since letters alone are seldom random. */
const oneWord = /^([A-Z]+|[A-Z]?[a-z]{2,}([A-Z][a-z]{2,})*)\d*$/
const padding = /(.)\1{4}/

/** Whether all letters are words, as in `agent1step2call3`; an alphabet of digits has none. */
const hasOnlyWords = (text: string): boolean => {
  const found = text.match(word)
  return found !== null && found.every((each) => each.length >= 3 && isPronounceable(each))
}

/** Of a text in camel case, or with numbers between its words. */
const word = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

const isPronounceable = (text: string): boolean =>
  /[aeiouy]/i.test(text) && !/[^aeiouy]{5}/i.test(text)
