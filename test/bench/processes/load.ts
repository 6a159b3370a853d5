import { Pool } from 'undici'
import { median } from '../figures/median.ts'

/** One round of load: `until` so many requests or so many seconds. */
export type LoadTask = {
  url: string
  headers: Record<string, string>
  body: string
  /** Sent in turn in place of this path and body. */
  mix?: readonly { path: string; body: string }[]
  connections: number
  until: { requests: number } | { seconds: number }
  /** Every answer must be a 200 that holds this text. */
  expect: string
}

export type LoadResult = {
  requests: number
  seconds: number
  failures: number
  firstFailure: string | null
  medianMs: number
  p99Ms: number
}

/**
 * The load generator: a process of its own with kept-alive connections, each sending the next
 * request when it has its answer.
 */
const run = async ({
  url,
  headers,
  body,
  mix,
  connections,
  until,
  expect,
}: LoadTask): Promise<LoadResult> => {
  const { origin, pathname, search } = new URL(url)
  const pool = new Pool(origin, { connections })
  const options = {
    path: `${pathname}${search}`,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  }
  const durations: number[] = []
  let sent = 0
  let failures = 0
  let firstFailure: string | null = null

  const exchange = () =>
    new Promise<void>((resolve) => {
      const started = performance.now()
      let status = 0
      let text = ''
      const end = (failure?: string) => {
        durations.push(performance.now() - started)
        if (failure !== undefined) {
          failures += 1
          firstFailure ??= failure
        }
        resolve()
      }
      const mixed = mix?.[sent % mix.length]
      pool.dispatch(mixed ? { ...options, ...mixed } : options, {
        // Tells undici that this is a handler of today's form.
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => void (status = statusCode),
        onResponseData: (_controller, chunk) => void (text += chunk.toString('latin1')),
        onResponseEnd: () =>
          end(
            status === 200 && text.includes(expect)
              ? undefined
              : `${status}: ${text.slice(0, 300)}`,
          ),
        onResponseError: (_controller, error) => end(error.message),
      })
    })

  const started = performance.now()
  const goesOn =
    'requests' in until
      ? () => sent < until.requests
      : () => performance.now() - started < until.seconds * 1000
  const worker = async () => {
    while (goesOn()) {
      sent += 1
      await exchange()
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    requests: durations.length,
    seconds,
    failures,
    firstFailure,
    medianMs: median(durations),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}

process.on('message', async (task: string) => {
  process.send?.(await run(JSON.parse(task) as LoadTask))
})
console.log('{}')
