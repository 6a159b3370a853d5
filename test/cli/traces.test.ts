import { expect, test } from 'vitest'
import { tracingPackages } from '../../src/cli/telemetry/tracing-packages.ts'
import { verifies } from '../requirements.ts'
import { startNode } from '../support/start-node.ts'
import { json, startUpstream } from '../support/start-upstream.ts'
import { isThorough } from '../support/thorough.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

const settings = {
  PLUGBOARD_PUBLIC_URL: 'https://tools.example',
  PLUGBOARD_ROOT_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  PLUGBOARD_PORT: '0',
}

test('start sends its spans where OTEL_EXPORTER_OTLP_ENDPOINT says, the last of them when it ends', async () => {
  verifies('telemetry.traces.export')
  const collector = await startUpstream((_request, response) => json(response, 200, {}))
  const node = await startNode({
    PLUGBOARD_DATA: temporaryFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  await fetch(`${node.url}/api/v3/tools?search=somebodys-words`)

  expect(await node.stop()).toBe(0)
  // In one go, or with what background jobs did before.
  expect(new Set(collector.received.map(({ method, url }) => `${method} ${url}`))).toEqual(
    new Set(['POST /v1/traces']),
  )
  const sent = collector.received.map(({ body }) => body).join('\n')
  for (const text of ['GET tools.list', '"plugboard"', 'deployment.environment.name'])
    expect(sent).toContain(text)
  expect(sent).not.toContain('somebodys-words')
})

/** As it is where the packages were never installed. */
const withoutSdk = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ resolve: (name, context, next) => {
    if (name.startsWith('@opentelemetry/sdk-')) throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(name, context)
  } })`)}`

test.runIf(isThorough)('start says which packages spans need', async () => {
  verifies('telemetry.traces.export')
  const environment = {
    ...settings,
    PLUGBOARD_DATA: temporaryFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    NODE_OPTIONS: `--import ${withoutSdk}`,
  }
  const { code, stderr } = await runCli(['start'], { environment })

  expect(code).toBe(1)
  expect(stderr).toContain(`npm install ${tracingPackages}`)
})
