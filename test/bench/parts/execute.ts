import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { importEcho, type EchoTool } from '../processes/import-echo.ts'
import type { LoadResult, LoadTask } from '../processes/load.ts'
import { openPostgres } from '../processes/open-postgres.ts'
import { cpuSeconds, machineBusySeconds } from '../processes/read-usage.ts'
import { startProcess, type ServerProcess } from '../processes/start-process.ts'
import { startService, type ServiceProcess } from '../processes/start-service.ts'
import type { Part } from './part.ts'

const rounds = 3
const seconds = 4
const connections = 32
const warmUpRequests = 16_000

type Target = { name: string; pid: number; task: Omit<LoadTask, 'until' | 'connections'> }

type Round = LoadResult & { rate: number; serverCpu: number; machineCpu: number }

const message = 'The quick brown fox jumps over the lazy dog, and the benchmark counts how often.'

/**
 * Requests per second of `execute` on the echo tool, against the bare upstream and a bare Hono
 * proxy before it, in interleaved rounds.
 */
export const measureExecute: Part = async (built, say) => {
  const upstream = await startProcess<{ url: string; echoUrl: string }>([script('upstream.ts')])
  const proxies: Record<string, ServerProcess<{ url: string }>> = {
    [fetchProxy]: await startProcess<{ url: string }>([
      script('fetch-proxy.ts'),
      upstream.ready.url,
    ]),
    [undiciProxy]: await startProcess<{ url: string }>([
      script('undici-proxy.ts'),
      upstream.ready.url,
    ]),
  }
  const environment = { PLUGBOARD_EGRESS_ALLOW: new URL(upstream.ready.url).host }
  const postgres = await openPostgres(say)
  const services: Record<string, ServiceProcess> = {
    SQLite: await startService(built, { environment }),
  }
  if (postgres)
    services['PostgreSQL'] = await startService(built, {
      environment: { ...environment, DATABASE_URL: postgres.url },
    })
  const load = await startProcess([script('load.ts')], { channel: true })
  try {
    const bare = { headers: {}, body: JSON.stringify({ message }), expect: message }
    const targets: Target[] = [
      {
        name: 'upstream',
        pid: upstream.pid,
        task: { ...bare, url: `${upstream.ready.echoUrl}/echo` },
      },
      ...Object.entries(proxies).map(([name, { pid, ready }]) => ({
        name,
        pid,
        task: { ...bare, url: `${ready.url}/echo/echo` },
      })),
    ]
    for (const [engine, service] of Object.entries(services))
      targets.push(...toTargets(engine, service, await importEcho(service, upstream.ready.echoUrl)))

    for (const target of targets) {
      say(`execute: warming up ${target.name}`)
      await runRound(load, target, { requests: warmUpRequests })
    }
    const measured = new Map(targets.map(({ name }): [string, Round[]] => [name, []]))
    for (let round = 1; round <= rounds; round += 1) {
      for (const target of targets) {
        say(`execute: round ${round} of ${rounds}, ${target.name}`)
        measured.get(target.name)?.push(await runRound(load, target, { seconds }))
      }
    }
    return toFigures(measured, postgres !== undefined)
  } finally {
    await Promise.all(
      [load, ...Object.values(services), ...Object.values(proxies), upstream].map((process) =>
        process.stop(),
      ),
    )
    await postgres?.drop()
  }
}

const fetchProxy = 'bare Hono proxy (hono/proxy, Node fetch)'
const undiciProxy = 'tuned Hono proxy (undici pool)'

const script = (name: string): string =>
  fileURLToPath(new URL(`../processes/${name}`, import.meta.url))

const toTargets = (
  engine: string,
  { pid, ready }: ServiceProcess,
  { slug, sessionId }: EchoTool,
): Target[] => {
  const headers = { 'x-api-key': ready.apiKey }
  const base = `${ready.url}/api/v3`
  return [
    {
      name: `session execute on ${engine}`,
      pid,
      task: {
        url: `${base}/tool_router/session/${sessionId}/execute`,
        headers,
        body: JSON.stringify({ tool_slug: slug, arguments: { message } }),
        expect: message,
      },
    },
    {
      name: `tools/execute on ${engine}`,
      pid,
      task: {
        url: `${base}/tools/execute/${slug}`,
        headers,
        body: JSON.stringify({ arguments: { message }, user_id: 'ada' }),
        expect: message,
      },
    },
  ]
}

const runRound = async (
  load: ServerProcess<unknown>,
  { name, pid, task }: Target,
  until: LoadTask['until'],
): Promise<Round> => {
  const before = { server: cpuSeconds(pid) ?? 0, machine: machineBusySeconds() ?? 0 }
  const result = (await load.ask(
    JSON.stringify({ ...task, connections, until } satisfies LoadTask),
  )) as LoadResult
  if (result.failures > 0)
    throw new Error(
      `${name}: ${result.failures} of ${result.requests} requests failed, the first with ${result.firstFailure}`,
    )
  const share = (after: number | undefined, start: number) =>
    ((after ?? 0) - start) / result.seconds
  return {
    ...result,
    rate: result.requests / result.seconds,
    serverCpu: share(cpuSeconds(pid), before.server),
    machineCpu: share(machineBusySeconds(), before.machine) / cpus().length,
  }
}

const toFigures = (measured: Map<string, Round[]>, withPostgres: boolean): RatedFigure[] => {
  const middle = (
    name: string,
    field: 'rate' | 'serverCpu' | 'machineCpu' | 'medianMs' | 'p99Ms',
  ) => median((measured.get(name) ?? []).map((round) => round[field]))
  const rates = (name: string) => ({ value: middle(name, 'rate'), unit: 'requests/s' as const })
  const ratios = (name: string, reference: string) =>
    median(
      (measured.get(name) ?? []).map(
        ({ rate }, index) => rate / (measured.get(reference)?.[index]?.rate ?? Number.NaN),
      ),
    )
  const describe = (name: string) =>
    `${Math.round((middle(name, 'serverCpu') / middle(name, 'rate')) * 1e6)} µs of its own CPU a request; its process used ${percent(middle(name, 'serverCpu'))} of a core, the machine ${percent(middle(name, 'machineCpu'))} of its ${cpus().length}; latency median ${middle(name, 'medianMs').toFixed(1)} ms, p99 ${middle(name, 'p99Ms').toFixed(1)} ms`
  const executes = [...measured.keys()].filter((name) => name.includes('execute'))
  const against = (reference: string, title: string) => ({
    reference: { ...rates(reference), name: title },
  })
  const compare = (name: string, reference: string, title: string) => ({
    ours: rates(name),
    ...against(reference, title),
    ratio: ratios(name, reference),
  })
  return [
    rate({ name: 'bare echo upstream', ours: rates('upstream'), note: describe('upstream') }),
    ...[fetchProxy, undiciProxy].map((name) =>
      rate({ name, ...compare(name, 'upstream', 'upstream'), note: describe(name) }),
    ),
    ...executes.flatMap((name) => [
      rate({
        name,
        ...compare(name, fetchProxy, 'bare proxy'),
        bar: { of: 'ratio', atLeast: 0.4 },
        note: describe(name),
      }),
      rate({
        name: `${name}, against the tuned proxy`,
        ...compare(name, undiciProxy, 'tuned proxy'),
      }),
      rate({ name: `${name}, against the upstream`, ...compare(name, 'upstream', 'upstream') }),
    ]),
    ...(withPostgres
      ? []
      : [unmeasured('session execute on PostgreSQL'), unmeasured('tools/execute on PostgreSQL')]),
  ]
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

const unmeasured = (name: string): RatedFigure =>
  rate({
    name,
    ours: { value: 0, unit: 'requests/s' },
    bar: { of: 'ratio', atLeast: 0.4 },
    note: 'not measured: no PostgreSQL answered; set TEST_DATABASE_URL',
  })
