import { z } from 'zod'
import type { AuthorizationServer } from 'oauth4webapi'

const remembered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})

/**
 * What an attempt keeps of the server that its user was sent to: the answer is held to its
 * promises, and its code goes nowhere else (RFC 9700, 4.4.2).
 */
export const rememberServer = (server: AuthorizationServer): z.infer<typeof remembered> =>
  remembered.parse(server)

/** Undefined for an attempt from before servers were remembered. */
export const rememberedServer = (
  pending: Record<string, unknown>,
): AuthorizationServer | undefined =>
  pending['server'] === undefined
    ? undefined
    : (withoutUndefined(remembered.parse(pending['server'])) as AuthorizationServer)

const withoutUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
