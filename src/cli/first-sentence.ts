/** Returns the first sentence of a description, shortened to fit on a line of a terminal. */
export const firstSentence = (text: string, longest = 80): string => {
  const sentence = (
    /^[^\n]*?[.!?](?=\s|$)/.exec(text.trim())?.[0] ??
    text.trim().split('\n')[0] ??
    ''
  ).trim()
  return sentence.length <= longest ? sentence : `${sentence.slice(0, longest - 1).trimEnd()}…`
}
