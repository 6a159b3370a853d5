import { z } from 'zod'
import { SecretsError } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { openField } from '../sealed-fields.ts'
import type { TriggerInstanceRow } from '../store.ts'

/** The page to read next; at most one of these is set. */
const position = z.object({
  page: z.number().optional(),
  next: z.unknown().optional(),
  url: z.string().optional(),
})
export type PagePosition = z.output<typeof position>

const cursorValue = z.union([z.string(), z.number()])
export type CursorValue = z.output<typeof cursorValue>

/** How far the source was read; visible in lists of instances. */
const pollState = z.object({
  /** Absent: nothing was read yet, and the first poll only sets the mark. */
  marked_at: z.string().optional(),
  polled_at: z.string().optional(),
  cursor: cursorValue.optional(),
  /**
   * Where the next poll continues when one poll could not read all pages, and the cursor that holds
   * once all are read.
   */
  position: position.optional(),
  reached: cursorValue.optional(),
  paused: z.string().optional(),
  error: z.string().optional(),
})
export type PollState = z.output<typeof pollState>

/** A damaged state counts as none: the mark is set again. */
export const openState = (project: Project, row: TriggerInstanceRow): PollState => {
  try {
    return pollState.parse(JSON.parse(openField(project, row, 'state') ?? '{}'))
  } catch (error) {
    if (error instanceof SecretsError) return {}
    throw error
  }
}
