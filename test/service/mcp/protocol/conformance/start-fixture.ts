import { createApp } from '../../../../../src/service/http/app.ts'
import { listen } from '../../../../../src/service/http/listen.ts'
import { createEngine } from '../../../../../src/service/mcp/protocol/engine/create-engine.ts'
import type { Offer } from '../../../../../src/service/mcp/protocol/engine/exchange.ts'
import { mountEndpoint } from '../../../../../src/service/mcp/protocol/mount-endpoint.ts'
import {
  createByteBudget,
  defaultBytesInFlight,
} from '../../../../../src/service/platform/byte-budget.ts'
import { createLog } from '../../../../../src/service/platform/log.ts'
import { noMetrics } from '../../../../../src/service/platform/metrics/index.ts'
import { createSecrets, parseKeyRing } from '../../../../../src/service/platform/secrets/index.ts'
import { noTracing } from '../../../../../src/service/platform/tracing/index.ts'
import type { Project } from '../../../../../src/service/endpoint/index.ts'
import { defaultConfig } from '../../../../../src/service/projects/project.ts'
import { ServiceError } from '../../../../../src/service/service-error.ts'
import { createFixtureOffer } from './fixture-server.ts'

export const fixtureKey = 'key-of-the-fixture'

/**
 * The service's own endpoint with something else behind it: by default all that the protocol knows.
 */
export const startFixture = async (offer: Offer = createFixtureOffer()) => {
  const secrets = createSecrets(parseKeyRing(`1:${Buffer.alloc(32, 7).toString('base64')}`))
  const project: Project = {
    id: 'pr_1',
    organizationId: 'org_1',
    name: 'One',
    config: defaultConfig,
    logo: null,
    catalogStamp: 0,
    dataKey: secrets.open('pr_1', secrets.createDataKey('pr_1')),
  }
  const log = createLog('silent')
  const app = createApp({
    log,
    metrics: noMetrics,
    tracing: noTracing,
    onError: () => {},
    accessLogShare: () => 1,
    unready: () => Promise.resolve(undefined),
    onlineSteps: () => [],
    isDraining: () => false,
    isHttps: false,
    database: { countAsRequest: (work) => work() },
  })
  let url = ''
  const open = async (context: { req: { header(name: string): string | undefined } }) => {
    if (context.req.header('x-api-key') !== fixtureKey)
      throw new ServiceError('unauthorized', 'The API key is not valid')
    return { visitor: { project, id: 'key_1' }, offer }
  }
  const closing = new AbortController()
  const engine = createEngine({ onError: () => {}, closing: closing.signal, lookEveryMs: 20 })
  mountEndpoint(
    app,
    { path: '/mcp/fixture', operation: 'mcp.fixture', open },
    {
      engine: () => Promise.resolve(engine),
      corsOrigins: [],
      ownUrls: () => [url],
      bytes: createByteBudget(defaultBytesInFlight),
      onError: () => {},
      log,
    },
  )
  const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 })
  url = listener.url
  return {
    url: `${url}/mcp/fixture`,
    close: () => {
      closing.abort()
      return listener.close(1000)
    },
  }
}
