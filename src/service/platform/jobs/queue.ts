import { z } from 'zod'
import type { QueueSettings, Work, WorkContext } from './jobs.ts'

/** A defined queue, without the type of its data. */
export type Queue = {
  name: string
  retryDelaysSeconds: number[]
  concurrency: number
  concurrencyPerKey: number | undefined
  timeoutSeconds: number
  /** Throws `InvalidJobData` before any work starts. */
  run(data: unknown, context: WorkContext): Promise<void>
}

export class InvalidJobData extends Error {}

/** The stored data of a job; the error, where it is damaged: that job alone must not run. */
export const readJobData = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    return new InvalidJobData('The stored data of the job is damaged', { cause })
  }
}

/** For people. */
export const shownJobData = (text: string): unknown => {
  const data = readJobData(text)
  return data instanceof InvalidJobData ? { unreadable: data.message } : data
}

export const toQueue = <Data>(
  name: string,
  settings: QueueSettings<Data>,
  work: Work<Data>,
): Queue => {
  if (!/^[\w.-]{1,120}$/.test(name))
    throw new Error(`"${name}" is not a valid queue name: use letters, digits, ".", "_" and "-"`)
  const schema = settings.data ?? z.custom<Data>()
  return {
    name,
    retryDelaysSeconds: settings.retryDelaysSeconds,
    concurrency: settings.concurrency ?? 5,
    concurrencyPerKey: settings.concurrencyPerKey,
    timeoutSeconds: settings.timeoutSeconds ?? 300,
    run: async (data, context) => {
      if (data instanceof InvalidJobData) throw data
      const parsed = schema.safeParse(data)
      if (!parsed.success)
        throw new InvalidJobData(
          `The data of a job in "${name}" is invalid: ${z.prettifyError(parsed.error)}`,
        )
      await work(parsed.data, context)
    },
  }
}
