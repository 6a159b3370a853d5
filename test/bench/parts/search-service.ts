import { join } from 'node:path'
import { sql } from 'kysely'
import { createClient, type Client } from '../../../src/client/index.ts'
import { openSqlite, type Database } from '../../../src/service/platform/database/index.ts'
import { createRootKey } from '../../../src/service/platform/secrets/index.ts'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { fillCatalog } from '../processes/fill-catalog.ts'
import { openProject } from '../processes/open-project.ts'
import { cpuSeconds, residentMegabytes } from '../processes/read-usage.ts'
import { shippedStart } from '../processes/shipped-start.ts'
import { startService, type ServiceProcess } from '../processes/start-service.ts'
import type { BuiltPackage } from '../build-package.ts'
import type { Part } from './part.ts'

const toolkitsOfMany = 1000
const toolsPerToolkit = 100
const count = toolkitsOfMany * toolsPerToolkit
const pauseBar = { of: 'value' as const, atMost: 50 }
const rounds = 200
const useCases = [
  'create an invoice for a customer',
  'find the ticket of a team',
  'delete a comment from a page',
  'export the report of a campaign',
  'share a document with a user',
  'assign a task to somebody',
  'list payments of an account',
]

/**
 * What searching 100,000 tools of one project costs the service: pauses while it indexes, memory,
 * one change, and the time of a search over HTTP.
 */
export const measureSearchService: Part = async (built, say) => {
  const environment = { PLUGBOARD_ROOT_KEYS: `1:${createRootKey()}` }
  const first = await start(built, environment)
  const figures: RatedFigure[] = []
  try {
    const database = openSqlite(join(first.folder, 'plugboard.db'))
    const project = await openProject(first, 'Many tools')
    const filling = {
      database,
      rootKeys: environment.PLUGBOARD_ROOT_KEYS,
      projectId: project.id,
      toolsPerToolkit,
    }
    say(`search: ${count} generated tools in ${toolkitsOfMany} toolkits`)
    await fillCatalog({
      ...filling,
      toolkits: Array.from({ length: toolkitsOfMany }, (_unused, number) => `kit${number}`),
    })
    await untilEngineIsLoaded(first)
    const before = residentMegabytes(first.pid) ?? 0
    say('search: the first search')
    const indexed = await pausesDuring(first, () => untilComplete(project.client))
    figures.push(
      rate({
        name: `first search of ${count} tools, until all were indexed`,
        ours: { value: indexed.seconds, unit: 's' },
      }),
      rate({
        name: 'CPU of it, divided by two cores',
        ours: { value: indexed.cpuSeconds / 2, unit: 's' },
        bar: { of: 'value', atMost: 12 },
        note: 'what it would take where nothing else runs',
      }),
      rate({
        name: 'CPU of it, divided by four threads and the one of requests',
        ours: { value: indexed.cpuSeconds / 5, unit: 's' },
        bar: { of: 'value', atMost: 5 },
        note: 'as on eight cores, of which it uses five',
      }),
      rate({
        name: 'longest pause of the event loop during it, in CPU time',
        ours: { value: indexed.pauseMs, unit: 'ms' },
        bar: pauseBar,
      }),
      rate({
        name: 'memory that it added',
        ours: { value: (residentMegabytes(first.pid) ?? 0) - before, unit: 'MB' },
        note: 'the whole process, with what it read on the way',
      }),
    )
    await untilStored(database)
    say('search: latencies')
    figures.push(
      ...(await measureLatencies(first.pid, project.client)),
      rate({
        name: 'memory after the searches',
        ours: { value: residentMegabytes(first.pid) ?? Number.NaN, unit: 'MB' },
        bar: { of: 'value', atMost: 350 },
        note: 'started as by plugboard.service',
      }),
    )
    await fillCatalog({ ...filling, toolkits: ['added'] })
    const stampBefore = await storedStamp(database)
    const added = await pausesDuring(first, () => untilComplete(project.client))
    figures.push(
      rate({
        name: `first search after ${toolsPerToolkit} more tools`,
        ours: { value: added.seconds, unit: 's' },
        reference: { value: indexed.seconds, unit: 's', name: 'the first of all' },
      }),
      rate({
        name: 'longest pause during it, in CPU time',
        ours: { value: added.pauseMs, unit: 'ms' },
        bar: pauseBar,
      }),
    )
    await untilStored(database, stampBefore)
    await database.close()
    await first.stop()
    say('search: after a restart')
    const second = await start(built, environment, first.folder)
    try {
      await untilEngineIsLoaded(second)
      const again = await pausesDuring(second, () =>
        untilComplete(createClient({ baseUrl: second.ready.url, apiKey: project.key })),
      )
      figures.push(
        rate({
          name: 'first search after a restart',
          ours: { value: again.seconds, unit: 's' },
          reference: { value: indexed.seconds, unit: 's', name: 'without a snapshot' },
        }),
        rate({
          name: 'CPU of it',
          ours: { value: again.cpuSeconds, unit: 's' },
          reference: { value: indexed.cpuSeconds, unit: 's', name: 'without a snapshot' },
        }),
        rate({
          name: 'longest pause during it, in CPU time',
          ours: { value: again.pauseMs, unit: 'ms' },
          bar: pauseBar,
        }),
      )
    } finally {
      await second.stop()
    }
    return figures
  } finally {
    await first.stop()
  }
}

const start = (
  built: BuiltPackage,
  environment: Record<string, string>,
  folder?: string,
): Promise<ServiceProcess> =>
  startService(built, {
    ...shippedStart(environment),
    reportsPauses: true,
    ...(folder !== undefined && { folder }),
  })

const pausesDuring = async (
  service: ServiceProcess,
  work: () => Promise<unknown>,
): Promise<{ seconds: number; cpuSeconds: number; pauseMs: number }> => {
  await service.ask('reset')
  const started = performance.now()
  const before = cpuSeconds(service.pid) ?? Number.NaN
  await work()
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (cpuSeconds(service.pid) ?? Number.NaN) - before,
    pauseMs: Number(await service.ask('read cpu')),
  }
}

const search = (client: Client, session_id: string, queries: readonly string[]) =>
  client.sessions.search({
    params: { session_id },
    body: { queries: queries.map((use_case) => ({ use_case })) },
  })

/** Searches again until nothing is being indexed any more. */
const untilComplete = async (client: Client): Promise<void> => {
  const { session_id } = await client.sessions.create({ body: { user_id: 'bench' } })
  for (;;) {
    const { index } = await search(client, session_id, [useCases[0] ?? ''])
    if (!index) return
  }
}

/** The first search of all loads the engine, whatever it searches. */
const untilEngineIsLoaded = async (service: ServiceProcess): Promise<void> =>
  untilComplete((await openProject(service, 'No tools')).client)

/** The stamp of the stored index; undefined where there is none. */
const storedStamp = async ({ handle }: Database): Promise<unknown> =>
  (await sql<{ stamp: unknown }>`select stamp from search_indexes`.execute(handle)).rows[0]?.stamp

/** Waits for the index that is stored in the background, or for the next one. */
const untilStored = async (database: Database, before?: unknown): Promise<void> => {
  while ((await storedStamp(database)) === before)
    await new Promise((resolve) => setTimeout(resolve, 100))
}

const measureLatencies = async (pid: number, client: Client): Promise<RatedFigure[]> => {
  const { session_id } = await client.sessions.create({ body: { user_id: 'bench' } })
  // Of requests by themselves: a search that waits for a core says nothing of the search.
  let cpu = 0
  const times: Record<'one' | 'seven', number[]> = { one: [], seven: [] }
  for (let round = -5; round < rounds; round += 1) {
    for (const [name, queries] of [
      ['one', [useCases[Math.abs(round) % useCases.length] ?? '']],
      ['seven', useCases],
    ] as const) {
      const started = performance.now()
      const before = cpuSeconds(pid) ?? Number.NaN
      await search(client, session_id, queries)
      if (round < 0) continue
      times[name].push(performance.now() - started)
      if (name === 'one') cpu += (cpuSeconds(pid) ?? Number.NaN) - before
    }
  }
  const slowest = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
  return [
    rate({
      name: 'one use case over HTTP, median',
      ours: { value: median(times.one), unit: 'ms' },
      bar: { of: 'value', atMost: 5 },
    }),
    rate({
      name: 'one use case over HTTP, 99th percentile',
      ours: { value: slowest(times.one), unit: 'ms' },
      bar: { of: 'value', atMost: 20 },
    }),
    rate({
      name: 'one use case over HTTP, CPU of the service',
      ours: { value: (cpu * 1000) / rounds, unit: 'ms' },
      note: 'the same on a busy machine',
    }),
    rate({
      name: 'seven use cases',
      ours: { value: median(times.seven), unit: 'ms' },
      reference: { value: median(times.one), unit: 'ms', name: 'one' },
      bar: { of: 'ratio', atMost: 5 },
    }),
  ]
}
