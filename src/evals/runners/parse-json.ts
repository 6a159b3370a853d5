/** What a model wrote, or the text itself where that is no JSON; arguments left empty are none. */
export const parseJson = (text: string): unknown => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
