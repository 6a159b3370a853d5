import { readTraceContext } from '../trace-context.ts'
import { noSpan } from '../tracing/index.ts'
import { processEnded, type Outcome, type ClaimedJob } from './job-store.ts'
import { InvalidJobData, type Queue } from './queue.ts'
import { RetryJob } from './retry-job.ts'

/** The reason of a signal that aborts because the process stops. */
export const stopReason = new Error('The process is stopping')

/** Runs a job once and returns its outcome, whatever the work does. Never throws. */
export const runAttempt = async (
  queue: Queue,
  job: ClaimedJob,
  controller: AbortController,
  random: () => number,
): Promise<Outcome> => {
  const retries = queue.retryDelaysSeconds.length
  if (job.attempt > retries + 1) return { kind: 'dead', error: processEnded }
  try {
    await runInTime(queue, job, controller)
    return { kind: 'completed' }
  } catch (error) {
    if (controller.signal.reason === stopReason) return { kind: 'released' }
    if (error instanceof RetryJob)
      return {
        kind: 'retry at',
        delayMs: Math.max(0, Math.round(error.delayMs)),
        error: toText(error),
      }
    const delaySeconds = queue.retryDelaysSeconds[job.attempt - 1]
    if (delaySeconds === undefined || error instanceof InvalidJobData)
      return { kind: 'dead', error: toText(error) }
    return {
      kind: 'retry',
      delayMs: withJitter(delaySeconds * 1_000, random),
      error: toText(error),
    }
  }
}

const runInTime = async (
  queue: Queue,
  { id, data, attempt, traceparent }: ClaimedJob,
  controller: AbortController,
): Promise<void> => {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`The job took longer than ${queue.timeoutSeconds} s`)
    controller.abort(error)
    reject(error)
  }, queue.timeoutSeconds * 1_000)
  // Parsed like untrusted input: a row may be damaged.
  const trace = readTraceContext((field) => (field === 'traceparent' ? traceparent : undefined))
  try {
    await Promise.race([
      queue.run(data, { id, attempt, signal: controller.signal, trace, span: noSpan }),
      timedOut,
    ])
  } finally {
    clearTimeout(timer)
  }
}

const withJitter = (delayMs: number, random: () => number): number =>
  Math.round(delayMs * (0.8 + 0.4 * random()))

const maximumErrorLength = 2_000

// PostgreSQL stores no NUL.
const toText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll('\0', '')
    .slice(0, maximumErrorLength)
