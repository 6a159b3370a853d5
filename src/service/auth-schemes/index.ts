import type { AuthScheme } from '../catalog/definitions.ts'
import { apiKey } from './api-key.ts'
import { basic } from './basic.ts'
import { bearerToken } from './bearer-token.ts'
import { noAuth } from './no-auth.ts'
import type { Scheme } from './scheme.ts'

/** The schemes that this service can carry out; an account of another is answered 501. */
const schemes: Partial<Record<AuthScheme, Scheme>> = {
  API_KEY: apiKey,
  BASIC: basic,
  BEARER_TOKEN: bearerToken,
  NO_AUTH: noAuth,
}

export const findScheme = (mode: AuthScheme): Scheme | undefined => schemes[mode]

export { GrantError } from './scheme.ts'
export type { AccountValues, GrantContext, Granted, OutgoingRequest, Scheme } from './scheme.ts'
