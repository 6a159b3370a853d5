import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { StreamedEvent } from '../../../src/contract/event-stream.ts'
import { eventFrames, type FrameOptions } from '../../../src/service/http/event-frames.ts'
import { verifies } from '../../requirements.ts'

const open = (
  events: (signal: AbortSignal) => AsyncIterable<StreamedEvent>,
  options: Partial<FrameOptions> = {},
) => {
  const over = new AbortController()
  const errors: unknown[] = []
  const stream = eventFrames(events(over.signal), {
    signal: over.signal,
    end: () => over.abort(),
    check: async () => {},
    checkEveryMs: 60_000,
    heartbeatMs: 60_000,
    onError: (thrown) => errors.push(thrown),
    ...options,
  })
  return { over, errors, reader: stream.getReader() }
}

/** Nothing happens until the signal aborts. */
const silence = (signal: AbortSignal): AsyncIterable<StreamedEvent> => ({
  [Symbol.asyncIterator]: () => ({
    next: () =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ done: true, value: undefined })),
      ),
  }),
})

const toText = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)

const readAll = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> => {
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += toText(value)
  }
}

it('a comment now and then keeps a silent stream open', async () => {
  verifies('events.stream.heartbeat')
  const { over, reader } = open(silence, { heartbeatMs: 5 })
  expect(toText((await reader.read()).value)).toBe('retry: 2000\n\n')
  expect(toText((await reader.read()).value)).toMatch(/^: \S.*\n\n$/)
  over.abort()
  await readAll(reader)
})

it('a stream whose reader may go on no longer ends', async () => {
  verifies('events.stream.key')
  const { over, errors, reader } = open(silence, {
    checkEveryMs: 5,
    check: () => Promise.reject(new Error('no')),
  })
  expect(await readAll(reader)).toBe('retry: 2000\n\n')
  expect([over.signal.aborted, errors]).toEqual([true, []])
})

it('a failure is reported and ends the stream, without a word of it to the reader', async () => {
  verifies('conventions.envelope.no-internals')
  const { over, errors, reader } = open(async function* () {
    yield { id: '1', type: 'made', data: { text: 'a\nb' } }
    throw new Error('canary')
  })
  expect(await readAll(reader)).toBe(
    'retry: 2000\n\nid: 1\nevent: made\ndata: {"text":"a\\nb"}\n\n',
  )
  expect([over.signal.aborted, errors]).toEqual([true, [new Error('canary')]])
})

it('events are not fetched faster than they are read', async () => {
  verifies('events.stream.complete')
  let fetched = 0
  const { reader } = open(async function* () {
    for (;;) yield { id: String((fetched += 1)), type: 'made', data: 'x'.repeat(100_000) }
  })
  for (let count = 0; count < 3; count += 1) await reader.read()
  await sleep(50)
  expect(fetched).toBeLessThan(20)
  await reader.cancel()
})

it('a reader that leaves during a query of the events gets no comment any more', async () => {
  verifies('events.stream.heartbeat')
  const answered = Promise.withResolvers<void>()
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))
  const { over, errors, reader } = open(
    async function* () {
      await answered.promise
      yield { id: '1', type: 'made', data: {} }
    },
    { heartbeatMs: 5 },
  )
  await reader.read()
  await reader.cancel()
  await sleep(50)
  answered.resolve()
  await sleep(10)
  expect([over.signal.aborted, errors, uncaught]).toEqual([true, [], []])
})
