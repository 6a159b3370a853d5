/**
 * Reads the arguments of a call, or gives the error. Models write nothing at all for a tool without
 * parameters.
 */
export const parseArguments = (text: string): unknown => {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    return error
  }
}
