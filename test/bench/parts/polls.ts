import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient, type Client } from '../../../src/client/index.ts'
import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { openPostgres } from '../processes/open-postgres.ts'
import { cpuSeconds } from '../processes/read-usage.ts'
import { startProcess, type ServerProcess } from '../processes/start-process.ts'
import { startService, type ServiceProcess } from '../processes/start-service.ts'
import type { Part } from './part.ts'

/** Each due every second: more than any node polls. Over several projects, as one alone takes half of the places of a node. */
const projects = 10
const instancesOfEach = 150
const instances = projects * instancesOfEach
const rounds = 3
const roundMs = 5_000
const warmUpMs = 10_000

type Round = { rate: number; cpuMs: number }

/** Polls per second that find nothing new, of one node on each engine and of two that share a PostgreSQL. */
export const measurePolls: Part = async (built, say) => {
  const source = await startProcess<{ url: string }>([fileURLToPath(new URL('../processes/notes-source.ts', import.meta.url))], { channel: true })
  const environment = { PLUGBOARD_EGRESS_ALLOW: new URL(source.ready.url).host }
  const postgres = await openPostgres(say)
  const figures: RatedFigure[] = []
  try {
    const groups: [string, number, string | undefined][] = [['one node on SQLite', 1, undefined], ...(postgres ? [['one node on PostgreSQL', 1, postgres.url], ['two nodes on PostgreSQL', 2, postgres.url]] as [string, number, string][] : [])]
    let single: number | undefined
    for (const [name, count, url] of groups) {
      say(`polls: ${name}`)
      const measured = await measureGroup(source, () => start(built, { ...environment, ...(url !== undefined && { DATABASE_URL: url }) }, count, source.ready.url))
      const value = median(measured.map((round) => round.rate))
      const note = `${median(measured.map(({ cpuMs }) => cpuMs)).toFixed(1)} ms of its own CPU a poll; ${instances} instances of ${projects} projects, each due every second`
      figures.push(rate({ name: `polls, ${name}`, ours: { value, unit: 'requests/s' }, note, ...(count === 2 && single !== undefined && { reference: { value: single, unit: 'requests/s', name: 'one node' } }) }))
      single = value
    }
    return figures
  } finally {
    await source.stop()
    await postgres?.drop()
  }
}

/** The folder holds the keys of whoever came to a database first. */
const folders = new Map<string, string>()

/** The first node of a fresh database sets up the instances; those that were there stay. */
const start = async (built: Parameters<Part>[0], environment: { DATABASE_URL?: string } & Record<string, string>, count: number, sourceUrl: string): Promise<ServiceProcess[]> => {
  const folder = folders.get(environment.DATABASE_URL ?? '')
  const first = await startService(built, { environment, ...(folder !== undefined && { folder }) })
  if (environment.DATABASE_URL !== undefined) folders.set(environment.DATABASE_URL, first.folder)
  await setUp(first, sourceUrl)
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, () => startService(built, { environment, folder: first.folder }))))]
}

const setUp = async ({ ready }: ServiceProcess, sourceUrl: string): Promise<void> => {
  const organization = createClient({ baseUrl: ready.url, apiKey: ready.apiKey, orgApiKey: ready.orgApiKey })
  if ((await organization.projects.list({})).total_items >= projects) return
  for (let project = 1; project <= projects; project += 1) {
    const made = await organization.projects.create({ body: { name: `Project ${project}`, should_create_api_key: true } })
    await setUpInstances(createClient({ baseUrl: ready.url, apiKey: made.api_key ?? '' }), sourceUrl)
  }
}

const setUpInstances = async (client: Client, url: string): Promise<void> => {
  const openapi = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, servers: [{ url }], paths: { '/notes': { get: { operationId: 'listNotes', responses: { 200: { description: 'ok' } } } } } }
  const trigger = { slug: 'NOTES_NOTE_MADE', name: 'Note made', description: 'A note', type: 'poll' as const, config: { type: 'object' }, payload: { type: 'object' }, poll: { request: { path: '/notes' }, items: 'notes', id: ['id'], interval: { minimum_seconds: 1 } } }
  await importAndWait(client, { slug: 'notes', source: { openapi }, auth: { scheme: 'NO_AUTH' }, triggers: [trigger] })
  for (let from = 0; from < instancesOfEach; from += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => client.triggerInstances.upsert({ params: { slug: 'NOTES_NOTE_MADE' }, body: { trigger_config: { index: from + index } } })))
  }
}

const measureGroup = async (source: ServerProcess<unknown>, open: () => Promise<ServiceProcess[]>): Promise<Round[]> => {
  const nodes = await open()
  try {
    await sleep(warmUpMs)
    const measured: Round[] = []
    for (let round = 0; round < rounds; round += 1) {
      await source.ask('count')
      const [started, cpu] = [performance.now(), cpuOf(nodes)]
      await sleep(roundMs)
      const polls = Number(await source.ask('count'))
      measured.push({ rate: (polls * 1000) / (performance.now() - started), cpuMs: ((cpuOf(nodes) - cpu) * 1000) / Math.max(polls, 1) })
    }
    return measured
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
  }
}

const cpuOf = (nodes: ServiceProcess[]): number => nodes.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? 0), 0)
