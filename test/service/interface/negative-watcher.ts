import { parentPort, workerData } from 'node:worker_threads'

/**
 * How often the service was asked, the most CPU time in milliseconds that this process used until an
 * answer came, and each answer that was late or wrong.
 */
export type Watched = { asked: number; slowest: number; problems: string[] }

/**
 * How much CPU time may pass until the service answers others while it is sent what no client should
 * send. The time of a clock would tell how busy the machine is.
 */
const patienceMs = 8_000

/** Ends what hangs. */
const longestMs = 240_000
const pauseMs = 250

const { url, apiKey } = workerData as { url: string; apiKey: string }
const watched: Watched = { asked: 0, slowest: 0, problems: [] }
const asking = new Set<Promise<void>>()

const ask = async (path: string): Promise<void> => {
  const started = process.cpuUsage()
  watched.asked += 1
  try {
    const response = await fetch(url + path, {
      headers: { 'x-api-key': apiKey },
      signal: AbortSignal.timeout(longestMs),
    })
    await response.arrayBuffer()
    if (response.status !== 200) watched.problems.push(`${path}: ${response.status}`)
  } catch (error) {
    watched.problems.push(`${path}: ${String(error)}`)
  }
  const { user, system } = process.cpuUsage(started)
  const milliseconds = Math.round((user + system) / 1000)
  if (milliseconds > patienceMs)
    watched.problems.push(`${path}: answered after ${milliseconds} ms of CPU time`)
  watched.slowest = Math.max(watched.slowest, milliseconds)
}

/** Without waiting for the answers before: who is kept waiting does not keep others from asking. */
const askAll = (): void => {
  for (const path of ['/readyz', '/api/v3/connected_accounts?limit=1']) {
    const asked = ask(path).finally(() => asking.delete(asked))
    asking.add(asked)
  }
}

askAll()
const rounds = setInterval(askAll, pauseMs)
parentPort?.once('message', async () => {
  clearInterval(rounds)
  await Promise.all(asking)
  parentPort?.postMessage(watched)
})
