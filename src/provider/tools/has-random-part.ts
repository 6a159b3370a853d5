/**
 * Returns whether an id has a random part, so that no two conversations share the id.
 *
 * Conservative: it needs a UUID, or 16 letters and digits in a row (17 if they are digits only)
 * that are neither words followed by a number nor padded with one character. Occurrences of the
 * tool's name do not count, since some providers number the calls of each tool.
 */
export const hasRandomPart = (id: string, toolName: string): boolean =>
  uuid.test(id) ||
  without(id, toolName)
    .split(/[^A-Za-z0-9]+/)
    .some(isRandom)

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

const without = (id: string, name: string): string => {
  const at = name === '' ? -1 : id.toLowerCase().indexOf(name.toLowerCase())
  return at < 0 ? id : without(`${id.slice(0, at)} ${id.slice(at + name.length)}`, name)
}

const isRandom = (text: string): boolean =>
  text.length >= (digits.test(text) ? 17 : 16) && !words.test(text) && !padding.test(text)

const digits = /^\d+$/
const words = /^([A-Z]+|[A-Z]?[a-z]{2,}([A-Z][a-z]{2,})*)\d*$/
const padding = /(.)\1{4}/
