import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { verifies } from '../requirements.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { startService } from '../support/start-service.ts'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../examples/deploy/${name}`, import.meta.url)), 'utf8')

const alerts = z
  .object({
    groups: z.array(
      z.object({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^Plugboard[A-Za-z]+$/),
            expr: z.string(),
            for: z.string().regex(/^\d+[mh]$/),
            labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
            annotations: z.strictObject({
              summary: z.string(),
              description: z.string().optional(),
            }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('alerts.yaml')))
  .groups.flatMap(({ rules }) => rules)

const panels = z
  .object({
    panels: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        gridPos: z.object({ x: z.number(), y: z.number() }),
        targets: z.array(z.object({ expr: z.string() })).min(1),
      }),
    ),
  })
  .parse(JSON.parse(read('dashboard.json'))).panels

const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** Of figures that only PostgreSQL, or only a service with added certificates, has. */
const elsewhere = new Set(['plugboard_clock_skew_seconds'])

/** Figures that tests and measurements read: no value of theirs asks an operator to do something. */
const developers = ['plugboard_database_statements', 'plugboard_texts_parsed_total']

/** Its own certificate: any will do, since only its end is read. */
const certificate = readFileSync(
  fileURLToPath(new URL('../support/certificates/authority.pem', import.meta.url)),
  'utf8',
)

let types: Map<string, string>
let text: string
beforeAll(async () => {
  const port = await findFreePort()
  const service = await startService({
    keep: true,
    metrics: { host: '127.0.0.1', port },
    extraCa: certificate,
  })
  text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
  return () => service.close()
})

describe('an expression of the alerts and of the dashboard', () => {
  it.each(expressions)(
    '%s names figures of a running service, as their types allow: %s',
    (_, expr) => {
      const named = [...expr.matchAll(/\b(?:plugboard|nodejs|process)_\w+/g)].map(([name]) => name)
      expect(named.length).toBeGreaterThan(0)
      for (const name of named) {
        if (elsewhere.has(name)) continue
        const base = name.replace(/_bucket$/, '')
        expect([name, types.get(base)]).toEqual([name, expect.any(String)])
        expect(name.endsWith('_bucket')).toBe(types.get(base) === 'histogram')
        expect(expr.includes(`rate(${name}`)).toBe(types.get(base) !== 'gauge')
      }
    },
  )

  it('is there for every figure of the service but those of its development', () => {
    const watched = expressions.map(([, expr]) => expr).join('\n')
    const unwatched = [...types.keys()].filter(
      (name) =>
        name.startsWith('plugboard_') && !new RegExp(`\\b${name}(_bucket)?\\b`).test(watched),
    )
    expect(unwatched.toSorted()).toEqual(developers)
  })

  it('has balanced brackets', () => {
    for (const [, expr] of expressions)
      expect(expr.match(/[({]/g)?.length).toBe(expr.match(/[)}]/g)?.length)
  })
})

test('alerts and panels have names of their own, and panels lie apart', () => {
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length)
})

test('the figures of the platform show version, readiness, migrations, disk and certificates', () => {
  verifies('telemetry.metrics.platform')
  expect(text).toMatch(
    /^plugboard_build_info\{version="\d+\.\d+\.\d+[^"]*",node="\d+[^"]+",engine="sqlite"\} 1$/m,
  )
  expect(text).toMatch(/^plugboard_ready 1$/m)
  expect(text).toMatch(/^plugboard_unknown_migrations 0$/m)
  expect(text).toMatch(/^plugboard_polls_overdue_seconds 0$/m)
  expect(text).toMatch(/^plugboard_webhook_deliveries_overdue_seconds 0$/m)
  expect(text).toMatch(/^plugboard_data_disk_bytes\{state="free"\} [1-9]/m)
  expect(text).toMatch(/^plugboard_certificate_expiry_timestamp_seconds\{subject="[^"]+"\} \d{9,}/m)
})
