import { z } from 'zod'
import type { TriggerWebhook } from '../../../contract/import-trigger-webhook.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { timestamp } from '../../platform/clock.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import { hashToken } from '../../platform/secrets/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Projects } from '../../projects/index.ts'
import { findSource, type TriggerSource } from '../find-source.ts'
import { storesData } from '../publish-message.ts'
import { selectPath, toText } from '../requests/select-path.ts'
import { digest } from '../seen/item-key.ts'
import { seenItems } from '../seen/seen-items.ts'
import { triggerStore, type TriggerInstanceRow } from '../store.ts'
import { hookUrl, isHookToken, openHook } from './hook-address.ts'
import { readBody, valueAt, type HookRequest } from './hook-request.ts'
import { matchesConditions } from './matches-conditions.ts'
import { processDelivery, type Delivery, type DeliveryParts } from './process-delivery.ts'
import { shakeHands } from './shake-hands.ts'
import { signatureProblem } from './verify-signature.ts'

/** The instance of the requested address. */
export type FoundHook = {
  project: Project
  row: TriggerInstanceRow
  source: TriggerSource
  webhook: TriggerWebhook
}

export type HookAnswer = {
  status: 200 | 401 | 404 | 405 | 410
  text: string
  headers?: Record<string, string>
}

/** Takes what providers push to the addresses of instances. */
export type ReceiveHook = {
  /** Checked before the body is read, so that a sender must know an address to send content. */
  find(token: string): Promise<FoundHook | HookAnswer>
  receive(
    found: FoundHook,
    request: HookRequest,
    trace: TraceContext | undefined,
  ): Promise<HookAnswer>
}

type Parts = DeliveryParts &
  Parameters<typeof findSource>[0] & {
    database: Database
    jobs: Jobs
    projects: Projects
    publicUrl: () => string
  }

const queue = 'trigger-hook'
const job = z.object({ projectId: z.string(), id: z.string(), key: z.string(), sealed: z.string() })

const unknown: HookAnswer = { status: 404, text: 'There is no such address' }
const gone: HookAnswer = { status: 410, text: 'Nobody listens at this address any more' }

/** A delivery is checked, stored with its job, and answered; the job fires the trigger. */
export const createReceiveHook = (parts: Parts): ReceiveHook => {
  const { database, jobs, clock } = parts

  jobs.define(
    queue,
    {
      retryDelaysSeconds: [1, 5, 30, 120, 600, 3_600],
      data: job,
      concurrency: 16,
      concurrencyPerKey: 4,
    },
    async ({ projectId, id, key, sealed }, { trace }) => {
      const project = await parts.projects.get(projectId)
      const row = project && (await triggerStore(database.handle).find(projectId, id))
      if (!row) return
      const found = await findSource(parts, project, row)
      const webhook = 'source' in found ? found.source.definition.webhook : undefined
      if (!webhook || isSwitchedOff(found)) return
      const publish = await processDelivery(parts, project, row, webhook, {
        key,
        body: JSON.parse(project.dataKey.decrypt(sealed, { record: id, field: 'delivery' })),
        trace,
      })
      await database.transaction(publish)
    },
  )

  const take = async (
    { project, row, source, webhook }: FoundHook,
    delivery: Delivery,
  ): Promise<HookAnswer> => {
    // What a project does not want stored must not wait for a job either.
    const publish = storesData(project)
      ? undefined
      : await processDelivery(parts, project, row, webhook, delivery)
    return database.transaction(async (transaction) => {
      if (!(await triggerStore(transaction).hold(row.id))) return gone
      if (!(await seenItems(transaction, row.id).noteNew(delivery.key, timestamp(clock))))
        return { status: 200, text: 'This was taken before' }
      if (publish) await publish(transaction)
      else {
        const sealed = project.dataKey.encrypt(JSON.stringify(delivery.body), {
          record: row.id,
          field: 'delivery',
        })
        await jobs.enqueue(
          transaction,
          queue,
          { projectId: project.id, id: row.id, key: delivery.key, sealed },
          { key: source.toolkit.definition.slug + project.id, trace: delivery.trace },
        )
      }
      return { status: 200, text: 'Taken' }
    })
  }

  return {
    find: async (token) => {
      const row = isHookToken(token)
        ? await triggerStore(database.handle).findByHook(hashToken(token))
        : undefined
      const project = row && (await parts.projects.get(row.project_id))
      if (!row || !project) return unknown
      if (row.disabled_at !== null) return gone
      const found = await findSource(parts, project, row)
      const webhook = 'source' in found ? found.source.definition.webhook : undefined
      return 'source' in found && webhook ? { project, row, source: found.source, webhook } : gone
    },

    receive: async (found, request, trace) => {
      const { project, row, source, webhook } = found
      const hook = openHook(project, row)
      if (!hook) return gone
      const secret = secretOf(webhook, hook.secret, source.config)
      const url = hookUrl(parts.publicUrl(), hook)
      const handshake = await shakeHands(parts, found, request, { secret, url })
      if (handshake) return handshake
      if (request.method !== 'POST')
        return { status: 405, text: 'Events are sent with POST', headers: { allow: 'POST' } }
      const problem =
        webhook.signature &&
        signatureProblem(webhook.signature, request, { secret, url, now: clock.now() })
      if (problem !== undefined) return { status: 401, text: problem }
      if (!matchesConditions(request, webhook.when, { config: source.config, secret }))
        return { status: 200, text: 'This is no event that is listened for' }
      return take(found, { key: deliveryKey(webhook, request), body: readBody(request), trace })
    },
  }
}

const secretOf = (
  { secret: from }: TriggerWebhook,
  kept: string | undefined,
  config: Record<string, unknown>,
): string | undefined => {
  if (from?.from !== 'config') return kept
  const value = selectPath(config, from.path)
  return typeof value === 'string' ? value : undefined
}

/**
 * An account that was switched off, or its auth config, takes nothing; one whose credential ended
 * needs none to take what is pushed.
 */
const isSwitchedOff = (found: Awaited<ReturnType<typeof findSource>>): boolean =>
  'paused' in found &&
  !(
    found.source.account?.account.status === 'EXPIRED' &&
    found.source.account.authConfig.status === 'ENABLED'
  )

const deliveryKey = ({ delivery_id: place }: TriggerWebhook, request: HookRequest): string => {
  const given = place && valueAt(request, place)
  return given === undefined || given === null || given === ''
    ? digest(request.body)
    : digest(`delivery ${toText(given)}`)
}
