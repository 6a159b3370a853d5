import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { message } from '../processes/call-targets.ts'
import { connectEcho } from '../processes/connect-echo.ts'
import type { LoadResult, LoadTask } from '../processes/load.ts'
import { openPostgres } from '../processes/open-postgres.ts'
import { cpuSeconds, machineBusySeconds, residentMegabytes } from '../processes/read-usage.ts'
import { startProcess, type ServerProcess } from '../processes/start-process.ts'
import { startService, type ServiceProcess } from '../processes/start-service.ts'
import type { Part } from './part.ts'

const rounds = 3
const seconds = 4
const warmUpRequests = 8_000
/** In flight at a node. */
const connections = 16

type Task = Omit<LoadTask, 'until' | 'connections'>
type Round = { rate: number; cpuPerRequest: number; machineCpu: number; p99Ms: number }

/**
 * Executions with an API key per second, of one node on each engine, and of two nodes that share a PostgreSQL, each
 * with a load of its own.
 */
export const measureNodes: Part = async (built, say) => {
  const upstream = await startProcess<{ url: string; echoUrl: string }>([script('upstream.ts')])
  const environment = { PLUGBOARD_EGRESS_ALLOW: new URL(upstream.ready.url).host }
  const postgres = await openPostgres(say)
  const loads = [
    await startProcess([script('load.ts')], { channel: true }),
    await startProcess([script('load.ts')], { channel: true }),
  ]
  const services: ServiceProcess[] = []
  const start = async (options: Parameters<typeof startService>[1]) => {
    const service = await startService(built, options)
    services.push(service)
    return service
  }
  try {
    const onSqlite = await start({ environment })
    const groups: Record<string, ServiceProcess[]> = { 'one node on SQLite': [onSqlite] }
    const tasks = new Map([[onSqlite, await toTask(onSqlite, upstream.ready.echoUrl)]])
    if (postgres) {
      const shared = { ...environment, DATABASE_URL: postgres.url }
      const first = await start({ environment: shared })
      const task = await toTask(first, upstream.ready.echoUrl)
      // The folder holds the keys of the first.
      const second = await start({ environment: shared, folder: first.folder })
      tasks
        .set(first, task)
        .set(second, { ...task, url: task.url.replace(first.ready.url, second.ready.url) })
      groups['one node on PostgreSQL'] = [first]
      groups['two nodes on PostgreSQL'] = [first, second]
    }
    const idle = new Map(
      [...tasks.keys()].map((service) => [service, residentMegabytes(service.pid) ?? Number.NaN]),
    )
    const run = (nodes: ServiceProcess[], until: LoadTask['until']) =>
      runRound(
        loads,
        nodes,
        nodes.map((node) => tasks.get(node) as Task),
        until,
      )
    for (const [name, nodes] of Object.entries(groups)) {
      say(`nodes: warming up ${name}`)
      await run(nodes, { requests: warmUpRequests })
    }
    const measured = new Map(Object.keys(groups).map((name): [string, Round[]] => [name, []]))
    for (let round = 1; round <= rounds; round += 1) {
      for (const [name, nodes] of Object.entries(groups)) {
        say(`nodes: round ${round} of ${rounds}, ${name}`)
        measured.get(name)?.push(await run(nodes, { seconds }))
      }
    }
    const memory = [...tasks.keys()].map((service, index): RatedFigure =>
      rate({
        name: `memory of ${['a node on SQLite', 'a node on PostgreSQL', 'a second node on PostgreSQL'][index]} under load`,
        ours: { value: residentMegabytes(service.pid) ?? Number.NaN, unit: 'MB' },
        reference: { value: idle.get(service) ?? Number.NaN, unit: 'MB', name: 'before the load' },
      }),
    )
    return [...toFigures(measured), ...memory]
  } finally {
    await Promise.all([...loads, ...services, upstream].map((process) => process.stop()))
    await postgres?.drop()
  }
}

const script = (name: string): string =>
  fileURLToPath(new URL(`../processes/${name}`, import.meta.url))

const toTask = async (service: ServiceProcess, echoUrl: string): Promise<Task> => {
  const { slug } = (await connectEcho(service, echoUrl)).keyed
  return {
    url: `${service.ready.url}/api/v3/tools/execute/${slug}`,
    headers: { 'x-api-key': service.ready.apiKey },
    body: JSON.stringify({ arguments: { message }, user_id: 'ada' }),
    expect: message,
  }
}

const runRound = async (
  loads: ServerProcess<unknown>[],
  nodes: ServiceProcess[],
  tasks: Task[],
  until: LoadTask['until'],
): Promise<Round> => {
  const busy = () => nodes.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? Number.NaN), 0)
  const before = { nodes: busy(), machine: machineBusySeconds() ?? Number.NaN }
  const results = await Promise.all(
    tasks.map(
      async (task, index) =>
        (await loads[index]?.ask(
          JSON.stringify({ ...task, connections, until } satisfies LoadTask),
        )) as LoadResult,
    ),
  )
  const failed = results.find(({ failures }) => failures > 0)
  if (failed)
    throw new Error(
      `${failed.failures} of ${failed.requests} requests failed, the first with ${failed.firstFailure}`,
    )
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  const longest = Math.max(...results.map((result) => result.seconds))
  return {
    rate: results.reduce((sum, result) => sum + result.requests / result.seconds, 0),
    cpuPerRequest: (busy() - before.nodes) / requests,
    machineCpu: ((machineBusySeconds() ?? Number.NaN) - before.machine) / longest / cpus().length,
    p99Ms: Math.max(...results.map((result) => result.p99Ms)),
  }
}

const toFigures = (measured: Map<string, Round[]>): RatedFigure[] => {
  const middle = (name: string, field: keyof Round) =>
    median((measured.get(name) ?? []).map((round) => round[field]))
  const single = 'one node on PostgreSQL'
  return [...measured.keys()].map((name) => {
    const isMany = name.startsWith('two')
    const note = `${Math.round(middle(name, 'cpuPerRequest') * 1e6)} µs of the nodes' CPU a request; the machine used ${Math.round(middle(name, 'machineCpu') * 100)} % of its ${cpus().length} cores, load generators, upstream and database among them; p99 ${middle(name, 'p99Ms').toFixed(1)} ms`
    return rate({
      name: `tools/execute with an API key, ${name}`,
      ours: { value: middle(name, 'rate'), unit: 'requests/s' },
      ...(isMany && {
        reference: { value: middle(single, 'rate'), unit: 'requests/s' as const, name: single },
      }),
      // All the processes share these cores: with few of them a second node has nothing to run on.
      ...(isMany && cpus().length >= 8 && { bar: { of: 'ratio' as const, atLeast: 1.6 } }),
      note: isMany && cpus().length < 8 ? `${note}; no bar with fewer than 8 cores` : note,
    })
  })
}
