import { supportedSchemes } from '../auth-schemes/index.ts'
import { ServiceError } from '../service-error.ts'

/** No code carries out requests with this auth scheme. */
export const unsupportedScheme = (mode: string) =>
  new ServiceError(
    'unsupported',
    `This service cannot send requests with the auth scheme ${mode}`,
    {
      suggestedFix: `Use an account with one of: ${supportedSchemes.join(', ')}`,
    },
  )
