import { maskSecrets } from '../../schema/mask-secrets.ts'
import type { ExecutionLog } from '../../contract/logs.ts'
import type { Project } from '../endpoint/index.ts'
import { createBatcher } from '../platform/batcher.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import { createOrderedId } from '../platform/ids.ts'
import { logRepeated } from '../platform/log-repeated.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { parsePage, toPageOf } from '../platform/pagination.ts'
import { createRedactor, type Redactor } from '../platform/redaction/index.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import { outline, storedJson } from '../platform/stored-json.ts'
import { traceIdOf, type TraceContext } from '../platform/trace-context.ts'
import { mapTexts } from '../platform/untrusted-text/index.ts'
import { ServiceError } from '../service-error.ts'
import { toLoggedRequests, type SentRequests } from './sent-requests.ts'
import { executionStore, type ExecutionFilter, type ExecutionRow } from './store.ts'

/** A finished execution. */
type ExecutionEntry = {
  toolSlug: string
  toolkit: string
  userId: string | null
  accountId: string | null
  sessionId: string | null
  error: string | null
  startedAt: Date
  durationMs: number
  request: unknown
  response: unknown
  /** What was sent to the third party; absent for a call that sends nothing itself. */
  sent?: SentRequests
  /** The input schema of the tool, which marks the secrets among the arguments in `request`. */
  schema?: unknown
  /** The trace that the call was part of, if there was one. */
  trace?: TraceContext | undefined
  /** Redacts the credential wherever a third party repeated it; absent when there was none. */
  redactor?: Redactor
}

export type ExecutionLogs = ReturnType<typeof createExecutionLogs>

const maximumPayload = 256 * 1024
const maximumBatch = 200

/** Logs every execution and returns the stored entry. */
export const createExecutionLogs = (parts: {
  database: Database
  log: Log
  clock: Clock
  metrics: Metrics
}) => {
  const store = executionStore(parts.database.handle)
  // Calls that are being made, and entries that are not yet stored.
  let calls = 0
  let entries = 0
  const insert = createBatcher<ExecutionRow>(
    async (rows) => void (await store.insert(rows)),
    maximumBatch,
    // A commit costs as much as several entries: those of calls that are about to end come along.
    { batchSize: 32, expected: () => calls - entries, maxDelayMs: 10 },
  )

  const count = parts.metrics.counter({
    name: 'plugboard_tool_calls_total',
    help: 'Calls of tools and of the proxy that are over, by toolkit and whether they succeeded',
    labels: ['toolkit', 'outcome'],
  })

  return {
    /** Makes a call, whose entry is stored together with those of other calls. */
    during: async <Result>(call: () => Promise<Result>): Promise<Result> => {
      calls += 1
      try {
        return await call()
      } finally {
        calls -= 1
      }
    },

    /**
     * Stores the entry before its id is returned; null when it cannot be made or stored, since the
     * call was made and its result must not be lost too.
     */
    write: async (project: Project, given: ExecutionEntry): Promise<string | null> => {
      count({ toolkit: given.toolkit, outcome: given.error === null ? 'success' : 'error' })
      entries += 1
      try {
        const row = toRow(project, given, parts.clock.now())
        await insert(row)
        return row.id
      } catch (error) {
        logRepeated(
          parts.log,
          { err: error, project: project.id, tool: given.toolSlug },
          'A call was made, but its log entry could not be written',
        )
        return null
      } finally {
        entries -= 1
      }
    },

    /** The number of executions per toolkit, over the retention of the log. */
    countByToolkit: (project: Project): Promise<Map<string, number>> =>
      store.countByToolkit(project.id),

    /** The first entries of all projects with ids between these, in the order of their ids. */
    listBetween: (transaction: Handle, after: string, end: string, limit: number) =>
      executionStore(transaction).listBetween(after, end, limit),

    get: async (project: Project, id: string): Promise<ExecutionLog> => {
      const row = await store.find(project.id, id)
      if (!row)
        throw new ServiceError('not_found', `No log entry "${id}"`, {
          suggestedFix: 'GET /api/v3/logs/tool_executions lists them',
        })
      return toLog(project, row)
    },

    /** The newest calls that began after a time, without what was sent and answered. */
    newest: async (project: Project, since: string, limit: number): Promise<ExecutionLog[]> =>
      (await store.listSince(project.id, since, limit)).map((row) =>
        toLog(project, { ...row, payload: null }),
      ),

    list: async (
      project: Project,
      filter: ExecutionFilter,
      query: Parameters<typeof parsePage>[0],
    ) => {
      const page = parsePage(query)
      const found = await store.page(project.id, filter, page)
      return toPageOf(found, page, (row) => toLog(project, row))
    },
  }
}

const toRow = (project: Project, given: ExecutionEntry, now: Date): ExecutionRow => {
  const entry = storesData(project) ? withoutSecretArguments(given) : given
  const id = createOrderedId('log_', now.getTime())
  return {
    id,
    project_id: project.id,
    tool_slug: entry.toolSlug,
    toolkit_slug: entry.toolkit,
    user_id: entry.userId,
    connected_account_id: entry.accountId,
    session_id: entry.sessionId,
    status: entry.error === null ? 'success' : 'error',
    // The text of an error may quote the user's data from a third party.
    error: storesData(project)
      ? entry.error && (entry.redactor ?? noSecrets).text(storable(withoutLinks(entry.error)))
      : entry.error && 'The tool failed',
    started_at: entry.startedAt.toISOString(),
    duration_ms: entry.durationMs,
    payload: storesData(project)
      ? project.dataKey.encrypt(toPayload(entry), { record: id, field: 'payload' })
      : null,
    trace_id: traceIdOf(entry.trace),
  }
}

const storesData = (project: Project): boolean =>
  project.config.log_visibility_setting === 'show_all'

const hidden = '[redacted]'

/**
 * The tokens that the service mints for addresses: whoever reads the log could connect an account
 * to another person's user (`lk_`, `cc_`), approve a call (`al_`), be a user (`pbt_`) or push events
 * (`hk_`).
 */
const linkToken = /(?:(?<![0-9A-Za-z])|(?<=%[0-9A-Fa-f]{2}))(?:lk|cc|al|hk|pbt)_[0-9A-Za-z]{20,}/g

const withoutLinks = (text: string): string => text.replaceAll(linkToken, hidden)

/** A third party's text may hold NUL, which PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll('\0', '')

const noSecrets = createRedactor([])

type Payload = Pick<ExecutionLog, 'requests' | 'requests_left_out'> & {
  request: unknown
  response: unknown
}

const toPayload = ({ request, response, sent, redactor = noSecrets }: ExecutionEntry): string => {
  const payload: Payload = mapTexts(
    {
      ...redactor.json({ request, response }),
      ...(sent && toLoggedRequests(sent, redactor)),
    },
    withoutLinks,
  )
  const text = JSON.stringify(payload)
  if (text.length <= maximumPayload) return text
  return JSON.stringify({
    ...payload,
    request: shorten(payload.request),
    response: shorten(payload.response),
  })
}

/** The entry without the secrets among its arguments, also where the third party repeats one. */
const withoutSecretArguments = (entry: ExecutionEntry): ExecutionEntry => {
  const secrets = new Set<string>()
  const { schema, redactor = noSecrets } = entry
  const request = maskSecrets(
    entry.request,
    { properties: { arguments: schema }, $defs: definitionsOf(schema) },
    hidden,
    (text) => secrets.add(text),
  )
  if (secrets.size === 0) return { ...entry, request }
  const ofArguments = createRedactor([...secrets])
  return {
    ...entry,
    request,
    redactor: {
      text: (text) => ofArguments.text(redactor.text(text)),
      json: (value) => ofArguments.json(redactor.json(value)),
      bytes: (bytes) => ofArguments.bytes(redactor.bytes(bytes)),
    },
  }
}

const definitionsOf = (schema: unknown): unknown =>
  typeof schema === 'object' && schema !== null && '$defs' in schema ? schema.$defs : undefined

/** A large part is truncated to the beginning of its text, with a note. */
const shorten = (value: unknown): unknown => {
  const text = JSON.stringify(value) ?? ''
  return text.length <= maximumPayload / 2
    ? value
    : { truncated: true, characters: text.length, beginning: text.slice(0, 4000) }
}

const toLog = (project: Project, row: ExecutionRow): ExecutionLog => ({
  id: row.id,
  tool_slug: row.tool_slug,
  toolkit: row.toolkit_slug,
  user_id: row.user_id,
  connected_account_id: row.connected_account_id,
  session_id: row.session_id,
  status: row.status,
  error: row.error,
  started_at: row.started_at,
  duration_ms: row.duration_ms,
  trace_id: row.trace_id ?? null,
  ...(row.payload !== null && readPayload(project, row.id, row.payload)),
})

const readStored = storedJson('tool_executions.payload', outline<Payload>({}))

const readPayload = (project: Project, id: string, payload: string): Payload =>
  unlessDamaged(
    () => readStored(project.dataKey.decrypt(payload, { record: id, field: 'payload' }), id),
    (unreadable) => ({ request: { unreadable }, response: { unreadable } }),
  )
