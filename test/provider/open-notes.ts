import { afterAll, beforeAll, beforeEach } from 'vitest'
import { Plugboard, type PlugboardOptions } from '../../src/index.ts'
import { startNotesService, type NotesService } from '../support/notes-service.ts'

type OpenNotes = NotesService & {
  plugboard: Plugboard
  connectTo: (own: PlugboardOptions) => Plugboard
}

/**
 * A real service with the toolkits `notes` (API key) and `open` (no auth) for a file of tests, and
 * the toolkit half in front of it.
 */
export const openNotes = (
  options: Parameters<typeof startNotesService>[0] = {},
): (() => OpenNotes) => {
  let notes: NotesService
  beforeAll(async () => {
    notes = await startNotesService(options)
  })
  beforeEach(() => void notes.upstream.received.splice(0))
  afterAll(() => notes.close())
  return () => {
    const connectTo = (own: PlugboardOptions) =>
      new Plugboard({ baseUrl: notes.service.url, apiKey: notes.service.apiKey, ...own })
    return { ...notes, plugboard: connectTo({}), connectTo }
  }
}

/** Calls for SVC_MULTI_EXECUTE_TOOL. */
export const many = (
  ...calls: [slug: string, toolArguments?: Record<string, unknown>, account?: string][]
) => ({
  tools: calls.map(([slug, given = {}, account]) => ({
    tool_slug: slug,
    arguments: given,
    ...(account && { account }),
  })),
})

type Answered = {
  index: number
  tool_slug: string
  successful: boolean
  data: Record<string, unknown>
  error: string | null
  log_id: string | null
}

/** The results of a multi-execute. */
export const resultsOf = ({ data }: { data: Record<string, unknown> }): Answered[] =>
  data['results'] as Answered[]
