import { z } from 'zod'
import { LRUCache } from 'lru-cache'
import { entries } from '../../platform/entries.ts'
import type { ProjectEvent } from '../../../contract/project-events.ts'
import type { Project, RecordActivity } from '../../endpoint/index.ts'
import { timestamp, toClockMs, type Clock } from '../../platform/clock.ts'
import { RetryJob, type WorkContext } from '../../platform/jobs/index.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import type { DescribeEvent } from '../../project-events/index.ts'
import type { Projects } from '../../projects/index.ts'
import { outline, storedJson } from '../../platform/stored-json.ts'
import { activeSecrets, createReadSecrets } from '../signing-secrets.ts'
import type { UpdateHealth } from '../subscription-health.ts'
import type { DeliveryJob } from './delivery-job.ts'
import { readAttempts } from './delivery.ts'
import { createFirstAttempts, type FirstAttempt } from './first-attempts.ts'
import type { LoadedDelivery, StoredOutcome } from './batches.ts'
import { nextWaitMs } from './retry-schedule.ts'
import type { Message, AttemptOutcome } from './send-attempt.ts'
import type { DeliveryChange, DeliveryWork } from './store.ts'
import { toPayload } from './to-payload.ts'

type Parts = {
  projects: Projects
  describeEvent: DescribeEvent
  load: (id: string) => Promise<LoadedDelivery | undefined>
  store: (outcome: StoredOutcome) => Promise<void>
  remove: (id: string) => Promise<unknown>
  send: (message: Message, signal: AbortSignal) => Promise<AttemptOutcome>
  updateHealth: UpdateHealth
  recordActivity: RecordActivity
  clock: Clock
  random: () => number
}

type Context = Pick<WorkContext, 'signal' | 'trace' | 'span'>

/** How often, and how many times, a first attempt checks whether another node made the previous one. */
const checkIntervalMs = 100
const maximumChecks = 50

/** Runs the job of a delivery: one attempt, and storing its outcome. */
export const createDeliver = (parts: Parts) => {
  const firstAttempts = createFirstAttempts()
  const readSecrets = createReadSecrets()
  const checked = new LRUCache<string, number>(entries(10_000))

  /**
   * Waits until the previous delivery with the same ordering key was attempted, for some seconds if
   * another node has it.
   */
  const waitForTurn = async (
    { id, earlier, attempts }: DeliveryWork,
    turn: FirstAttempt,
    signal: AbortSignal,
  ): Promise<void> => {
    if (attempts !== '[]') return
    const isNext = earlier === null || (await turn.after(earlier, signal))
    const checks = checked.get(id) ?? 0
    checked.delete(id)
    if (isNext || checks >= maximumChecks) return
    checked.set(id, checks + 1)
    throw new RetryJob(
      'The previous delivery was not attempted yet',
      toClockMs(parts.clock, checkIntervalMs),
    )
  }

  const deliver = async (
    id: string,
    turn: FirstAttempt,
    { signal, trace, span }: Context,
  ): Promise<void> => {
    const loaded = await parts.load(id)
    if (!loaded || isOver(loaded.work)) return
    const { work } = loaded
    span.set({
      'plugboard.delivery_id': id,
      'plugboard.event_id': work.event_id,
      'plugboard.event_type': work.event_type,
      'plugboard.delivery_attempt': readAttempts(work.attempts, work.id).length + 1,
    })
    if (work.disabled_at !== null)
      return parts.store({ change: { ...unchanged(work), status: 'dead', next_attempt_at: null } })
    await waitForTurn(work, turn, signal)
    const project = await parts.projects.get(work.project_id)
    const event = project && (await readEvent(parts.describeEvent, project, loaded))
    // The delivery waited longer than events are kept, which counts as a failure.
    if (project && !event && !loaded.event)
      return parts.store({ change: eventExpired(work, timestamp(parts.clock)) })
    // The project, or the subject of the event, was deleted before the first attempt.
    if (!project || !event) return void (await parts.remove(id))
    const secrets = readSecrets(project, work)
    const body = JSON.stringify(toPayload(event, work.version))
    const outcome = await parts.send(
      {
        id: work.event_id,
        projectId: project.id,
        url: work.webhook_url,
        body,
        secrets: secrets ? activeSecrets(secrets, parts.clock.now()) : [],
        trace,
      },
      signal,
    )
    turn.made()
    if (outcome.kind !== 'delivered') span.fail(String(outcome.attempt.status_code ?? 'no_answer'))
    parts.recordActivity(project, toActivity(work, event, outcome))
    await storeOutcome(project, work, event, outcome)
  }

  const storeOutcome = async (
    project: Project,
    work: DeliveryWork,
    event: ProjectEvent,
    outcome: AttemptOutcome,
  ): Promise<void> => {
    const attempts = [...readAttempts(work.attempts, work.id), outcome.attempt]
    const attempted = { id: work.id, attempts: JSON.stringify(attempts) }
    const toHealth = (failingSince: string | null) =>
      (failingSince === null) === (work.failing_since === null)
        ? undefined
        : { subscription: work.subscription_id, failingSince }
    if (outcome.kind === 'delivered')
      return parts.store({
        change: { ...attempted, status: 'delivered', next_attempt_at: null, body: null },
        health: toHealth(null),
      })
    const body =
      work.body ??
      project.dataKey.encrypt(JSON.stringify(event), { record: work.id, field: 'body' })
    const disabled = await (outcome.kind === 'gone'
      ? parts.updateHealth.gone(work)
      : parts.updateHealth.failing(work))
    const waitMs = disabled
      ? undefined
      : nextWaitMs(attempts.length - work.round_start, outcome.retryAfterMs, parts.random)
    const health = toHealth(outcome.attempt.at)
    if (waitMs === undefined)
      return parts.store({
        change: { ...attempted, status: 'dead', next_attempt_at: null, body },
        health,
      })
    const next = new Date(parts.clock.now().getTime() + waitMs).toISOString()
    await parts.store({
      change: { ...attempted, status: 'failed', next_attempt_at: next, body },
      health,
    })
    throw new RetryJob(outcome.attempt.error ?? 'failed', waitMs)
  }

  return async ({ delivery }: DeliveryJob, context: Context): Promise<void> => {
    // Before anything is awaited, so that deliveries of one batch find each other.
    const turn = firstAttempts.enter(delivery)
    try {
      await deliver(delivery, turn, context)
      turn.made()
    } finally {
      turn.release()
    }
  }
}

/** The path of an address may hold a secret of the receiver. */
const toActivity = (
  { id, webhook_url: url }: DeliveryWork,
  { type, metadata }: ProjectEvent,
  { kind, attempt: { error, duration_ms } }: AttemptOutcome,
): Parameters<RecordActivity>[1] => ({
  type: 'delivery',
  outcome: kind === 'delivered' ? 'success' : 'error',
  text: toText(type, new URL(url).host, error),
  subject_id: id,
  user_id: metadata.user_id,
  connected_account_id: metadata.connected_account_id,
  duration_ms,
})

/** Errors of the connection begin with the host, which is said already. */
const toText = (type: string, host: string, error: string | null): string =>
  `${type} to ${host}${error === null ? '' : `: ${error.replace(`${host}: `, '')}`}`

/** A process that ends after it stored an outcome and before it completed the job leaves the job. */
const isOver = ({ status }: DeliveryWork): boolean => status === 'delivered' || status === 'dead'

const unchanged = ({
  id,
  status,
  attempts,
  next_attempt_at,
  body,
}: DeliveryWork): DeliveryChange => ({ id, status, attempts, next_attempt_at, body })

const eventExpired = (work: DeliveryWork, at: string): DeliveryChange => {
  const attempt = {
    at,
    status_code: null,
    duration_ms: 0,
    error: 'The event was not sent within the 30 days that it is kept for',
  }
  return {
    ...unchanged(work),
    status: 'dead',
    attempts: JSON.stringify([...readAttempts(work.attempts, work.id), attempt]),
    next_attempt_at: null,
  }
}

const readBody = storedJson(
  'webhook_deliveries.body',
  outline<ProjectEvent>({ id: z.string(), type: z.string() }),
)

const readEvent = async (
  describeEvent: DescribeEvent,
  project: Project,
  { work, event }: LoadedDelivery,
): Promise<ProjectEvent | undefined> => {
  const { body } = work
  const stored =
    body === null
      ? undefined
      : unlessDamaged(
          () =>
            readBody(project.dataKey.decrypt(body, { record: work.id, field: 'body' }), work.id),
          () => undefined,
        )
  return stored ?? (event && describeEvent(project, event))
}
