import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findFreePort } from '../../support/find-free-port.ts'
import { startNode, type ServiceNode } from '../../support/start-node.ts'

/** As packages of Debian install it. */
const fakeTime = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find((path) => existsSync(path))

export type ChaosNode = {
  url: string
  current: () => ServiceNode
  /** Starts it again at the same address, until that works. */
  restart(): Promise<void>
  /** Sets its clock: `+0`, `+3h`; nothing without libfaketime. */
  setClock(offset: string): void
  hasClock: boolean
}

/** A node that is started again and again, with a clock of its own. */
export const runNode = async (settings: Record<string, string>): Promise<ChaosNode> => {
  const port = String(await findFreePort())
  const clock = join(tmpdir(), `plugboard-chaos-clock-${port}`)
  writeFileSync(clock, '+0')
  onTestFinished(() => rmSync(clock, { force: true }))
  const start = () =>
    startNode({
      ...settings,
      PLUGBOARD_PORT: port,
      PLUGBOARD_ACCESS_LOG_SHARE: '0',
      ...(fakeTime !== undefined && {
        LD_PRELOAD: fakeTime,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        // As when an operator or a time server sets the clock.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }),
    })
  let node = await start()
  return {
    url: node.url,
    current: () => node,
    restart: async () => {
      for (let tries = 1; ; tries += 1) {
        const started = await start().catch((error: unknown) => {
          if (tries === 20) throw error
          return undefined
        })
        if (!started) continue
        node = started
        return
      }
    },
    setClock: (offset) => writeFileSync(clock, offset),
    hasClock: fakeTime !== undefined,
  }
}
