import { setImmediate } from 'node:timers/promises'
import { createSegmentBuilder, type Segment } from '../engine/index.ts'
import { readSearchable } from '../to-searchable.ts'

export type ToolkitName = { slug: string; name: string }

/** Makes one segment after the other of definitions as they are stored. */
export type SegmentMaker = {
  add(toolkit: ToolkitName, documents: readonly string[]): Promise<void>
  /** The segment of all that was added since the one before. */
  finish(): Promise<Segment>
  close(): Promise<void>
}

/** How long tools are added before other requests go first. */
const sliceMs = 8

/**
 * Makes segments on this thread, a few tools at a time: for catalogues that are not worth a thread
 * of their own.
 */
export const createSegmentMaker = (): SegmentMaker => {
  let builder = createSegmentBuilder()
  return {
    add: async (toolkit, documents) => {
      let started = performance.now()
      for (const document of documents) {
        builder.add(readSearchable(document, toolkit))
        if (performance.now() - started < sliceMs) continue
        await setImmediate()
        started = performance.now()
      }
    },
    finish: async () => {
      const segment = builder.finish()
      builder = createSegmentBuilder()
      return segment
    },
    close: async () => {},
  }
}
