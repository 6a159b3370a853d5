import { randomBytes } from 'node:crypto'

/** The one application that is registered with the calendar. */
export type OAuthApplication = { clientId: string; clientSecret: string; redirectUris: Set<string> }

export const createApplication = (
  clientSecret = `cal_${randomBytes(24).toString('hex')}`,
): OAuthApplication => ({ clientId: 'plugboard', clientSecret, redirectUris: new Set() })

/** The scopes of the calendar, as its page describes them. */
export const scopes = {
  'calendar.read': 'See your calendars and their events',
  'calendar.write': 'Create, change and delete events',
} as const satisfies Record<string, string>

export type Scope = keyof typeof scopes
