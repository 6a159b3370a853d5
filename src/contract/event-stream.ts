import { z } from 'zod'

/** An event of a stream. A reader resumes after it by its `id`. */
export type StreamedEvent<Data = unknown> = { id: string; type: string; data: Data }

/** Events, as they arrive. */
export type EventStream<Data = unknown> = AsyncIterable<StreamedEvent<Data>> & {
  /** Start position, from which a reader can resume if the stream breaks before its first event. */
  readonly position?: string | undefined
}

const dataSchemas = new WeakMap<z.ZodType, z.ZodType>()

/** Declares a streamed answer: server-sent events whose data matches the schema. */
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

/** Returns the schema of an event's data; undefined for answers that are not streams. */
export const streamedData = (response: z.ZodType | undefined): z.ZodType | undefined =>
  response && dataSchemas.get(response)

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
