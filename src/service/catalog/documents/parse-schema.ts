import { UntrustedTextError, type TextParser } from '../../platform/untrusted-text/index.ts'
import { ServiceError } from '../../service-error.ts'

/** Parses the schema of a GraphQL API. */
export const parseSchema = async (
  texts: TextParser,
  text: string | Uint8Array,
): Promise<unknown> => {
  try {
    return await texts.parseSchema(text)
  } catch (cause) {
    if (!(cause instanceof UntrustedTextError)) throw cause
    throw new ServiceError('invalid_request', `The schema ${cause.message}`, { cause })
  }
}
