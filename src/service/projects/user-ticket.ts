import { z } from 'zod'
import { safeEqual } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'

/**
 * What a ticket allows its user: one kind of claims per purpose, so that a ticket for one purpose
 * is not accepted for another.
 */
const claimsSchema = z.discriminatedUnion('purpose', [
  z.object({
    purpose: z.literal('approval'),
    user: z.string(),
    approval: z.string(),
    expires: z.iso.datetime(),
  }),
])
type TicketClaims = z.infer<typeof claimsSchema>

const prefix = 'pbt_'
const maximumLength = 4096

/**
 * Creates a short-lived token for one of the project's users, with a project key; a browser
 * presents it.
 *
 * It is signed with the project's data key and not stored, so it contains its user, purpose and
 * expiry.
 */
export const createUserTicket = (project: Project, claims: TicketClaims): string => {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${prefix}${text}.${sign(project, text)}`
}

/**
 * The claims of a valid ticket; `undefined` for one that this project did not sign, or that has
 * expired.
 */
export const readUserTicket = (
  project: Project,
  ticket: string,
  now: string,
): TicketClaims | undefined => {
  if (!ticket.startsWith(prefix) || ticket.length > maximumLength) return undefined
  const [text = '', signature = ''] = ticket.slice(prefix.length).split('.', 2)
  if (!safeEqual(sign(project, text), signature)) return undefined
  const claims = claimsSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return claims.expires > now ? claims : undefined
}

const sign = (project: Project, text: string): string =>
  project.dataKey.fingerprint(text, { record: project.id, field: 'user ticket' })
