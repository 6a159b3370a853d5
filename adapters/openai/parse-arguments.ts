/**
 * Parses the arguments of a call, or returns the error. Models send an empty string for a tool
 * without parameters.
 */
export const parseArguments = (text: string): unknown => {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    return error
  }
}
