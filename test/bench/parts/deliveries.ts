import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { openPostgres } from '../processes/open-postgres.ts'
import { cpuSeconds, machineBusySeconds } from '../processes/read-usage.ts'
import { startProcess, type ServerProcess } from '../processes/start-process.ts'
import type { Part } from './part.ts'

const rounds = 3
const subscriptions = 20
const events = 300
const deliveries = subscriptions * events
const perSecond = 100
const paced = 1_000

type Receiver = ServerProcess<{ url: string }>
type Node = ServerProcess<unknown>
type Report = { perSecond: number; p99Ms: number }
type Round = { rate: number; cpuMs: number; machineCpu: number }

/**
 * Deliveries per second from a full queue, by one node on each engine and two that share a
 * PostgreSQL, and how soon an event comes when few do.
 */
export const measureDeliveries: Part = async (_built, say) => {
  const receiver = await startProcess<{ url: string }>(script('webhook-receiver.ts'), {
    channel: true,
  })
  const postgres = await openPostgres(say)
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-deliveries-'))
  try {
    const figures = await measureEngine(receiver, 'SQLite', folder, say)
    if (postgres) figures.push(...(await measureEngine(receiver, 'PostgreSQL', postgres.url, say)))
    return figures
  } finally {
    await receiver.stop()
    await postgres?.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

const measureEngine = async (
  receiver: Receiver,
  engine: string,
  place: string,
  say: (text: string) => void,
): Promise<RatedFigure[]> => {
  const p99 = await measurePaced(receiver, place)
  const [one, two, alone]: [Round[], Round[], number[]] = [[], [], []]
  for (let round = 1; round <= rounds; round += 1) {
    say(`deliveries: round ${round} of ${rounds} on ${engine}`)
    one.push(await workOff(receiver, place, 1))
    if (engine === 'SQLite') continue
    two.push(await workOff(receiver, place, 2))
    alone.push(await workOffAlone(place))
  }
  const figures = [
    rate({
      name: `event to first delivery on ${engine}, p99`,
      ours: { value: p99, unit: 'ms' },
      bar: { of: 'value', atMost: 1_000 },
      note: `${perSecond} events a second`,
    }),
    rate({
      name: `deliveries, one node on ${engine}`,
      ours: { value: median(one.map((round) => round.rate)), unit: 'requests/s' },
      note: describe(one),
      ...(alone.length > 0 && {
        reference: {
          value: median(alone),
          unit: 'requests/s' as const,
          name: 'pg-boss alone, empty jobs in batches of 100',
        },
        bar: { of: 'ratio' as const, atLeast: 0.3 },
      }),
    }),
  ]
  if (two.length === 0) return figures
  const enough = cpus().length >= 8
  const second = rate({
    name: `deliveries, two nodes on ${engine}`,
    ours: { value: median(two.map((round) => round.rate)), unit: 'requests/s' },
    reference: {
      value: median(one.map((round) => round.rate)),
      unit: 'requests/s',
      name: 'one node',
    },
    // All the processes share these cores: with few of them a second node has nothing to run on.
    ...(enough && { bar: { of: 'ratio', atLeast: 1.6 } }),
    note: `${describe(two)}${enough ? '' : '; no bar with fewer than 8 cores'}`,
  })
  return [...figures, second]
}

const script = (name: string): string[] => [
  '-C',
  'plugboard-source',
  fileURLToPath(new URL(`../processes/${name}`, import.meta.url)),
]

const startNode = (receiver: Receiver, place: string): Promise<Node> =>
  startProcess([...script('delivery-node.ts'), receiver.ready.url, place], { channel: true })

/** The first on a fresh database, with one subscription; the others come afterwards. */
const measurePaced = async (receiver: Receiver, place: string): Promise<number> => {
  const node = await startNode(receiver, place)
  try {
    await node.ask('subscribe 0 1')
    await node.ask('start')
    await node.ask(`publish ${perSecond}`)
    await arrived(receiver, perSecond)
    await receiver.ask('forget')
    await node.ask(`pace ${perSecond} ${paced}`)
    const { p99Ms } = await arrived(receiver, paced)
    await node.ask(`subscribe 1 ${subscriptions}`)
    return p99Ms
  } finally {
    await node.stop()
  }
}

const workOff = async (receiver: Receiver, place: string, count: number): Promise<Round> => {
  const nodes = await Promise.all(Array.from({ length: count }, () => startNode(receiver, place)))
  const used = () => nodes.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? Number.NaN), 0)
  try {
    await nodes[0]?.ask(`publish ${events}`)
    await receiver.ask('forget')
    const before = {
      nodes: used(),
      machine: machineBusySeconds() ?? Number.NaN,
      at: performance.now(),
    }
    await Promise.all(nodes.map((node) => node.ask('start')))
    const report = await arrived(receiver, deliveries)
    const seconds = (performance.now() - before.at) / 1_000
    return {
      rate: report.perSecond,
      cpuMs: ((used() - before.nodes) * 1_000) / deliveries,
      machineCpu: ((machineBusySeconds() ?? Number.NaN) - before.machine) / seconds / cpus().length,
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
  }
}

const workOffAlone = async (url: string): Promise<number> => {
  const alone = await startProcess([...script('pg-boss-alone.ts'), url], { channel: true })
  try {
    return Number(await alone.ask(String(deliveries)))
  } finally {
    await alone.stop()
  }
}

const patienceMs = 120_000

const arrived = async (receiver: Receiver, count: number): Promise<Report> => {
  const end = performance.now() + patienceMs
  for (let got = 0; got < count; got = Number(await receiver.ask('count'))) {
    if (performance.now() > end)
      throw new Error(`${got} of ${count} deliveries arrived in ${patienceMs / 1_000} s`)
    await sleep(50)
  }
  return (await receiver.ask('report')) as Report
}

const describe = (measured: Round[]): string =>
  `${median(measured.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms of the nodes' CPU a delivery, of ${deliveries} to ${subscriptions} endpoints; the machine used ${Math.round(median(measured.map(({ machineCpu }) => machineCpu)) * 100)} % of its ${cpus().length} cores, receiver and database among them`
