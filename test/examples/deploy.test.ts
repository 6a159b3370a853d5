import { manifest, serverManifest } from '../package/manifest.ts'
import {
  imageCommand,
  imageEnvironment,
  imageInstalls,
  readmeInstalls,
  suggestedInstalls,
} from '../package/install-lines.ts'
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
  PLUGBOARD_FIRST_API_KEY: `pbk_${'a1'.repeat(20)}`,
}

/** The names that the service reads: each is refused, or changes nothing, when it is misspelt. */
const knownNames = new Set(
  [
    ...readFileSync(
      fileURLToPath(new URL('../../src/service/config/config.ts', import.meta.url)),
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
    // After its drain the service waits for answers under way, then for jobs.
    stopSeconds:
      ((config.drainMs ?? 0) + (config.graceMs ?? config.toolTimeoutMs + 10_000)) / 1000 +
      jobsSeconds,
  }
}

/** How long jobs that are under way may take when the service ends. */
const jobsSeconds = 10

const ports = z.array(z.object({ name: z.string(), containerPort: z.number() }))
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const deployment = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: texts }),
    template: z.object({
      metadata: z.object({ labels: texts, annotations: texts }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        // The Service of the same name would set PLUGBOARD_PORT.
        enableServiceLinks: z.literal(false),
        initContainers: z.tuple([
          z.object({
            image: z.string(),
            command: z.array(z.string()),
            envFrom: z.array(z.unknown()),
          }),
        ]),
        containers: z.tuple([
          z.object({
            image: z.string(),
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
  expect(secret).toEqual({
    PLUGBOARD_ROOT_KEYS: '',
    DATABASE_URL: '',
    PLUGBOARD_FIRST_API_KEY: '',
  })

  const { port, metricsPort, stopSeconds } = expectSettings({
    ...texts.parse(objects.get('ConfigMap')?.['data']),
    ...secret,
  })
  const { selector, template } = deployment.parse(objects.get('Deployment')).spec
  const [container] = template.spec.containers
  const [migration] = template.spec.initContainers
  expect({ image: migration.image, envFrom: migration.envFrom }).toEqual({
    image: container.image,
    envFrom: container.envFrom,
  })
  // The program of the image, with a command that the service has (test/service/admin/migrate.test.ts).
  const program = imageCommand().find((word) => word.endsWith('.js'))
  expect(migration.command).toEqual(['node', program, 'admin', 'migrate', '--to', 'latest'])
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
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds)
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
  const { port, metricsPort, stopSeconds } = expectSettings({
    ...plugboard.environment,
    PLUGBOARD_PUBLIC_URL: 'http://localhost:8080',
  })
  expect(Number.parseInt(plugboard.stop_grace_period)).toBeGreaterThan(stopSeconds)
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

test('the compose example of one node names settings and the volume of the image', () => {
  const { services, volumes } = z
    .object({
      services: z.strictObject({
        plugboard: z.object({
          build: z.object({ context: z.string(), dockerfile: z.string() }),
          environment: texts,
          ports: z.array(z.string()),
          volumes: z.tuple([z.string()]),
          read_only: z.literal(true),
          stop_grace_period: z.string(),
        }),
      }),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(read('compose.sqlite.yaml')))
  const { environment, ports: published, volumes: mounted, ...node } = services.plugboard
  const { port, stopSeconds } = expectSettings({
    ...environment,
    PLUGBOARD_PUBLIC_URL: 'http://localhost:8787',
  })
  expect(Number.parseInt(node.stop_grace_period)).toBeGreaterThan(stopSeconds)
  expect(published).toEqual([`127.0.0.1:${port}:${port}`])
  const [name = '', folder] = mounted[0].split(':')
  expect(Object.keys(volumes)).toEqual([name])
  expect(imageEnvironment()['PLUGBOARD_DATA']).toBe(folder)
})

test('the image runs as another user, writes to its volume alone, and reports its health', () => {
  const text = read('Dockerfile')
  const lines = text.split('\n').map((line) => line.split(' ')[0])
  const environment = imageEnvironment()
  const { NODE_ENV: mode, ...settings } = environment
  expect(mode).toBe('production')
  expectSettings({
    ...settings,
    PLUGBOARD_METRICS_HOST: '0.0.0.0',
    PLUGBOARD_METRICS_PORT: '9464',
    PLUGBOARD_PUBLIC_URL: 'https://tools.example',
  })
  expect(text).toContain(`RUN mkdir ${environment['PLUGBOARD_DATA']} && chown node:node`)
  expect(text).toContain(`\nVOLUME ${environment['PLUGBOARD_DATA']}\n`)
  expect(lines.indexOf('USER')).toBeGreaterThan(lines.lastIndexOf('RUN'))
  expect(lines.lastIndexOf('CMD')).toBeGreaterThan(lines.indexOf('USER'))
  expect(lines.filter((line) => line === 'HEALTHCHECK')).toHaveLength(1)
  expect(imageCommand().slice(0, 1)).toEqual(['node'])
  // What the build reads reaches it, what is a developer's own does not.
  const ignored = read('Dockerfile.dockerignore').split('\n')
  expect(ignored.indexOf('*')).toBeLessThan(ignored.indexOf('!src'))
  for (const name of ['**/node_modules', '**/.plugboard', '**/.env'])
    expect(ignored).toContain(name)
})

test('the unit of systemd gives the service its folder and its time to stop', () => {
  const unit = read('plugboard.service')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const environment = Object.fromEntries(
    valueOf('Environment')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  )
  const { NODE_ENV: mode, ...settings } = environment
  expect(mode).toBe('production')
  const { stopSeconds } = expectSettings({
    ...settings,
    PLUGBOARD_HOST: '0.0.0.0',
    PLUGBOARD_METRICS_HOST: '0.0.0.0',
    PLUGBOARD_METRICS_PORT: '9464',
    PLUGBOARD_PUBLIC_URL: 'https://tools.example',
  })
  expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(stopSeconds)
  expect(environment['PLUGBOARD_DATA']).toBe(`/var/lib/${valueOf('StateDirectory')}`)
  expect(valueOf('ExecStart')).toBe(`/usr/bin/${imageCommand().join(' ')}`)
  expect(valueOf('ExecReload')).toBe('/bin/kill -HUP $MAINPID')
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
