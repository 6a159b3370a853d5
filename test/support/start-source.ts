import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { systemClock, type Clock } from '../../src/service/platform/clock.ts'
import { createProject } from './fill-project.ts'
import { importToolkit } from './import-toolkit.ts'
import { notesApi, openNotesApi } from './notes-api.ts'
import { authority } from './start-receiver.ts'
import { startService, type StartOptions, type TestService } from './start-service.ts'
import { json, startUpstream, type ReceivedRequest, type Upstream } from './start-upstream.ts'
import type { TriggerToImport } from './watch-api.ts'

type Note = { id: string; text: string; made_at: string; folder?: string }

type Answer = (
  request: ReceivedRequest,
  notes: Note[],
) => { status?: number; body: unknown; headers?: Record<string, string> }

/** A clock that runs so much faster. */
export const fastClock = (pace: number): Clock => {
  const start = Date.now()
  return { now: () => new Date(start + (Date.now() - start) * pace), pace }
}

/**
 * An API with a list of notes to poll; `answer` says how it shows them, at first newest first, all
 * at once.
 */
export const startNotes = async (
  answer: Answer = (_request, notes) => ({ body: { notes: notes.toReversed() } }),
) => {
  const notes: Note[] = []
  const current = { answer }
  const upstream = await startUpstream((request, response) => {
    const { status = 200, body, headers = {} } = current.answer(request, notes)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    json(response, status, body)
  })
  return {
    upstream,
    current,
    notes,
    polls: () => upstream.received.filter(({ url }) => url.startsWith('/notes')).length,
    add: (text: string, extra: Partial<Note> = {}): Note => {
      const note = {
        id: `n${notes.length + 1}`,
        text,
        made_at: new Date(1_700_000_000_000 + notes.length * 1000).toISOString(),
        ...extra,
      }
      notes.push(note)
      return note
    },
  }
}

/** A polled type that finds notes, with the smallest interval there is. */
export const noteMade = (poll: Record<string, unknown> = {}): TriggerToImport => ({
  slug: 'NOTES_NOTE_MADE',
  name: 'Note made',
  description: 'Fires for each new note',
  type: 'poll',
  config: { type: 'object' },
  payload: { type: 'object' },
  poll: {
    request: { path: '/notes' },
    items: 'notes',
    id: ['id'],
    interval: { minimum_seconds: 1 },
    ...poll,
  },
})

type Import = Parameters<TestService['client']['toolkits']['import']>[0]['body']

type Source = {
  triggers: TriggerToImport[]
  auth?: 'API_KEY' | 'NO_AUTH'
  answers?: Import['answers']
}

/**
 * A service of its own with the toolkit `notes` of an upstream, and a way to set its triggers up.
 */
export const startSource = async (
  upstream: Upstream,
  { triggers, auth = 'NO_AUTH', answers, clock = systemClock, ...options }: StartOptions & Source,
) =>
  importSource(await startService({ egressAllow: [upstream.host], clock, ...options }), upstream, {
    triggers,
    auth,
    answers,
  })

/** For `openSource`: lets every upstream and receiver of the tests be called. */
export const startSharedService = (clock: Clock = systemClock): Promise<TestService> =>
  startService({ keep: true, egressAllow: ['127.0.0.0/8', '::1/128'], extraCa: authority, clock })

/** The same in a project of its own of a service that others use too, for the time of the test. */
export const openSource = async (shared: TestService, upstream: Upstream, source: Source) => {
  const { client } = await createProject(shared, `Notes ${randomUUID()}`)
  onTestFinished(async () => void (await client.toolkits.delete({ params: { slug: 'notes' } })))
  return importSource({ url: shared.url, client }, upstream, source)
}

const importSource = async <Service extends Pick<TestService, 'client'>>(
  service: Service,
  upstream: Upstream,
  { triggers, auth = 'NO_AUTH', answers }: Source,
) => {
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: auth === 'NO_AUTH' ? openNotesApi(upstream.url) : notesApi(upstream.url) },
    triggers,
    ...(answers && { answers }),
  })
  return { service, ...instancesOf(service) }
}

export const instancesOf = ({ client }: Pick<TestService, 'client'>) => ({
  upsert: async (
    slug: string,
    body: Parameters<TestService['client']['triggerInstances']['upsert']>[0]['body'] = {},
  ): Promise<string> =>
    (await client.triggerInstances.upsert({ params: { slug }, body })).trigger_id,
  show: async (id: string) => {
    const { items } = await client.triggerInstances.listActive({
      query: { trigger_ids: [id], show_disabled: true },
    })
    if (!items[0]) throw new Error(`There is no instance ${id}`)
    return items[0]
  },
})
