import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { rate } from '../figures/figure.ts'
import { connectEcho } from '../processes/connect-echo.ts'
import { residentMegabytes } from '../processes/read-usage.ts'
import { shippedStart } from '../processes/shipped-start.ts'
import { startProcess } from '../processes/start-process.ts'
import { startService } from '../processes/start-service.ts'
import type { Part } from './part.ts'

const executes = 1000
const parallel = 10
const bar = { of: 'value' as const, atMost: 150 }

/**
 * Resident memory of the service on SQLite, started as the unit file of systemd does: idle after its
 * start, and idle again after some work.
 */
export const measureMemory: Part = async (built, say) => {
  const upstream = await startProcess<{ url: string; echoUrl: string }>([
    fileURLToPath(new URL('../processes/upstream.ts', import.meta.url)),
  ])
  const service = await startService(
    built,
    shippedStart({ PLUGBOARD_EGRESS_ALLOW: new URL(upstream.ready.url).host }),
  )
  try {
    say('memory: 3 s idle')
    await sleep(3000)
    const idle = residentMegabytes(service.pid)
    if (idle === undefined)
      throw new Error('Resident memory is read from /proc, which this machine does not have')
    const { slug, sessionId } = (await connectEcho(service, upstream.ready.echoUrl)).keyed
    const execute = async () => {
      const { error } = await service.client.sessions.execute({
        params: { session_id: sessionId },
        body: { tool_slug: slug, arguments: { message: 'hello' } },
      })
      if (error !== null) throw new Error(error)
    }
    say(`memory: ${executes} executes with an API key, then 5 s idle`)
    const worker = async () => {
      for (let done = 0; done < executes / parallel; done += 1) await execute()
    }
    await Promise.all(Array.from({ length: parallel }, worker))
    await sleep(5000)
    return [
      rate({ name: 'memory, idle after start', ours: { value: idle, unit: 'MB' }, bar }),
      rate({
        name: `memory, idle after ${executes} executes with an API key`,
        ours: { value: residentMegabytes(service.pid) ?? Number.NaN, unit: 'MB' },
        bar,
      }),
    ]
  } finally {
    await service.stop()
    await upstream.stop()
  }
}
