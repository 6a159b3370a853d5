import { z } from 'zod'
import { safeEqual } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'

/**
 * What a ticket allows its user: one kind of claims for each purpose, so that none opens what
 * another does.
 */
const claimsSchema = z.discriminatedUnion('purpose', [
  z.object({
    purpose: z.literal('approval'),
    user: z.string(),
    approval: z.string(),
    expires: z.iso.datetime(),
  }),
])
export type TicketClaims = z.infer<typeof claimsSchema>

const prefix = 'pbt_'
const maximumLength = 4096

/**
 * A short-lived token that a key of the project has made for one of its users, to be shown by a
 * browser.
 *
 * The project's own key signs it and nothing is stored, so it says whose it is and what for, and
 * ends by itself.
 */
export const createUserTicket = (project: Project, claims: TicketClaims): string => {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${prefix}${text}.${sign(project, text)}`
}

/**
 * What a ticket of this project allows now; `undefined` for one that was not made here, or is over.
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
