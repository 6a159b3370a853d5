import { parentPort } from 'node:worker_threads'
import { toBytes } from '../engine/index.ts'
import type { SearchableToolkit } from '../to-searchable.ts'
import { createSegmentMaker, type StoredTool } from './segment-maker.ts'

export type ToThread =
  | { toolkit: SearchableToolkit; tools: readonly StoredTool[] }
  | { finish: true }
export type FromThread = { added: number } | { segment: Uint8Array } | { error: string }

const maker = createSegmentMaker()

const answer = async (message: ToThread): Promise<FromThread> => {
  if ('finish' in message) return { segment: toBytes(await maker.finish()) }
  await maker.add(message.toolkit, message.tools)
  return { added: message.tools.length }
}

parentPort?.on('message', (message: ToThread) => {
  void answer(message)
    .catch((error: unknown): FromThread => ({
      error: error instanceof Error ? error.message : String(error),
    }))
    .then((answered) =>
      parentPort?.postMessage(
        answered,
        'segment' in answered ? [answered.segment.buffer as ArrayBuffer] : [],
      ),
    )
})
