import { supportedSchemes } from '../auth-schemes/index.ts'
import { ServiceError } from '../service-error.ts'

/** The error for an auth scheme that no code can apply. */
export const unsupportedScheme = (mode: string) =>
  new ServiceError(
    'unsupported',
    `This service cannot send requests with the auth scheme ${mode}`,
    {
      suggestedFix: `Use an account with one of: ${supportedSchemes.join(', ')}`,
    },
  )
