import { cpus } from 'node:os'
import type { LoadResult, LoadTask } from './load.ts'
import { cpuSeconds, machineBusySeconds } from './read-usage.ts'
import type { ServerProcess } from './start-process.ts'

/** What is sent under load, and the process whose CPU it costs. */
export type Target = { name: string; pid: number; task: Omit<LoadTask, 'until' | 'connections'> }

/** `cpuMicros`: CPU of the target's process for one request. */
export type Round = LoadResult & {
  rate: number
  cpuMicros: number
  serverCpu: number
  machineCpu: number
}

type Rounds = {
  connections: number
  rounds: number
  seconds: number
  warmUpRequests: number
  say: (text: string) => void
}

/** Measures each target as often, in turn, so that what else runs here disturbs all alike. */
export const measureTargets = async (
  load: ServerProcess<unknown>,
  targets: readonly Target[],
  { connections, rounds, seconds, warmUpRequests, say }: Rounds,
): Promise<Map<string, Round[]>> => {
  for (const target of targets) {
    if (warmUpRequests === 0) continue
    say(`warming up ${target.name}`)
    await runRound(load, target, { connections, until: { requests: warmUpRequests } })
  }
  const measured = new Map(targets.map(({ name }): [string, Round[]] => [name, []]))
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}, connections: ${connections}`)
    for (const target of targets)
      measured
        .get(target.name)
        ?.push(await runRound(load, target, { connections, until: { seconds } }))
  }
  return measured
}

const runRound = async (
  load: ServerProcess<unknown>,
  { name, pid, task }: Target,
  how: Pick<LoadTask, 'connections' | 'until'>,
): Promise<Round> => {
  const before = { server: cpuSeconds(pid) ?? 0, machine: machineBusySeconds() ?? 0 }
  const result = (await load.ask(
    JSON.stringify({ ...task, ...how } satisfies LoadTask),
  )) as LoadResult
  if (result.failures > 0)
    throw new Error(
      `${name}: ${result.failures} of ${result.requests} requests failed, the first with ${result.firstFailure}`,
    )
  const used = (cpuSeconds(pid) ?? Number.NaN) - before.server
  const busy = (machineBusySeconds() ?? Number.NaN) - before.machine
  return {
    ...result,
    rate: result.requests / result.seconds,
    cpuMicros: (used / result.requests) * 1e6,
    serverCpu: used / result.seconds,
    machineCpu: busy / result.seconds / cpus().length,
  }
}
