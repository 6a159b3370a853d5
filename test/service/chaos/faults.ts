import { setTimeout as sleep } from 'node:timers/promises'
import type { startDatabaseProxy } from '../../support/start-database-proxy.ts'
import type { openStage } from './open-stage.ts'
import type { ChaosNode } from './run-nodes.ts'

type World = {
  nodes: ChaosNode[]
  stage: Awaited<ReturnType<typeof openStage>>
  proxy: Awaited<ReturnType<typeof startDatabaseProxy>> | undefined
  random: () => number
}

/** Each does something and undoes it. */
export type Fault = () => Promise<unknown>

const someMs = 6_000

/** What goes wrong, by name; only what can on this engine and machine. */
export const createFaults = ({ nodes, stage, proxy, random }: World): Record<string, Fault> => {
  const choose = (): ChaosNode => {
    const node = nodes[Math.floor(random() * nodes.length)] ?? nodes[0]
    if (!node) throw new Error('There is no node')
    return node
  }
  const during = async (begin: () => unknown, end: () => unknown, ms = someMs) => {
    await begin()
    await sleep(ms)
    await end()
  }
  const faults: Record<string, Fault> = {
    'a node is killed': async () => {
      const node = choose()
      await node.current().kill()
      await node.restart()
    },
    'every node is killed': async () => {
      await Promise.all(nodes.map((node) => node.current().kill()))
      for (const node of nodes) await node.restart()
    },
    'a node stands still': async () => {
      const { pid } = choose().current()
      await during(
        () => process.kill(pid, 'SIGSTOP'),
        () => process.kill(pid, 'SIGCONT'),
      )
    },
    'a node is replaced': async () => {
      const node = choose()
      await node.current().stop()
      await node.restart()
    },
    'the disk is full': () =>
      during(stage.fill, () => {
        stage.free()
        stage.cluster?.ensure()
      }),
  }
  if (nodes.every(({ hasClock }) => hasClock))
    for (const offset of ['+3h', '-3h'])
      faults[`a clock is wrong by ${offset}`] = () => {
        const node = choose()
        return during(
          () => node.setClock(offset),
          () => node.setClock('+0'),
        )
      }
  const { cluster } = stage
  if (proxy && cluster)
    Object.assign(faults, {
      'the database falls silent': () => during(proxy.silence, proxy.speak),
      'the database is slow': () =>
        during(
          () => proxy.slow(200),
          () => proxy.slow(0),
        ),
      'connections to the database break': () => proxy.reset(),
      'the database cannot be reached': () => during(proxy.takeAway, proxy.bringBack),
      'the database crashes': () => during(cluster.crash, cluster.ensure),
    })
  return faults
}
