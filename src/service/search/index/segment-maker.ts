import { createYielder } from '../../platform/create-yielder.ts'
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

/**
 * Builds segments on this thread, a few tools at a time, for catalogues that are not worth a
 * thread.
 */
export const createSegmentMaker = (): SegmentMaker => {
  let builder = createSegmentBuilder()
  return {
    add: async (toolkit, tools) => {
      const yieldIfDue = createYielder()
      for (const { document, useCases } of tools) {
        builder.add(readSearchable(document, toolkit, useCases))
        await yieldIfDue()
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
