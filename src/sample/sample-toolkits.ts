import type { z } from 'zod'
import type { toolkits } from '../contract/toolkits.ts'
import { calendarDocument } from './calendar/create-calendar.ts'
import { scopes } from './calendar/oauth/application.ts'
import { echoDocument } from './echo/create-echo.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import type { SampleService } from './start-sample-service.ts'
import { trackerDocument } from './tracker/create-tracker.ts'
import { trackerTriggers } from './tracker/triggers.ts'

type ImportRequest = z.input<typeof toolkits.import.body>

/**
 * The import request for a sample third party: its description, and what a description cannot
 * express.
 */
export type SampleToolkit = Pick<
  ImportRequest,
  'name' | 'description' | 'categories' | 'current_user' | 'auth'
> & {
  slug: string
  triggers: NonNullable<ImportRequest['triggers']>
  /** The document that the third party serves at `/openapi.json`. */
  openapi: OpenApiDocument
}

/** The toolkits of a running sample service, ready to import. */
export const sampleToolkits = ({
  trackerUrl,
  echoUrl,
  calendarUrl,
}: Pick<SampleService, 'trackerUrl' | 'echoUrl' | 'calendarUrl'>): SampleToolkit[] => [
  {
    slug: 'tracker',
    name: 'Tracker',
    description: 'Create, find, discuss and close the issues of a sample product team.',
    categories: [{ id: 'project-management', name: 'Project management' }],
    current_user: { method: 'GET', path: '/me' },
    triggers: trackerTriggers,
    openapi: trackerDocument(trackerUrl),
  },
  {
    slug: 'echo',
    name: 'Echo',
    description: 'Sends back what it is sent. Needs no account.',
    categories: [{ id: 'developer-tools', name: 'Developer tools' }],
    triggers: [],
    openapi: echoDocument(echoUrl),
  },
  {
    slug: 'calendar',
    name: 'Calendar',
    description:
      'See, create and move events in the calendars of a sample product team. Users connect it with OAuth.',
    categories: [{ id: 'scheduling', name: 'Scheduling' }],
    current_user: { method: 'GET', path: '/me' },
    triggers: [],
    openapi: calendarDocument(calendarUrl),
    auth: calendarAuth(calendarUrl),
  },
]

/** OpenAPI cannot express the issuer and the revocation endpoint. */
const calendarAuth = (url: string): ImportRequest['auth'] => ({
  scheme: 'OAUTH2',
  oauth: {
    authorization_url: `${url}/oauth/authorize`,
    token_url: `${url}/oauth/token`,
    revocation_url: `${url}/oauth/revoke`,
    issuer: url,
    scopes,
  },
})
