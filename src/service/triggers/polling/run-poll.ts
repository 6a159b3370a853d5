import type { TriggerPoll } from '../../../contract/import-trigger-poll.ts'
import { callAsAccount, type AccountCalls, type SendingParts } from '../../execution/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { WorkContext } from '../../platform/jobs/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Projects } from '../../projects/index.ts'
import { disableInstance } from '../disable-instance.ts'
import { findSource, type TriggerSource } from '../find-source.ts'
import { publishMessage } from '../publish-message.ts'
import { selectPayload } from '../requests/select-path.ts'
import { TriggerFailure } from '../requests/trigger-failure.ts'
import { sealField } from '../sealed-fields.ts'
import type { LastSeen } from '../seen/last-seen.ts'
import { seenItems, keysToRecord } from '../seen/seen-items.ts'
import { triggerStore, type QuietPoll, type TriggerInstanceRow } from '../store.ts'
import { backOffMs, intervalMs, maximumFailures } from './interval.ts'
import { openState, type PollState } from './poll-state.ts'
import { readItems, type FoundItem, type Reading } from './read-items.ts'

export type PollParts = SendingParts &
  Parameters<typeof findSource>[0] & { projects: Projects; events: Events; random: () => number }

export type RunParts = PollParts & {
  load: (id: string) => Promise<TriggerInstanceRow | undefined>
  lastSeen: LastSeen
  noteQuiet: (poll: QuietPoll) => Promise<void>
}

type Poll = {
  project: Project
  row: TriggerInstanceRow
  source: TriggerSource
  poll: TriggerPoll
  state: PollState
  startedAt: Date
  started: number
  calls: AccountCalls
  context: Context
}

type Context = Pick<WorkContext, 'signal' | 'trace' | 'span'>

/**
 * Polls the source of an instance once, and commits the new items together with the position
 * reached.
 */
export const runPoll = async (
  parts: RunParts,
  { projectId, id, claim }: { projectId: string; id: string; claim: string },
  context: Context,
): Promise<void> => {
  const { signal, trace, span } = context
  const project = await parts.projects.get(projectId)
  const row = project && (await parts.load(id))
  if (!row || row.next_poll_at !== claim) return
  span.set({
    'plugboard.toolkit': row.toolkit_slug,
    'plugboard.trigger_slug': row.trigger_slug,
    'plugboard.trigger_id': row.id,
  })
  const found = await findSource(parts, project, row)
  if ('gone' in found) return disableInstance(parts, row, found.gone, { trace })
  const { source } = found
  const poll = source.definition.poll
  if (!poll)
    return disableInstance(
      parts,
      row,
      `The trigger type "${row.trigger_slug}" is not polled in version "${row.version}" of its toolkit`,
      { trace },
    )
  const calls = callAsAccount(parts, {
    project,
    toolkit: source.toolkit,
    account: source.account,
    signal,
    trace,
  })
  const about: Poll = {
    project,
    row,
    source,
    poll,
    state: openState(project, row),
    startedAt: parts.clock.now(),
    started: performance.now(),
    calls,
    context,
  }
  if ('paused' in found) return notePause(parts, about, found.paused)
  const reading = await read(parts, about)
  signal.throwIfAborted()
  if (!(reading instanceof TriggerFailure)) return commit(parts, about, reading)
  span.fail(reading.kind === 'account' ? 'account' : 'upstream')
  if (reading.kind === 'account') return notePause(parts, about, reading.message)
  return noteFailure(parts, about, reading)
}

const isMark = ({ source, state }: Poll): boolean =>
  state.marked_at === undefined && source.config['include_existing'] !== true

const read = async (parts: RunParts, about: Poll): Promise<Reading | TriggerFailure> => {
  const { row, source, poll, state, startedAt, calls } = about
  const haveBeenSeen = async (items: FoundItem[]) => {
    const lastSeen = await readLastSeen(parts, row, items)
    return items.every((item) => hasSeen(lastSeen, item))
  }
  try {
    return await readItems({
      calls,
      poll,
      state,
      config: source.config,
      now: startedAt.toISOString(),
      onlyMark: isMark(about),
      haveBeenSeen,
    })
  } catch (error) {
    if (error instanceof TriggerFailure) return error
    // A request was sent, so it is logged even though the answer was lost.
    if (calls.hasSent())
      await log(parts, about, 'The service failed while it polled or read the answer', null)
    throw error
  }
}

const readLastSeen = ({ lastSeen }: RunParts, { id }: TriggerInstanceRow, items: FoundItem[]) => {
  const keys = items.flatMap(({ key, roundedKey }) => [key, roundedKey ?? key])
  return lastSeen(id, [...new Set(keys)])
}

const hasSeen = (lastSeen: Map<string, string>, { key, roundedKey }: FoundItem): boolean =>
  lastSeen.has(key) || (roundedKey !== undefined && lastSeen.has(roundedKey))

const commit = async (
  parts: RunParts,
  about: Poll,
  { items, position, reached }: Reading,
): Promise<void> => {
  const { project, row, poll, state, startedAt } = about
  const at = startedAt.toISOString()
  const distinctItems = distinct(items)
  const keys = distinctItems.map(({ key }) => key)
  const lastSeen = await readLastSeen(parts, row, distinctItems)
  const fresh = isMark(about)
    ? []
    : oldestFirst(poll, distinctItems).filter((found) => found.matches && !hasSeen(lastSeen, found))
  const recorded = keysToRecord(keys, lastSeen, startedAt)
  const logId = fresh.length === 0 ? null : await log(parts, about, null, { events: fresh.length })
  const { marked_at = position ? undefined : at } = state
  const next: PollState = position
    ? { marked_at, polled_at: at, cursor: state.cursor, position, reached }
    : { marked_at, polled_at: at, cursor: reached }
  const wait = position ? 0 : intervalMs(poll, about.source.config, parts.random)
  const changes = {
    state: sealField(project, row.id, 'state', next),
    ...dueAfter(startedAt, wait),
  }
  // The usual case.
  if (recorded.length + fresh.length === 0)
    return parts.noteQuiet({ id: row.id, poll_count: row.poll_count, ...changes })

  await parts.database.transaction(async (transaction) => {
    // If another node polled it meanwhile, or it was disabled or deleted, this poll must not publish
    // anything.
    if (!(await triggerStore(transaction).updateAfterPoll(row, { ...changes, failures: 0 }))) return
    await seenItems(transaction, row.id).note(recorded, startedAt)
    for (const { key, item } of fresh)
      await publishMessage(parts.events, transaction, project, row, {
        key,
        payload: selectPayload(item, poll.payload),
        logId,
        trace: about.context.trace,
        publicUrl: parts.publicUrl(),
      })
  })
}

/**
 * No request is sent while the account does not work, which is checked once in each interval.
 */
const notePause = async (
  parts: PollParts,
  { project, row, poll, source, state, startedAt }: Poll,
  paused: string,
): Promise<void> => {
  const next = sealField(project, row.id, 'state', {
    ...state,
    error: undefined,
    paused,
  } satisfies PollState)
  await seenItems(parts.database.handle, row.id).keep(startedAt)
  await triggerStore(parts.database.handle).updateAfterPoll(row, {
    state: next,
    ...dueAfter(startedAt, intervalMs(poll, source.config, parts.random)),
  })
}

const noteFailure = async (
  parts: PollParts,
  about: Poll,
  failure: TriggerFailure,
): Promise<void> => {
  const { project, row, poll, source, state, startedAt } = about
  // An API that asks for a delay has not failed.
  const failures = row.failures + (failure.retryAfterMs === undefined ? 1 : 0)
  const next = sealField(project, row.id, 'state', {
    ...state,
    paused: undefined,
    polled_at: startedAt.toISOString(),
    error: failure.message,
  } satisfies PollState)
  await log(parts, about, failure.message, null)
  if (failure.kind === 'never' || failures >= maximumFailures) {
    const reason =
      failure.kind === 'never'
        ? failure.message
        : `${failures} polls in a row failed, the last one: ${failure.message}`
    return disableInstance(parts, row, reason, {
      changes: { state: next, failures },
      trace: about.context.trace,
    })
  }
  const wait = backOffMs(
    Math.max(failures, 1),
    intervalMs(poll, source.config, parts.random),
    failure.retryAfterMs,
  )
  await triggerStore(parts.database.handle).updateAfterPoll(row, {
    state: next,
    failures,
    ...dueAfter(startedAt, wait),
  })
}

/**
 * Only polls that found items or failed are logged: the others would hide them.
 */
const log = (
  { logs }: PollParts,
  { project, row, source, poll, startedAt, started, calls }: Poll,
  error: string | null,
  response: unknown,
): Promise<string | null> =>
  logs.write(project, {
    toolSlug: row.trigger_slug,
    toolkit: source.toolkit.definition.slug,
    userId: row.user_id,
    accountId: row.connected_account_id,
    sessionId: null,
    error,
    startedAt,
    durationMs: performance.now() - started,
    request: { trigger_id: row.id, method: poll.request.method, path: poll.request.path },
    response,
    redactor: calls.redactor(),
  })

const distinct = (items: FoundItem[]): FoundItem[] =>
  [...new Map(items.toReversed().map((item) => [item.key, item])).values()].reverse()

const oldestFirst = ({ order }: TriggerPoll, items: FoundItem[]): FoundItem[] =>
  order === 'newest_first' ? items.toReversed() : items

const dueAfter = (time: Date, ms: number) => ({
  next_poll_at: new Date(time.getTime() + ms).toISOString(),
  scheduled_at: time.toISOString(),
})
