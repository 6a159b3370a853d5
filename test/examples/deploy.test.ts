import { manifest, serverManifest } from '../package/manifest.ts'
import { imageInstalls, readmeInstalls, suggestedInstalls } from '../package/install-lines.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../src/service/index.ts'
import { createRootKey } from '../../src/service/platform/secrets/index.ts'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../examples/deploy/${name}`, import.meta.url)), 'utf8')

const texts = z.record(z.string(), z.string())

/** With what a person fills in. */
const filledIn = {
  PLUGBOARD_ROOT_KEYS: `1:${createRootKey()}`,
  DATABASE_URL: 'postgres://user@database/plugboard',
}

/** The names that the service reads: each is refused, or changes nothing, when it is misspelt. */
const knownNames = new Set(
  [
    ...readFileSync(
      fileURLToPath(new URL('../../src/service/config.ts', import.meta.url)),
      'utf8',
    ).matchAll(/^ {2}([A-Z_]+): /gm),
  ].map(([, name]) => name),
)

const expectSettings = (given: Record<string, string>) => {
  expect(Object.keys(given).filter((name) => !knownNames.has(name))).toEqual([])
  const config = readConfig({ ...given, ...filledIn })
  expect(config.database.engine).toBe('postgres')
  expect([config.host, config.metrics?.host]).toEqual(['0.0.0.0', '0.0.0.0'])
  return {
    port: config.port,
    metricsPort: config.metrics?.port,
    drainSeconds: (config.drainMs ?? 0) / 1000,
  }
}

/** How long the service takes at most to end after its drain: answers under way, then jobs. */
const graceSeconds = 20

const ports = z.array(z.object({ name: z.string(), containerPort: z.number() }))
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const deployment = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: texts }),
    template: z.object({
      metadata: z.object({ labels: texts, annotations: texts }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.object({
            envFrom: z.array(z.unknown()),
            ports,
            startupProbe: probe,
            livenessProbe: probe,
            readinessProbe: probe,
          }),
        ]),
      }),
    }),
  }),
})

test('the Kubernetes example names settings, ports and paths that are there', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml'))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const objects = new Map(
    documents.map((document) => [
      String(document.get('kind')),
      document.toJS() as Record<string, unknown>,
    ]),
  )
  expect([...objects.keys()]).toEqual([
    'Secret',
    'ConfigMap',
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'HorizontalPodAutoscaler',
  ])
  const secret = texts.parse(objects.get('Secret')?.['stringData'])
  // Nobody's secret lies in an example.
  expect(secret).toEqual({ PLUGBOARD_ROOT_KEYS: '', DATABASE_URL: '' })

  const { port, metricsPort, drainSeconds } = expectSettings({
    ...texts.parse(objects.get('ConfigMap')?.['data']),
    ...secret,
  })
  const { selector, template } = deployment.parse(objects.get('Deployment')).spec
  const [container] = template.spec.containers
  expect(template.metadata.labels).toMatchObject(selector.matchLabels)
  expect(container.ports).toEqual([
    { name: 'http', containerPort: port },
    { name: 'metrics', containerPort: metricsPort },
  ])
  expect(template.metadata.annotations['prometheus.io/port']).toBe(String(metricsPort))
  expect(
    [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
      ({ httpGet }) => httpGet,
    ),
  ).toEqual([
    { path: '/healthz', port: 'http' },
    { path: '/healthz', port: 'http' },
    { path: '/readyz', port: 'http' },
  ])
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + graceSeconds)
  for (const kind of ['Service', 'PodDisruptionBudget'])
    expect(JSON.stringify(objects.get(kind))).toContain(JSON.stringify(selector.matchLabels))
})

test('the compose example names settings, ports and files that are there', () => {
  const compose = z
    .object({
      services: z.object({
        plugboard: z.object({
          build: z.object({ context: z.string(), dockerfile: z.string() }),
          environment: texts,
          stop_grace_period: z.string(),
        }),
        balancer: z.object({ ports: z.array(z.string()), volumes: z.array(z.string()) }),
      }),
    })
    .parse(parse(read('compose.yaml')))
  const { plugboard, balancer } = compose.services
  const { port, metricsPort, drainSeconds } = expectSettings({
    ...plugboard.environment,
    PLUGBOARD_PUBLIC_URL: 'http://localhost:8080',
  })
  expect(Number.parseInt(plugboard.stop_grace_period)).toBeGreaterThan(drainSeconds + graceSeconds)
  // The file lies where the context and its name lead.
  expect([plugboard.build.context, plugboard.build.dockerfile]).toEqual([
    '../..',
    'examples/deploy/Dockerfile',
  ])
  expect(read('Dockerfile')).toContain(`EXPOSE ${port} ${metricsPort}`)
  expect(balancer.volumes).toEqual(['./Caddyfile:/etc/caddy/Caddyfile:ro'])
  expect(read('Caddyfile')).toContain(`dynamic a plugboard ${port}`)
  expect(read('Caddyfile')).toContain(`:${balancer.ports[0]?.split(':')[1]} {`)
  // Whatever the compose file asks for is in the example of its settings.
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  const given = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(new Set(asked)).toEqual(new Set(given))
})

test('the image, the README and the command install what the package was tested with', () => {
  const { devDependencies } = manifest
  const { peerDependencies } = serverManifest
  const tracing = Object.keys(peerDependencies).filter((name) => name.startsWith('@opentelemetry/'))
  const tested = tracing.map((name) => `${name}@${devDependencies[name]}`)
  expect(suggestedInstalls().toSorted()).toEqual(tested.toSorted())
  expect(imageInstalls().filter((name) => name.startsWith('@'))).toEqual(suggestedInstalls())
  expect(readmeInstalls().filter(([first]) => first?.startsWith('@'))).toEqual([
    suggestedInstalls(),
  ])
  for (const name of ['pg', 'pg-boss']) {
    const major = imageInstalls()
      .find((each) => each.startsWith(`${name}@`))
      ?.split('@')[1]
    expect(peerDependencies[name], name).toMatch(new RegExp(`\\^${major}\\.`))
  }
})
