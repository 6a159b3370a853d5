import { once } from 'node:events'
import { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { createCalendarState } from './calendar/calendar-state.ts'
import { createCalendar } from './calendar/create-calendar.ts'
import { createApplication } from './calendar/oauth/application.ts'
import { createEcho } from './echo/create-echo.ts'
import { SampleError } from './sample-error.ts'
import { createTracker } from './tracker/create-tracker.ts'
import type { Hook } from './tracker/schemas.ts'
import { createTrackerState } from './tracker/tracker-state.ts'

/** The running third parties of `plugboard dev --sample`. */
export type SampleService = {
  url: string
  trackerUrl: string
  echoUrl: string
  calendarUrl: string
  /** The key of the tracker's user `ada`. */
  trackerApiKey: string
  /** A key for each user of the tracker, by username. */
  trackerApiKeys: Record<string, string>
  /** The application that is registered with the calendar. */
  calendarClient: { id: string; secret: string }
  /** Lets the calendar send users back to this address. */
  registerRedirectUri(uri: string): void
  close(): Promise<void>
}

export type SampleServiceOptions = {
  host?: string
  /** 0: any free port. */
  port?: number
  /**
   * API key of `ada`; default: random. Pass the previous key so that accounts connected with it
   * keep working.
   */
  trackerApiKey?: string
  /**
   * Client secret of the calendar's application; default: random. Tokens issued with the same
   * secret stay valid.
   */
  calendarClientSecret?: string
  /**
   * Webhook addresses of the tracker from an earlier run; `saveTrackerHooks` is called when they
   * change.
   */
  trackerHooks?: Hook[]
  saveTrackerHooks?: (hooks: Hook[]) => void
  /** The calendar's time; default: the system's. */
  clock?: () => Date
}

/**
 * Starts small third-party services for development: an issue tracker at `/tracker`, a calendar
 * with OAuth at `/calendar`, and an echo at `/echo`.
 *
 * All data is in memory: a restart restores the initial issues and events.
 *
 * @example
 * const sample = await startSampleService()
 * await fetch(`${sample.trackerUrl}/issues`, { headers: { 'x-tracker-key': sample.trackerApiKey } })
 * await sample.close()
 */
export const startSampleService = async (
  options: SampleServiceOptions = {},
): Promise<SampleService> => {
  const app = createRoot()
  const server = createAdaptorServer({ fetch: app.fetch })
  if (!(server instanceof Server))
    throw new TypeError('The sample service needs an HTTP/1.1 server')
  const url = await listen(server, options)
  const { trackerHooks: hooks = [], saveTrackerHooks: saveHooks = () => {} } = options
  const tracker = createTrackerState(
    { url: `${url}/tracker`, clock: () => new Date(), hooks, saveHooks },
    options.trackerApiKey,
  )
  app.route('/tracker', createTracker(tracker))
  app.route('/echo', createEcho(`${url}/echo`))
  const application = createApplication(options.calendarClientSecret)
  app.route(
    '/calendar',
    createCalendar(
      createCalendarState({ url: `${url}/calendar`, clock: options.clock ?? (() => new Date()) }),
      application,
    ),
  )
  return {
    url,
    trackerUrl: `${url}/tracker`,
    echoUrl: `${url}/echo`,
    calendarUrl: `${url}/calendar`,
    trackerApiKey: tracker.apiKeys.ada,
    trackerApiKeys: tracker.apiKeys,
    calendarClient: { id: application.clientId, secret: application.clientSecret },
    registerRedirectUri: (uri) => void application.redirectUris.add(uri),
    close: () => close(server),
  }
}

const createRoot = () => {
  const app = new Hono()
  app.notFound((context) =>
    context.json(
      { error: 'not_found', message: `No ${context.req.method} ${context.req.path} here` },
      404,
    ),
  )
  app.onError((error, context) =>
    error instanceof SampleError
      ? context.json(error.toBody(), error.status)
      : context.json(
          { error: 'internal', message: `The sample service failed: ${error.message}` },
          500,
        ),
  )
  return app
}

const listen = async (server: Server, { host = '127.0.0.1', port = 0 }: SampleServiceOptions) => {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new TypeError('The sample service is not listening on a port')
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

const close = async (server: Server) => {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
