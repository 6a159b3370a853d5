import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from '../../../src/client/index.ts'
import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { openPostgres } from '../processes/open-postgres.ts'
import { openProject } from '../processes/open-project.ts'
import { cpuSeconds, machineBusySeconds } from '../processes/read-usage.ts'
import { startProcess, type ServerProcess } from '../processes/start-process.ts'
import { startService, type ServiceProcess } from '../processes/start-service.ts'
import type { Part } from './part.ts'

/**
 * Each due every second, and found due by the look after that, so in two: more than any node polls.
 * Over several projects, as one alone takes half of the places of a node.
 */
const projects = 10
const instancesOfEach = 500
const instances = projects * instancesOfEach
const rounds = 3
const roundMs = 5_000
const warmUpMs = 10_000

type Round = { rate: number; cpuMs: number; machineCpu: number }

/**
 * Polls per second that find nothing new, of one node on each engine and of two that share a
 * PostgreSQL.
 */
export const measurePolls: Part = async (built, say) => {
  const source = await startProcess<{ url: string }>(
    [fileURLToPath(new URL('../processes/notes-source.ts', import.meta.url))],
    { channel: true },
  )
  const environment = { PLUGBOARD_EGRESS_ALLOW: new URL(source.ready.url).host }
  const postgres = await openPostgres(say)
  try {
    const alone = await measureNodes(built, source, environment, {
      most: 1,
      say: (round) => say(`polls: round ${round} of ${rounds} on SQLite`),
    })
    const shared =
      postgres &&
      (await measureNodes(
        built,
        source,
        { ...environment, DATABASE_URL: postgres.url },
        { most: 2, say: (round) => say(`polls: round ${round} of ${rounds} on PostgreSQL`) },
      ))
    return [
      toFigure('polls, one node on SQLite', alone.one),
      ...(shared
        ? [
            toFigure('polls, one node on PostgreSQL', shared.one),
            toFigure('polls, two nodes on PostgreSQL', shared.two, shared.one),
          ]
        : []),
    ]
  } finally {
    await source.stop()
    await postgres?.drop()
  }
}

const toFigure = (name: string, measured: Round[], single?: Round[]): RatedFigure => {
  const rateOf = (all: Round[]) => median(all.map((round) => round.rate))
  const enough = cpus().length >= 8
  const notes = [
    `${median(measured.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms of the nodes' CPU a poll; ${instances} instances of ${projects} projects, each due every second`,
    `the machine used ${Math.round(median(measured.map(({ machineCpu }) => machineCpu)) * 100)} % of its ${cpus().length} cores, source and database among them`,
    ...(single && !enough ? ['no bar with fewer than 8 cores'] : []),
  ]
  return rate({
    name,
    ours: { value: rateOf(measured), unit: 'requests/s' },
    note: notes.join('; '),
    ...(single && {
      reference: { value: rateOf(single), unit: 'requests/s', name: 'one node' },
      ratio: median(
        measured.map((round, index) => round.rate / (single[index]?.rate ?? Number.NaN)),
      ),
      // All the processes share these cores: with few of them a second node has nothing to run on.
      ...(enough && { bar: { of: 'ratio' as const, atLeast: 1.6 } }),
    }),
  })
}

type Nodes = { most: 1 | 2; say: (round: number) => void }

/** In turns, so that what else the machine does comes to one node as to two. */
const measureNodes = async (
  built: Parameters<Part>[0],
  source: ServerProcess<{ url: string }>,
  environment: Record<string, string>,
  { most, say }: Nodes,
): Promise<{ one: Round[]; two: Round[] }> => {
  const first = await startService(built, { environment })
  const measured = { one: [] as Round[], two: [] as Round[] }
  try {
    await setUp(first, source.ready.url)
    for (let round = 1; round <= rounds; round += 1) {
      say(round)
      measured.one.push(await measureRound(source, [first]))
      if (most === 1) continue
      // The folder holds the keys of whoever came to the database first.
      const second = await startService(built, { environment, folder: first.folder })
      try {
        measured.two.push(await measureRound(source, [first, second]))
      } finally {
        await second.stop()
      }
    }
    return measured
  } finally {
    await first.stop()
  }
}

const setUp = async (service: ServiceProcess, sourceUrl: string): Promise<void> => {
  for (let project = 1; project <= projects; project += 1) {
    const { client } = await openProject(service, `Project ${project}`)
    await setUpInstances(client, sourceUrl)
  }
}

const setUpInstances = async (client: Client, url: string): Promise<void> => {
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    servers: [{ url }],
    paths: {
      '/notes': { get: { operationId: 'listNotes', responses: { 200: { description: 'ok' } } } },
    },
  }
  const trigger = {
    slug: 'NOTES_NOTE_MADE',
    name: 'Note made',
    description: 'A note',
    type: 'poll' as const,
    config: { type: 'object' },
    payload: { type: 'object' },
    poll: {
      request: { path: '/notes' },
      items: 'notes',
      id: ['id'],
      interval: { minimum_seconds: 1 },
    },
  }
  await importAndWait(client, {
    slug: 'notes',
    source: { openapi },
    auth: { scheme: 'NO_AUTH' },
    triggers: [trigger],
  })
  for (let from = 0; from < instancesOfEach; from += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        client.triggerInstances.upsert({
          params: { slug: 'NOTES_NOTE_MADE' },
          body: { trigger_config: { index: from + index } },
        }),
      ),
    )
  }
}

const measureRound = async (
  source: ServerProcess<unknown>,
  nodes: ServiceProcess[],
): Promise<Round> => {
  await sleep(warmUpMs)
  await source.ask('count')
  const before = {
    at: performance.now(),
    nodes: cpuOf(nodes),
    machine: machineBusySeconds() ?? Number.NaN,
  }
  await sleep(roundMs)
  const polls = Number(await source.ask('count'))
  const seconds = (performance.now() - before.at) / 1000
  return {
    rate: polls / seconds,
    cpuMs: ((cpuOf(nodes) - before.nodes) * 1000) / Math.max(polls, 1),
    machineCpu: ((machineBusySeconds() ?? Number.NaN) - before.machine) / seconds / cpus().length,
  }
}

const cpuOf = (nodes: ServiceProcess[]): number =>
  nodes.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? 0), 0)
