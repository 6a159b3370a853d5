import { z } from 'zod'

/** One event of a stream. `id` is what a reader names to go on after it. */
export type StreamedEvent<Data = unknown> = { id: string; type: string; data: Data }

/** Events as they come. */
export type EventStream<Data = unknown> = AsyncIterable<StreamedEvent<Data>> & {
  /** Where it begins: what a reader names to go on when it broke before the first event. */
  readonly position?: string | undefined
}

const dataSchemas = new WeakMap<z.ZodType, z.ZodType>()

/**
 * Declares an answer that goes on: server-sent events, whose data fits the schema. Handlers give
 * them and clients read them as they come.
 */
export const eventStream = <Data extends z.ZodType>(
  data: Data,
): z.ZodType<EventStream<z.output<Data>>> => {
  const schema = z.custom<EventStream<z.output<Data>>>(
    isAsyncIterable,
    'must be a stream of events',
  )
  dataSchemas.set(schema, data)
  return schema
}

/** What each event of such an answer carries; `undefined` for every other answer. */
export const streamedData = (response: z.ZodType | undefined): z.ZodType | undefined =>
  response && dataSchemas.get(response)

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
