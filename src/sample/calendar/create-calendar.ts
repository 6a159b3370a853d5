import type { Context, Hono } from 'hono'
import { createThirdParty } from '../create-third-party.ts'
import { openApiDocument, type OpenApiDocument } from '../openapi-document.ts'
import type { OperationDescription } from '../operation-description.ts'
import { SampleError } from '../sample-error.ts'
import type { CalendarCall, CalendarState } from './calendar-state.ts'
import { scopes, type OAuthApplication, type Scope } from './oauth/application.ts'
import { createGrants, type Grants } from './oauth/grants.ts'
import { mountOAuth } from './oauth/mount-oauth.ts'
import { createEvent } from './operations/create-event.ts'
import { deleteEvent } from './operations/delete-event.ts'
import { findFreeSlots } from './operations/find-free-slots.ts'
import { getCurrentUser } from './operations/get-current-user.ts'
import { getEvent } from './operations/get-event.ts'
import { listCalendars } from './operations/list-calendars.ts'
import { listEvents } from './operations/list-events.ts'
import { updateEvent } from './operations/update-event.ts'
import { calendarSchemas } from './schemas.ts'

/** The calendar: a REST API behind OAuth 2, and its authorization server. */
export const createCalendar = (state: CalendarState, application: OAuthApplication): Hono => {
  const grants = createGrants({ application, clock: state.clock })
  const app = createThirdParty(
    {
      document: () => calendarDocument(state.url),
      identify: (context, operation) => identify(state, grants, context, operation),
      maxBodySize: 256 * 1024,
    },
    operations,
  )
  mountOAuth(app, { state, application, grants })
  return app
}

export const calendarDocument = (url: string): OpenApiDocument =>
  openApiDocument(
    {
      title: 'Calendar',
      description: 'The calendars of a product team: one of each member, and shared ones.',
      url,
      schemas: calendarSchemas,
      security: {
        name: 'oauth',
        scheme: {
          type: 'oauth2',
          description:
            'Access that a user allows on a page of the calendar; PKCE with S256 is required',
          flows: {
            authorizationCode: {
              authorizationUrl: `${url}/oauth/authorize`,
              tokenUrl: `${url}/oauth/token`,
              refreshUrl: `${url}/oauth/token`,
              scopes,
            },
          },
        },
      },
    },
    operations,
  )

const operations = [
  listCalendars,
  listEvents,
  getEvent,
  createEvent,
  updateEvent,
  deleteEvent,
  findFreeSlots,
  getCurrentUser,
]

const identify = (
  state: CalendarState,
  grants: Grants,
  context: Context,
  { scopes: needed = [] }: OperationDescription,
): CalendarCall => {
  const [, token] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? []
  const allowed = token === undefined ? undefined : grants.open(token)
  const user = state.users.find(({ username }) => username === allowed?.username)
  if (!allowed || !user) {
    context.header(
      'www-authenticate',
      token === undefined ? 'Bearer' : 'Bearer error="invalid_token"',
    )
    throw new SampleError(401, 'Send a valid access token in the header Authorization')
  }
  const missing = needed.filter((scope) => !allowed.scopes.includes(scope as Scope))
  if (missing.length > 0) throw new SampleError(403, `The user did not allow ${missing.join(', ')}`)
  return { state, user }
}
