import type { TriggerPoll } from '../../../contract/import-trigger-poll.ts'
import { callAsAccount, type AccountCalls } from '../../execution/call-as-account.ts'
import type { SendingParts } from '../../execution/sending-parts.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Project, Projects } from '../../projects/project.ts'
import { disableInstance } from '../disable-instance.ts'
import { findSource, type TriggerSource } from '../find-source.ts'
import { publishMessage } from '../publish-message.ts'
import { selectPayload } from '../requests/select-path.ts'
import { TriggerFailure } from '../requests/trigger-failure.ts'
import { sealField } from '../sealed-fields.ts'
import { seenItems } from '../seen/seen-items.ts'
import { triggerStore, type TriggerInstanceRow } from '../store.ts'
import { backOffMs, intervalMs, maximumFailures } from './interval.ts'
import { openState, type PollState } from './poll-state.ts'
import { readItems, type FoundItem, type Reading } from './read-items.ts'

export type PollParts = SendingParts & Parameters<typeof findSource>[0] & { projects: Projects; events: Events; random: () => number }

type Poll = { project: Project; row: TriggerInstanceRow; source: TriggerSource; poll: TriggerPoll; state: PollState; startedAt: Date; started: number; calls: AccountCalls }

/** Asks an instance's source once for what is new, and commits what it found together with how far it came. */
export const runPoll = async (parts: PollParts, { projectId, id, claim }: { projectId: string; id: string; claim: string }, signal: AbortSignal): Promise<void> => {
  const project = await parts.projects.get(projectId)
  const row = project && (await triggerStore(parts.database.handle).find(projectId, id))
  if (!row || row.next_poll_at !== claim) return
  const found = await findSource(parts, project, row)
  if ('gone' in found) return disableInstance(parts, row, found.gone)
  const { source } = found
  const poll = source.definition.poll
  if (!poll) return disableInstance(parts, row, `The trigger type "${row.trigger_slug}" is not polled in version "${row.version}" of its toolkit`)
  const calls = callAsAccount(parts, { project, toolkit: source.toolkit, account: source.account, signal })
  const about: Poll = { project, row, source, poll, state: openState(project, row), startedAt: parts.clock.now(), started: performance.now(), calls }
  if ('paused' in found) return notePause(parts, about, found.paused)
  const reading = await read(parts, about)
  signal.throwIfAborted()
  if (!(reading instanceof TriggerFailure)) return commit(parts, about, reading)
  if (reading.kind === 'account') return notePause(parts, about, reading.message)
  return noteFailure(parts, about, reading)
}

const isMark = ({ source, state }: Poll): boolean => state.marked_at === undefined && source.config['include_existing'] !== true

const read = async ({ database }: PollParts, about: Poll): Promise<Reading | TriggerFailure> => {
  const { row, source, poll, state, startedAt, calls } = about
  const areKnown = (items: FoundItem[]) => seenItems(database.handle, row.id).areKnown(items.map(({ key }) => key))
  try {
    return await readItems({ calls, poll, state, config: source.config, now: startedAt.toISOString(), onlyMark: isMark(about), areKnown })
  } catch (error) {
    if (error instanceof TriggerFailure) return error
    throw error
  }
}

const commit = async (parts: PollParts, about: Poll, { items, position, reached }: Reading): Promise<void> => {
  const { project, row, poll, state, startedAt } = about
  const at = startedAt.toISOString()
  const different = distinct(items)
  const keys = different.map(({ key }) => key)
  const lastSeen = await seenItems(parts.database.handle, row.id).lastSeen(keys)
  const fresh = isMark(about) ? [] : oldestFirst(poll, different).filter(({ key, isWanted }) => isWanted && !lastSeen.has(key))
  const logId = fresh.length === 0 ? null : await log(parts, about, null, { events: fresh.length })
  const { marked_at = position ? undefined : at } = state
  const next: PollState = position ? { marked_at, polled_at: at, cursor: state.cursor, position, reached } : { marked_at, polled_at: at, cursor: reached }
  const wait = position ? 0 : intervalMs(poll, about.source.config, parts.random)

  await parts.database.transaction(async (transaction) => {
    const changes = { state: sealField(project, row.id, 'state', next), failures: 0, next_poll_at: later(startedAt, wait) }
    // Polled by somebody else meanwhile, disabled or deleted: then what was found is not ours to tell.
    if (!(await triggerStore(transaction).updateAfterPoll(row, changes))) return
    await seenItems(transaction, row.id).note(keys, lastSeen, startedAt)
    for (const { key, item } of fresh) await publishMessage(parts.events, transaction, project, row, { key, payload: selectPayload(item, poll.payload), logId })
  })
}

/** Nothing is asked while the account is as it is; whether it still is, is looked at once an interval. */
const notePause = async (parts: PollParts, { project, row, poll, source, state, startedAt }: Poll, paused: string): Promise<void> => {
  const next = sealField(project, row.id, 'state', { ...state, error: undefined, paused } satisfies PollState)
  await triggerStore(parts.database.handle).updateAfterPoll(row, { state: next, next_poll_at: later(startedAt, intervalMs(poll, source.config, parts.random)) })
}

const noteFailure = async (parts: PollParts, about: Poll, failure: TriggerFailure): Promise<void> => {
  const { project, row, poll, source, state, startedAt } = about
  // An API that says when to come back has not failed.
  const failures = row.failures + (failure.retryAfterMs === undefined ? 1 : 0)
  const next = sealField(project, row.id, 'state', { ...state, paused: undefined, polled_at: startedAt.toISOString(), error: failure.message } satisfies PollState)
  await log(parts, about, failure.message, null)
  if (failure.kind === 'never' || failures >= maximumFailures) {
    const reason = failure.kind === 'never' ? failure.message : `${failures} polls in a row failed, the last one: ${failure.message}`
    return disableInstance(parts, row, reason, { state: next, failures })
  }
  const wait = backOffMs(Math.max(failures, 1), intervalMs(poll, source.config, parts.random), failure.retryAfterMs)
  await triggerStore(parts.database.handle).updateAfterPoll(row, { state: next, failures, next_poll_at: later(startedAt, wait) })
}

/** Only polls that brought something, or nothing but an error, are written down: the others would hide them. */
const log = ({ logs }: PollParts, { project, row, source, poll, startedAt, started, calls }: Poll, error: string | null, response: unknown): Promise<string> =>
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
    secrets: calls.secrets(),
  })

const distinct = (items: FoundItem[]): FoundItem[] => [...new Map(items.toReversed().map((item) => [item.key, item])).values()].reverse()

const oldestFirst = ({ order }: TriggerPoll, items: FoundItem[]): FoundItem[] => (order === 'newest_first' ? items.toReversed() : items)

const later = (time: Date, ms: number): string => new Date(time.getTime() + ms).toISOString()
