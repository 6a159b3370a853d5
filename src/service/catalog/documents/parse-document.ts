import { UntrustedTextError, type TextParser } from '../../platform/untrusted-text/index.ts'

/**
 * Parses a file in JSON or YAML. Throws the error that `toError` creates from the problem: "is not
 * JSON".
 */
export const parseDocument = async (
  texts: TextParser,
  text: string | Uint8Array,
  toError: (problem: string) => Error,
): Promise<unknown> => {
  try {
    return await texts.parseDocument(text)
  } catch (cause) {
    if (!(cause instanceof UntrustedTextError)) throw cause
    throw toError(cause.message)
  }
}
