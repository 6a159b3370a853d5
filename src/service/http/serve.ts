import { contract } from '../../contract/contract.ts'
import type { Authenticate, Capability, Handlers, OnError } from '../endpoint/index.ts'
import { createOutageLog, type OnlineSteps } from '../platform/database/index.ts'
import type { Closer, Platform } from '../platform/open-platform.ts'
import { createApp, type Unready } from './app.ts'
import { describeInterface } from './describe-interface.ts'
import { listen } from './listen.ts'
import { mountContract } from './mount.ts'
import { createRunIdempotently } from './run-idempotently.ts'

type Contract = typeof contract

type Settings = {
  host: string
  port: number
  corsOrigins?: string[]
  /** Share of requests, 0 to 1, that get a line in the log; absent: all. */
  accessLogShare?: number
  checkAnswers: boolean
  /** How long requests under way may continue when the service stops. */
  graceMs: number
}

type Parts = {
  capabilities: readonly Capability[]
  /** The handlers of every group of the contract except its description. */
  handlers: {
    readonly [Group in Exclude<keyof Contract, 'description'>]: Handlers<Contract[Group]>
  }
  authenticate: Authenticate
  /** Work on the database that a node serves beside. */
  onlineSteps: Pick<OnlineSteps, 'pending'>
}

export type Server = {
  url: string
  /** Makes the readiness check succeed. */
  open(): void
  /** Makes the readiness check fail and stops keeping connections alive. */
  drain(): void
  /** Sets the share of requests that get a line in the log. */
  logShare(share: number): void
}

/**
 * Listens for requests and serves the handlers and mounts of the capabilities. The function that
 * closes the listener is added to `closers`.
 */
export const serve = async (
  platform: Platform,
  { capabilities, handlers, authenticate, onlineSteps }: Parts,
  settings: Settings,
  closers: Closer[],
): Promise<Server> => {
  const { log, publicUrl } = platform
  let accessLogShare = settings.accessLogShare ?? 1
  let state: 'starting' | 'open' | 'stopping' = 'starting'
  const closing = new AbortController()
  const outages = createOutageLog(platform)
  closers.push(outages.close)
  // By name: whoever reports an error may have more at hand, such as the body of the request.
  const onError: OnError = (thrown, { requestId, operation }) => {
    if (!outages.note(thrown, { requestId, operation }))
      log.error({ requestId, operation, err: thrown }, 'request failed')
  }
  const unready = async (): Promise<Unready | undefined> =>
    state === 'open' ? await checkDatabase(platform) : state
  measureReadiness(platform, unready)
  const app = createApp({
    ...platform,
    onError,
    accessLogShare: () => accessLogShare,
    unready,
    onlineSteps: onlineSteps.pending,
    isDraining: () => state === 'stopping',
    isHttps: publicUrl().startsWith('https:'),
    corsOrigins: settings.corsOrigins,
  })
  mountContract(
    app,
    contract,
    { ...handlers, description: describeInterface(publicUrl) },
    {
      ...platform,
      authenticate,
      oncePerKey: createRunIdempotently({ ...platform, onError }),
      checkAnswers: settings.checkAnswers,
      closing: closing.signal,
      onError,
    },
  )
  for (const { mounts = [] } of capabilities)
    for (const mount of mounts) mount(app, { onError, closing: closing.signal })
  const listener = await listen(app.fetch, settings)
  closers.push(
    () => listener.close(settings.graceMs),
    () => closing.abort(),
  )
  platform.listensAt(listener.url)
  return {
    url: listener.url,
    open: () => {
      state = 'open'
    },
    drain: () => {
      state = 'stopping'
    },
    logShare: (share) => {
      accessLogShare = share
    },
  }
}

const measureReadiness = (
  { metrics }: Platform,
  unready: () => Promise<Unready | undefined>,
): void =>
  metrics.gauges(
    [
      {
        name: 'plugboard_ready',
        help: 'Whether this node reports that it can serve requests: 1 or 0',
        labels: [],
      },
    ],
    async () => [{ name: 'plugboard_ready', labels: {}, value: (await unready()) ? 0 : 1 }],
  )

const checkDatabase = ({ database }: Platform): Promise<Unready | undefined> =>
  database.ping().then(
    () => undefined,
    () => 'database' as const,
  )
