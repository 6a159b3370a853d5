import { fileURLToPath } from 'node:url'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { message } from '../processes/call-targets.ts'
import { connectKeyed } from '../processes/connect-echo.ts'
import { measureTargets, type Round, type Target } from '../processes/measure-targets.ts'
import { openProject } from '../processes/open-project.ts'
import { residentMegabytes } from '../processes/read-usage.ts'
import { startProcess } from '../processes/start-process.ts'
import { undiciProxy } from './execute-figures.ts'
import { fillProject, onEachEngine, settle, type OpenEngine } from './lists.ts'
import type { Part } from './part.ts'

const toolkits = 100
const operations = 30
const accounts = 100_000
/** At once, as many as a project may have unfinished. */
const importsAtOnce = 20

const rounds = 3
const seconds = 3
const warmUpRequests = 6_000
/** More than a round sends, so that no account is asked for twice in one. */
const requests = 20_000

type Mixed = {
  apiKey: string
  tools: { slug: string; authConfigId: string }[]
}

/**
 * What a call costs in a project with 100 toolkits of 30 tools and 100,000 accounts, each call for
 * another account, against one account that all calls are for, and the tuned proxy.
 */
export const measureMixedProject: Part = async (built, say) => {
  const upstream = await startProcess<{ url: string; echoUrl: string }>([script('upstream.ts')])
  const proxy = await startProcess<{ url: string }>([script('undici-proxy.ts'), upstream.ready.url])
  const load = await startProcess([script('load.ts')], { channel: true })
  try {
    return await onEachEngine(
      built,
      say,
      async (open) => {
        say(`mixed: ${toolkits} toolkits and ${accounts} accounts on ${open.engine}`)
        const mixed = await fill(open, upstream.ready.echoUrl)
        await settle(open.database)
        const bare = { headers: {}, body: JSON.stringify({ message }), expect: message }
        const targets: Target[] = [
          {
            name: undiciProxy,
            pid: proxy.pid,
            task: { ...bare, url: `${proxy.ready.url}/echo/echo` },
          },
          ...toTargets(open, mixed),
        ]
        const measured = await measureTargets(load, targets, {
          connections: 32,
          rounds,
          seconds,
          warmUpRequests,
          say: (text) => say(`mixed: ${text}`),
        })
        return toFigures(open, measured)
      },
      {
        what: 'mixed project',
        settings: { PLUGBOARD_EGRESS_ALLOW: new URL(upstream.ready.url).host },
      },
    )
  } finally {
    await Promise.all([load, proxy, upstream].map((process) => process.stop()))
  }
}

const script = (name: string): string =>
  fileURLToPath(new URL(`../processes/${name}`, import.meta.url))

const fill = async (open: OpenEngine, echoUrl: string): Promise<Mixed> => {
  const { id, key: apiKey, client } = await openProject(open.service, 'Mixed')
  const tools: Mixed['tools'] = []
  const slugs = Array.from({ length: toolkits }, (_, number) => `mixed${number}`)
  for (let start = 0; start < toolkits; start += importsAtOnce)
    tools.push(
      ...(await Promise.all(
        slugs
          .slice(start, start + importsAtOnce)
          .map((slug) => connectKeyed({ client }, echoUrl, slug, operations - 1)),
      )),
    )
  await fillProject(open, { id, client }, 'connected accounts', accounts, (number) => ({
    user_id: userOf(number),
    toolkit_slug: slugs[number % toolkits] ?? '',
    auth_config_id: tools[number % toolkits]?.authConfigId ?? '',
  }))
  return { apiKey, tools }
}

const userOf = (account: number): string => `user${Math.floor(account / toolkits)}`

const toTargets = ({ engine, service }: OpenEngine, { apiKey, tools }: Mixed): Target[] => {
  const requestOf = (account: number) => ({
    path: `/api/v3/tools/execute/${tools[account % toolkits]?.slug}`,
    body: JSON.stringify({ arguments: { message }, user_id: userOf(account) }),
  })
  const toTarget = (name: string, chosen: readonly number[]): Target => {
    const mix = chosen.map(requestOf)
    return {
      name: `${name} on ${engine}`,
      pid: service.pid,
      task: {
        url: `${service.ready.url}${mix[0]?.path}`,
        headers: { 'x-api-key': apiKey },
        body: '',
        mix,
        expect: message,
      },
    }
  }
  // A step without a common divisor: every account comes up, its neighbours much later.
  const spread = Array.from(
    { length: requests },
    (_, index) => 1 + ((index * 7_919) % (accounts - 1)),
  )
  return [toTarget('a call for one account', [1]), toTarget('a call for any account', spread)]
}

const toFigures = (
  { engine, service }: OpenEngine,
  measured: Map<string, Round[]>,
): RatedFigure[] => {
  const resident = residentMegabytes(service.pid)
  return [
    ...[...measured.keys()]
      .filter((name) => name !== undiciProxy)
      .map((name) => compareCpu(measured, name)),
    ...(resident === undefined
      ? []
      : [
          rate({
            name: `memory of the service after them on ${engine}`,
            ours: { value: resident, unit: 'MB' },
          }),
        ]),
  ]
}

const compareCpu = (measured: Map<string, Round[]>, name: string): RatedFigure => {
  const [ours, proxys] = [name, undiciProxy].map((each) =>
    (measured.get(each) ?? []).map(({ cpuMicros }) => cpuMicros),
  ) as [number[], number[]]
  return rate({
    name: `mixed project, ${name}, CPU`,
    ours: { value: median(ours), unit: 'µs' },
    reference: { value: median(proxys), unit: 'µs', name: 'tuned proxy' },
    ratio: median(ours.map((micros, round) => micros / (proxys[round] ?? Number.NaN))),
  })
}
