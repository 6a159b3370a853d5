import { setImmediate } from 'node:timers/promises'
import { createSegmentBuilder, type Segment } from '../engine/index.ts'
import { readSearchable, type SearchableToolkit } from '../to-searchable.ts'

/** A stored definition, and the use cases that were written of it. */
export type StoredTool = { document: string; useCases: readonly string[] }

/** Builds one segment after the other from stored definitions. */
export type SegmentMaker = {
  add(toolkit: SearchableToolkit, tools: readonly StoredTool[]): Promise<void>
  /** The segment of the tools added since the previous one. */
  finish(): Promise<Segment>
  close(): Promise<void>
}

/** How long tools are added before other requests get a turn. */
const sliceMs = 8

/**
 * Builds segments on this thread, a few tools at a time, for catalogues that are not worth a
 * thread.
 */
export const createSegmentMaker = (): SegmentMaker => {
  let builder = createSegmentBuilder()
  return {
    add: async (toolkit, tools) => {
      let started = performance.now()
      for (const { document, useCases } of tools) {
        builder.add(readSearchable(document, toolkit, useCases))
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
