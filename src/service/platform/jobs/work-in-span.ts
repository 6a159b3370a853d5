import type { Tracing } from '../tracing/index.ts'
import type { Work } from './jobs.ts'
import { RetryJob } from './retry-job.ts'

/**
 * Runs each job of a queue in a span, named by the messaging conventions of OpenTelemetry.
 *
 * At every attempt the span continues the trace that the job was added in, so that one trace leads
 * from an event to its receivers.
 */
export const workInSpan = <Data>(tracing: Tracing, queue: string, work: Work<Data>): Work<Data> => {
  if (tracing.isOff) return work
  return async (data, context) => {
    const attributes = {
      'messaging.system': 'plugboard',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
      'messaging.message.id': context.id,
      'plugboard.job.attempt': context.attempt,
    }
    const again = await tracing.span(
      `process ${queue}`,
      { kind: 'consumer', parent: context.trace, attributes },
      async (trace, span) => {
        try {
          await work(data, { ...context, trace, span })
          return undefined
        } catch (error) {
          // Work that chooses its next attempt has recorded any failure in its span.
          if (error instanceof RetryJob) return error
          throw error
        }
      },
    )
    if (again) throw again
  }
}
