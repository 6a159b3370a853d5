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
      const parsed = schema.safeParse(data)
      if (!parsed.success)
        throw new InvalidJobData(
          `The data of a job in "${name}" is invalid: ${z.prettifyError(parsed.error)}`,
        )
      await work(parsed.data, context)
    },
  }
}
