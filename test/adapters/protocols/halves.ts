/** A text in two pieces, as models stream it. */
export const halves = (text: string): string[] =>
  [text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))].filter(
    (part, index) => index === 0 || part !== '',
  )
