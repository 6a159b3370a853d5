import { cpus } from 'node:os'
import { rate, type Bar, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import type { Round } from '../processes/measure-targets.ts'

export const upstreamName = 'bare echo upstream'
export const fetchProxy = 'bare Hono proxy (hono/proxy, Node fetch)'
export const undiciProxy = 'tuned Hono proxy (undici pool)'
export const loggingProxy = 'tuned proxy with a key, parsing and a sealed log row in SQLite'

type Measured = Map<string, Round[]>

/** The most CPU of a call, as a multiple of the tuned proxy's. */
const bars: Record<string, number> = {
  'tools/execute with an API key on SQLite': 2.2,
  'tools/execute with an API key on PostgreSQL': 2.8,
  'session execute with an API key on SQLite': 2.6,
  'session execute with an API key on PostgreSQL': 3.2,
  'MCP tools/call with an API key on SQLite': 4,
  'MCP tools/call with an API key on PostgreSQL': 4.5,
}

/** The most time in ms that a call adds to a direct one, at one connection. */
const latencyBars: Record<string, number> = {
  'tools/execute with an API key on SQLite': 0.9,
  'tools/execute with an API key on PostgreSQL': 1.6,
}

/**
 * CPU and requests per second with 32 connections and with one, each against the tuned proxy; and,
 * with one, what a call takes longer than the same request to the upstream itself.
 */
export const toCallFigures = (
  { many, single }: { many: Measured; single: Measured },
  withPostgres: boolean,
): RatedFigure[] => {
  const calls = [...many.keys()].filter((name) => / on (SQLite|PostgreSQL)$/.test(name))
  return [
    ...[upstreamName, fetchProxy, undiciProxy, loggingProxy].map((name) =>
      rate({
        name,
        ours: { value: middle(many, name, 'rate'), unit: 'requests/s' },
        note: describe(many, name),
      }),
    ),
    ...calls.map((name) =>
      rate({
        name: `${name}, requests`,
        ours: { value: middle(many, name, 'rate'), unit: 'requests/s' },
        reference: {
          value: middle(many, fetchProxy, 'rate'),
          unit: 'requests/s',
          name: 'bare proxy',
        },
        ratio: ratios(many, name, fetchProxy, 'rate'),
        note: describe(many, name),
        // As long as there is no credential, a service does not fall far behind a simple proxy.
        ...(/^(session |tools\/)execute on/.test(name) && {
          bar: { of: 'ratio' as const, atLeast: 0.4 },
        }),
      }),
    ),
    compareCpu(many, loggingProxy, 'CPU'),
    ...calls.map((name) => compareCpu(many, name, 'CPU', bars[name])),
    ...calls.map((name) => compareCpu(single, name, 'CPU at one connection')),
    ...calls.flatMap((name) => [
      compareAdded(single, name, 'medianMs', latencyBars[name]),
      compareAdded(single, name, 'p99Ms'),
    ]),
    ...(withPostgres ? [] : [unmeasured]),
  ]
}

const unmeasured = rate({
  name: 'tools/execute with an API key on PostgreSQL, CPU',
  ours: { value: 0, unit: 'µs' },
  bar: { of: 'ratio', atMost: 2.8 },
  note: 'not measured: no PostgreSQL answered; set TEST_DATABASE_URL',
})

type Field = 'rate' | 'cpuMicros' | 'serverCpu' | 'machineCpu' | 'medianMs' | 'p99Ms'

const middle = (measured: Measured, name: string, field: Field): number =>
  median((measured.get(name) ?? []).map((round) => round[field]))

/** The median of what each round gives against the reference in the same round. */
const ratios = (measured: Measured, name: string, reference: string, field: Field): number =>
  median(
    (measured.get(name) ?? []).map(
      (round, index) => round[field] / (measured.get(reference)?.[index]?.[field] ?? Number.NaN),
    ),
  )

const compareCpu = (
  measured: Measured,
  name: string,
  what: string,
  atMost?: number,
): RatedFigure => {
  const bar: Bar | undefined = atMost === undefined ? undefined : { of: 'ratio', atMost }
  return rate({
    name: `${name}, ${what}`,
    ours: { value: middle(measured, name, 'cpuMicros'), unit: 'µs' },
    reference: {
      value: middle(measured, undiciProxy, 'cpuMicros'),
      unit: 'µs',
      name: 'tuned proxy',
    },
    ratio: ratios(measured, name, undiciProxy, 'cpuMicros'),
    ...(bar && { bar }),
  })
}

/** Longer than the same request to the upstream itself. */
const compareAdded = (
  measured: Measured,
  name: string,
  field: 'medianMs' | 'p99Ms',
  atMost?: number,
): RatedFigure => {
  const added = (target: string) =>
    median(
      (measured.get(target) ?? []).map(
        (round, index) =>
          round[field] - (measured.get(upstreamName)?.[index]?.[field] ?? Number.NaN),
      ),
    )
  return rate({
    name: `${name}, added latency (${field === 'medianMs' ? 'median' : 'p99'})`,
    ours: { value: added(name), unit: 'ms' },
    reference: { value: added(undiciProxy), unit: 'ms', name: 'tuned proxy' },
    ...(atMost !== undefined && { bar: { of: 'value' as const, atMost } }),
  })
}

const describe = (measured: Measured, name: string): string =>
  `${Math.round(middle(measured, name, 'cpuMicros'))} µs of its own CPU a request; its process used ${percent(middle(measured, name, 'serverCpu'))} of a core, the machine ${percent(middle(measured, name, 'machineCpu'))} of its ${cpus().length}; latency median ${middle(measured, name, 'medianMs').toFixed(1)} ms, p99 ${middle(measured, name, 'p99Ms').toFixed(1)} ms`

const percent = (share: number): string => `${Math.round(share * 100)} %`
