/**
 * The message of an error of the library, which names types and quotes the expression alone.
 * Undefined for any other error.
 */
export const libraryMessage = (thrown: unknown): string | undefined => {
  if (!(thrown instanceof Error)) return undefined
  const { message } = thrown
  return known.test(message) ? message.slice(0, 300) : undefined
}

const known = /^(?:syntax\b|invalid[ -]|not-a-number|unknown function|error referencing)/i
