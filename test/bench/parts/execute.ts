import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { message, toCallTargets } from '../processes/call-targets.ts'
import { measureTargets, type Target } from '../processes/measure-targets.ts'
import { openPostgres } from '../processes/open-postgres.ts'
import { startProcess, type ServerProcess } from '../processes/start-process.ts'
import { startService, type ServiceProcess } from '../processes/start-service.ts'
import {
  fetchProxy,
  loggingProxy,
  toCallFigures,
  undiciProxy,
  upstreamName,
} from './execute-figures.ts'
import type { Part } from './part.ts'

const rounds = 3
const seconds = 3
const warmUpRequests = 6_000

/**
 * What a call of a tool costs, with and without a credential and by every door, against bare
 * proxies before the same upstream, in interleaved rounds.
 */
export const measureExecute: Part = async (built, say) => {
  const upstream = await startProcess<{ url: string; echoUrl: string }>([script('upstream.ts')])
  const startProxy = (name: string, ...rest: string[]) =>
    startProcess<{ url: string }>([
      '-C',
      'plugboard-source',
      script(name),
      upstream.ready.url,
      ...rest,
    ])
  const proxies: Record<string, ServerProcess<{ url: string }>> = {
    [fetchProxy]: await startProxy('fetch-proxy.ts'),
    [undiciProxy]: await startProxy('undici-proxy.ts'),
    [loggingProxy]: await startProxy(
      'logging-proxy.ts',
      await mkdtemp(join(built.consumer, 'data-')),
    ),
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
        name: upstreamName,
        pid: upstream.pid,
        task: { ...bare, url: `${upstream.ready.echoUrl}/echo` },
      },
      ...Object.entries(proxies).map(([name, { pid, ready }]) => ({
        name,
        pid,
        task: {
          ...(name === loggingProxy
            ? {
                ...bare,
                headers: { 'x-api-key': 'a key' },
                body: JSON.stringify({ arguments: { message } }),
              }
            : bare),
          url: `${ready.url}/echo/echo`,
        },
      })),
    ]
    for (const [engine, service] of Object.entries(services))
      targets.push(...(await toCallTargets(engine, service, upstream.ready.echoUrl)))
    const measure = (connections: number, warmUp: number) =>
      measureTargets(load, targets, {
        connections,
        rounds,
        seconds,
        warmUpRequests: warmUp,
        say: (text) => say(`execute: ${text}`),
      })
    const many = await measure(32, warmUpRequests)
    const single = await measure(1, 0)
    return toCallFigures({ many, single }, postgres !== undefined)
  } finally {
    await Promise.all(
      [load, ...Object.values(services), ...Object.values(proxies), upstream].map((process) =>
        process.stop(),
      ),
    )
    await postgres?.drop()
  }
}

const script = (name: string): string =>
  fileURLToPath(new URL(`../processes/${name}`, import.meta.url))
