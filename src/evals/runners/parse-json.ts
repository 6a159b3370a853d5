/**
 * Parses JSON that a model wrote, or returns the text if it is not valid; empty arguments become an
 * empty object.
 */
export const parseJson = (text: string): unknown => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
