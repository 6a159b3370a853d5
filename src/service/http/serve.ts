import { contract } from '../../contract/contract.ts'
import type { Authenticate, Capability, Handlers, OnError } from '../endpoint/index.ts'
import { graceMs, type Closer, type Platform } from '../platform/open-platform.ts'
import { createApp } from './app.ts'
import { describeInterface } from './describe-interface.ts'
import { listen } from './listen.ts'
import { mountContract } from './mount.ts'
import { createRunIdempotently } from './run-idempotently.ts'

type Contract = typeof contract

type Settings = {
  host: string
  port: number
  corsOrigins?: string[]
  checkAnswers: boolean
}

type Parts = {
  capabilities: readonly Capability[]
  /** The handlers of every group of the contract except its description. */
  handlers: {
    readonly [Group in Exclude<keyof Contract, 'description'>]: Handlers<Contract[Group]>
  }
  authenticate: Authenticate
}

export type Server = {
  url: string
  /** Makes the readiness check succeed. */
  open(): void
  /** Makes the readiness check fail and stops keeping connections alive. */
  drain(): void
}

/**
 * Listens for requests and serves the handlers and mounts of the capabilities. The function that
 * closes the listener is added to `closers`.
 */
export const serve = async (
  platform: Platform,
  { capabilities, handlers, authenticate }: Parts,
  settings: Settings,
  closers: Closer[],
): Promise<Server> => {
  const { log, publicUrl } = platform
  let state: 'starting' | 'open' | 'stopping' = 'starting'
  const closing = new AbortController()
  const onError: OnError = (thrown, { requestId, operation }) =>
    log.error({ requestId, operation, err: thrown }, 'request failed')
  const app = createApp({
    ...platform,
    isReady: async () => state === 'open' && (await answers(platform)),
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
    () => listener.close(graceMs),
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
  }
}

const answers = ({ database }: Platform): Promise<boolean> =>
  database.ping().then(
    () => true,
    () => false,
  )
