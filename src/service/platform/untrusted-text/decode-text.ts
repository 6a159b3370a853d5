/** Decodes text of a third party; an unknown charset is read as UTF-8. */
export const decodeText = (text: string | Uint8Array, charset = 'utf-8'): string => {
  if (typeof text === 'string') return text
  try {
    return new TextDecoder(charset).decode(text)
  } catch {
    return new TextDecoder().decode(text)
  }
}
