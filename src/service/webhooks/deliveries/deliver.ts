import { z } from 'zod'
import { LRUCache } from 'lru-cache'
import type { ProjectEvent } from '../../../contract/project-events.ts'
import type { Project } from '../../endpoint/index.ts'
import { timestamp, toClockMs, type Clock } from '../../platform/clock.ts'
import { RetryJob, type WorkContext } from '../../platform/jobs/index.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import type { DescribeEvent } from '../../project-events/index.ts'
import type { Projects } from '../../projects/index.ts'
import { outline, storedJson } from '../../platform/stored-json.ts'
import { activeSecrets, createReadSecrets } from '../signing-secrets.ts'
import type { NoteHealth } from '../subscription-health.ts'
import type { DeliveryJob } from './delivery-job.ts'
import { readAttempts } from './delivery.ts'
import { createFirstTries, type FirstTry } from './first-tries.ts'
import type { LoadedDelivery, NotedTry } from './batches.ts'
import { nextWaitMs } from './retry-schedule.ts'
import type { Message, Try } from './send-try.ts'
import type { DeliveryChange, DeliveryWork } from './store.ts'
import { toPayload } from './to-payload.ts'

type Parts = {
  projects: Projects
  describeEvent: DescribeEvent
  load: (id: string) => Promise<LoadedDelivery | undefined>
  note: (noted: NotedTry) => Promise<void>
  remove: (id: string) => Promise<unknown>
  send: (message: Message, signal: AbortSignal) => Promise<Try>
  noteHealth: NoteHealth
  clock: Clock
  random: () => number
}

type Context = Pick<WorkContext, 'signal' | 'trace' | 'span'>

/** The interval at which a first try checks whether another node has made the previous one. */
const lookAgainMs = 100
const longestLooking = 50

/** Carries out the job of a delivery: one try, and then what follows from it. */
export const createDeliver = (parts: Parts) => {
  const firstTries = createFirstTries()
  const readSecrets = createReadSecrets()
  const looked = new LRUCache<string, number>({ max: 10_000 })

  /**
   * For its turn at the first try. The one before may be in the hands of another node, which is
   * given some seconds.
   */
  const waitForTurn = async (
    { id, earlier, attempts }: DeliveryWork,
    own: FirstTry,
    signal: AbortSignal,
  ): Promise<void> => {
    if (attempts !== '[]') return
    const isNext = earlier === null || (await own.after(earlier, signal))
    const looks = looked.get(id) ?? 0
    looked.delete(id)
    if (isNext || looks >= longestLooking) return
    looked.set(id, looks + 1)
    throw new RetryJob(
      'The delivery before it was not tried yet',
      toClockMs(parts.clock, lookAgainMs),
    )
  }

  const deliver = async (
    id: string,
    own: FirstTry,
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
      return parts.note({ change: { ...unchanged(work), status: 'dead', next_attempt_at: null } })
    await waitForTurn(work, own, signal)
    const project = await parts.projects.get(work.project_id)
    const event = project && (await readEvent(parts.describeEvent, project, loaded))
    // The delivery waited longer than events are kept, which is reported as a failure.
    if (project && !event && !loaded.event)
      return parts.note({ change: forgotten(work, timestamp(parts.clock)) })
    // A project, or what the event tells of, that was deleted before the first try.
    if (!project || !event) return void (await parts.remove(id))
    const secrets = readSecrets(project, work)
    const body = JSON.stringify(toPayload(event, work.version))
    const tried = await parts.send(
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
    own.made()
    if (tried.kind !== 'delivered') span.fail(String(tried.attempt.status_code ?? 'no_answer'))
    await follow(project, work, event, tried)
  }

  const follow = async (
    project: Project,
    work: DeliveryWork,
    event: ProjectEvent,
    tried: Try,
  ): Promise<void> => {
    const attempts = [...readAttempts(work.attempts, work.id), tried.attempt]
    const noted = { id: work.id, attempts: JSON.stringify(attempts) }
    const noteHealth = (failingSince: string | null) =>
      (failingSince === null) === (work.failing_since === null)
        ? undefined
        : { subscription: work.subscription_id, failingSince }
    if (tried.kind === 'delivered')
      return parts.note({
        change: { ...noted, status: 'delivered', next_attempt_at: null, body: null },
        health: noteHealth(null),
      })
    const body =
      work.body ??
      project.dataKey.encrypt(JSON.stringify(event), { record: work.id, field: 'body' })
    const disabled = await (tried.kind === 'gone'
      ? parts.noteHealth.gone(work)
      : parts.noteHealth.failing(work))
    const waitMs = disabled
      ? undefined
      : nextWaitMs(attempts.length - work.round_start, tried.retryAfterMs, parts.random)
    const health = noteHealth(tried.attempt.at)
    if (waitMs === undefined)
      return parts.note({
        change: { ...noted, status: 'dead', next_attempt_at: null, body },
        health,
      })
    const next = new Date(parts.clock.now().getTime() + waitMs).toISOString()
    await parts.note({
      change: { ...noted, status: 'failed', next_attempt_at: next, body },
      health,
    })
    throw new RetryJob(tried.attempt.error ?? 'failed', waitMs)
  }

  return async ({ delivery }: DeliveryJob, context: Context): Promise<void> => {
    // At once, before anything is awaited: those that are taken together find each other.
    const own = firstTries.enter(delivery)
    try {
      await deliver(delivery, own, context)
      own.made()
    } finally {
      own.leave()
    }
  }
}

/**
 * A process that ends between noting a delivery and forgetting its job leaves a job for what is
 * done.
 */
const isOver = ({ status }: DeliveryWork): boolean => status === 'delivered' || status === 'dead'

const unchanged = ({
  id,
  status,
  attempts,
  next_attempt_at,
  body,
}: DeliveryWork): DeliveryChange => ({ id, status, attempts, next_attempt_at, body })

const forgotten = (work: DeliveryWork, at: string): DeliveryChange => {
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
  const kept =
    body === null
      ? undefined
      : unlessDamaged(
          () =>
            readBody(project.dataKey.decrypt(body, { record: work.id, field: 'body' }), work.id),
          () => undefined,
        )
  return kept ?? (event && describeEvent(project, event))
}
